//! What the notes of a take cost in memory.

use crate::support::folder::Folder;
use crate::support::memory::peak_of;
use rushes::files::{IfNewer, Reviews};
use rushes::review::notes::export::{json, otio};
use rushes::review::notes::{Frames, Note, Review, ReviewedTake, Time, document};

#[test]
fn a_file_of_very_many_notes_costs_in_proportion_to_its_size() {
    const NOTES: usize = 20_000;
    let folder = Folder::new("memory-many-notes");
    let take = folder.take("walk.bvh", 9);
    let now = Time::from_milliseconds(1_000);
    let mut all = Review::default();
    for i in 0..NOTES {
        let mut note = Note::new(Frames::single(i % 9), "Ann", now);
        note.text = format!("note {i}: {}", "the hand pops ".repeat(6));
        all.notes.push(note);
    }
    let text = document::write(&all, "walk.bvh");
    let path = Reviews::beside(&take);
    std::fs::write(&path, &text).expect("a file");
    let reviews = Reviews::in_folder(folder.path("state"));
    let (loaded, peak) = peak_of(|| reviews.load(&take));
    let times = |peak: usize| peak as f64 / text.len() as f64;
    assert_eq!(loaded.review.notes.len(), NOTES);
    assert!(times(peak) < 6.0, "read: {}", times(peak));
    let opened = rushes::files::open(&take).expect("a take");
    let reviewed =
        [ReviewedTake { file: "walk.bvh", take: &opened, review: &loaded.review, findings: None }];
    let mut sink = std::io::sink();
    let (_, peak) = peak_of(|| serde_json::to_writer_pretty(&mut sink, &json(&reviewed[0])));
    assert!(times(peak) < 1.0, "JSON: {}", times(peak));
    let (_, peak) = peak_of(|| serde_json::to_writer_pretty(&mut sink, &otio(&reviewed)));
    assert!(times(peak) < 1.0, "OpenTimelineIO: {}", times(peak));
    let mut more = Review::default();
    let mut note = Note::new(Frames::single(2), "Ann", now);
    note.text = "one more".into();
    more.put(note, now);
    let (saved, peak) = peak_of(|| reviews.save(&take, &more, IfNewer::Refuse));
    assert_eq!(saved.expect("it is saved").review.notes.len(), NOTES + 1);
    assert!(times(peak) < 12.0, "saved: {}", times(peak));
}
