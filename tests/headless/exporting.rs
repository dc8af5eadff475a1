//! Exporting from the window: the dialog, what it finds out before anything is written, and what is written.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::Window;
use rushes::app::{
    Effect, ExportCommand, ExportOptions, ExportOutcome, FilesCommand, FilmScene, InterfaceCommand,
    Overlay, PlaybackCommand, RatingCommand, SceneBuffers, SelectionCommand, State, TakesCommand,
    TakesToExport, TimelineCommand,
};
use rushes::take::Take;

/// A figure that lifts an arm.
fn figure(folder: &Folder, name: &str) -> PathBuf {
    folder.figure(name, |frame| format!("{frame} 90 0 0 0 0 {frame} 0"))
}

/// The window on one take of 101 frames, with the dialog open.
fn asked(folder: &Folder) -> Window {
    let take = figure(folder, "walk.bvh");
    let mut app = App::default();
    app.begin(&[take]);
    let mut window = Window::new(app);
    window.apply(ExportCommand::Ask);
    window
}

fn choose(window: &mut Window, change: impl FnOnce(&mut ExportOptions)) {
    let mut options = window.state().interface.export.options.clone();
    change(&mut options);
    window.apply(ExportCommand::Choose(Box::new(options)));
}

fn read(folder: &Folder, name: &str) -> Take {
    rushes::open(folder.0.join(name)).expect(name)
}

#[test]
fn the_dialog_writes_what_was_chosen() {
    let folder = Folder::new("exporting");
    let mut window = asked(&folder);
    assert!(window.shows("Export"));
    window.click("Export format");
    window.click("glTF (.glb), take");
    window.type_into("Export rate", "25");
    window.click("Export unit");
    window.click("m");
    window.click("Root to origin");
    window.click("Export to");
    let wants_place = |window: &Window| window.state().effects.contains(&Effect::AskWhereToExport);
    assert!(wants_place(&window));
    assert_eq!(window.state().proposed_export(Path::exists), folder.0.join("walk.glb"));
    window.apply(ExportCommand::WriteTo(folder.0.join("out.glb")));
    assert_eq!(window.state().interface.overlay, None, "the dialog closes");
    assert!(window.shows("Exported"));
    let take = read(&folder, "out.glb");
    assert_eq!((take.fps().round(), take.motion.frame_count()), (25.0, 51));
    assert_eq!(take.units.metres_per_unit, Some(1.0));
    assert_eq!(folder.names(), ["out.glb", "walk.bvh"]);
}

#[test]
fn points_are_written_as_a_skeleton_of_the_names_that_are_chosen_or_stay_points() {
    let folder = Folder::new("exporting-points");
    let path = folder.0.join("walk.skeleton");
    let points = support::root().join("tests/good/kinect/cut_off.skeleton");
    std::fs::copy(points, &path).expect("a folder that can be written");
    let mut app = App::default();
    app.begin(&[path]);
    let mut window = Window::new(app);
    window.apply(ExportCommand::Ask);
    assert!(!window.shows("Skeleton of points"), "BVH has nothing but joints that turn");
    window.click("Joint names");
    window.click("Mixamo");
    window.click("Equal sides");
    window.apply(ExportCommand::WriteTo(folder.0.join("out.bvh")));
    let take = read(&folder, "out.bvh");
    let find = |name: &str| take.skeleton.find(name).unwrap_or_else(|| panic!("no {name}"));
    let length = |name: &str| take.skeleton[find(name)].offset.length();
    let [left, right] = ["mixamorig:LeftLeg", "mixamorig:RightLeg"].map(length);
    assert!(left > 0.0 && (left - right).abs() < 1e-5 * left, "{left} {right}");
    window.apply(ExportCommand::Ask);
    window.click("Export format");
    window.click("glTF (.glb), take");
    for (choice, is_solved) in
        [("None: points stay points", false), ("Solved from the points", true)]
    {
        window.click("Skeleton of points");
        window.click(choice);
        assert_eq!(window.shows("Joint names"), is_solved);
        let file = format!("{is_solved}.glb");
        window.apply(ExportCommand::WriteTo(folder.0.join(&file)));
        let take = read(&folder, &file);
        assert_eq!(take.skeleton.find("mixamorig:LeftLeg").is_some(), is_solved);
        window.apply(ExportCommand::Ask);
    }
}

#[test]
fn enter_exports_but_where_a_control_has_it_or_a_field_is_wrong() {
    let folder = Folder::new("exporting-enter");
    let mut window = asked(&folder);
    let wanted = |window: &mut Window| {
        let effects = &mut window.harness.state_mut().effects;
        let is_wanted = effects.contains(&Effect::AskWhereToExport);
        effects.clear();
        is_wanted
    };
    window.press(egui::Key::Enter);
    assert!(wanted(&mut window));
    // A menu by the keyboard: it opens, goes down to the next format, and takes that.
    while !window.find("Export format").is_focused() {
        window.press(egui::Key::Tab);
    }
    let before = window.state().interface.export.options.format;
    for key in [egui::Key::Enter, egui::Key::ArrowDown, egui::Key::ArrowDown] {
        window.press(key);
    }
    window.press(egui::Key::Enter);
    assert_ne!(window.state().interface.export.options.format, before);
    assert!(!window.has("glTF (.glb), take"), "the menu closes");
    assert!(!wanted(&mut window));
    window.type_into("Export rate", "no rate");
    window.press(egui::Key::Enter);
    assert!(!wanted(&mut window));
    window.type_into("Export rate", "50");
    window.press(egui::Key::Enter);
    assert_eq!(window.state().interface.export.options.fps, Some(50.0));
    assert!(wanted(&mut window));
}

#[test]
fn the_dialog_is_as_high_as_what_it_asks_for() {
    let folder = Folder::new("exporting-height");
    let mut window = asked(&folder);
    let is_whole = |window: &Window| {
        let texts = window.texts();
        let button = texts.iter().find(|painted| painted.text == "Export…");
        button.is_some_and(|button| button.clip.contains_rect(button.rect))
    };
    for format in ["Report (.html)", "MP4 (.mp4), film", "BVH (.bvh), take"] {
        window.click("Export format");
        window.click(format);
        assert!(is_whole(&window), "{format}");
    }
}

#[test]
fn what_was_written_can_be_shown_in_its_folder() {
    let folder = Folder::new("exporting-show");
    let mut window = asked(&folder);
    let out = folder.0.join("out.bvh");
    window.apply(ExportCommand::WriteTo(out.clone()));
    window.click("Show in folder");
    assert_eq!(window.state().effects.last(), Some(&Effect::ShowInFolder(out)));
    assert!(!window.shows("Exported"), "the notice leaves");
}

#[test]
fn only_the_range_and_the_selected_joint_are_written() {
    let folder = Folder::new("exporting-part");
    let mut window = asked(&folder);
    window.apply(TimelineCommand::SetRange([10, 29]));
    let arm = window.open().take.skeleton.find("LeftArm").expect("an arm");
    window.apply(SelectionCommand::Select(Some(arm)));
    choose(&mut window, |options| options.selected_joint = true);
    assert!(window.shows("In to out point, 10 to 29"));
    assert!(window.shows("LeftArm and below"));
    window.apply(ExportCommand::WriteTo(folder.0.join("arm.bvh")));
    let take = read(&folder, "arm.bvh");
    assert_eq!(take.motion.frame_count(), 20);
    assert_eq!(take.skeleton.nodes()[0].name, "LeftArm");
    // All frames, where that is chosen.
    choose(&mut window, |options| (options.in_range, options.selected_joint) = (false, false));
    window.apply(ExportCommand::WriteTo(folder.0.join("all.bvh")));
    assert_eq!(read(&folder, "all.bvh").motion.frame_count(), 101);
}

#[test]
fn what_is_lost_and_how_large_it_will_be_is_told_before() {
    let folder = Folder::new("exporting-told");
    let mut window = asked(&folder);
    for format in ["HTR (.htr), take", "AMC (.amc), take", "USD (.usda), take", "C3D (.c3d), take"]
    {
        window.click("Export format");
        window.click(format);
        let estimate = window.state().interface.export.estimate.clone();
        let estimate = estimate.expect("an estimate").expect("it can be written");
        let [_, extension] = window.state().interface.export.options.format.names();
        let name = format!("out.{extension}");
        window.apply(ExportCommand::WriteTo(folder.0.join(&name)));
        let mut bytes = std::fs::metadata(folder.0.join(&name)).expect("it").len();
        if extension == "amc" {
            bytes += std::fs::metadata(folder.0.join("out.asf")).expect("it").len();
        }
        let off = estimate.bytes as f64 / bytes as f64 - 1.0;
        assert!(off.abs() < 0.1, "{format}: {off}");
        window.apply(ExportCommand::Ask);
    }
    assert!(window.shows("C3D holds positions: rotations and bones are left out"));
    window.click("Strict export");
    assert!(window.is_disabled("Export to"));
    window.click("Export format");
    window.click("BVH (.bvh), take");
    let estimate = &window.state().interface.export.estimate;
    assert!(!window.is_disabled("Export to"), "{estimate:?}");
    window.apply(InterfaceCommand::Escape);
    assert_eq!(window.state().interface.overlay, None);
}

#[test]
fn with_nothing_asked_the_file_is_copied_to_the_digit() {
    let folder = Folder::new("exporting-copied");
    let mut window = asked(&folder);
    let walk = folder.0.join("walk.bvh");
    let text = std::fs::read_to_string(&walk).expect("it");
    // More digits than a number in memory has.
    std::fs::write(&walk, text.replace("OFFSET 20 45 0", "OFFSET 20.00000000012 45 0"))
        .expect("it");
    window.apply(FilesCommand::Reload);
    choose(&mut window, |_| ());
    let estimate = window.state().interface.export.estimate.clone();
    let estimate = estimate.expect("an estimate").expect("it can be written");
    assert!(estimate.is_exact);
    window.apply(ExportCommand::WriteTo(folder.0.join("out.bvh")));
    let [before, after] =
        ["walk.bvh", "out.bvh"].map(|name| std::fs::read(folder.0.join(name)).expect(name));
    assert!(before == after && before.len() as u64 == estimate.bytes);
    // Not where the take is another one than the file says.
    choose(&mut window, |options| options.to_origin = true);
    window.apply(ExportCommand::WriteTo(folder.0.join("moved.bvh")));
    assert_ne!(std::fs::read(folder.0.join("moved.bvh")).expect("it"), before);
}

#[test]
fn all_visible_takes_go_into_a_folder_and_no_file_is_written_over() {
    let folder = Folder::new("exporting-all");
    let mut window = asked(&folder);
    let second = figure(&folder, "more/walk.bvh");
    window.apply(FilesCommand::Open(vec![second]));
    let hidden = figure(&folder, "run.bvh");
    window.apply(FilesCommand::Open(vec![hidden]));
    let id = window.id(2);
    window.apply(TakesCommand::Show(id, false));
    std::fs::create_dir(folder.0.join("out")).expect("a folder");
    folder.write("out/walk.htr", "mine");
    choose(&mut window, |options| {
        options.takes = TakesToExport::Shown;
        options.format = rushes::app::ExportFormat::Take(
            rushes::export::Export::of_extension("htr").expect("HTR"),
        );
    });
    window.apply(ExportCommand::WriteTo(folder.0.join("out")));
    let mut names = support::folder::names_in(&folder.0.join("out"));
    names.sort();
    assert_eq!(names, ["walk.htr", "walk_2.htr", "walk_3.htr"]);
    let kept = std::fs::read_to_string(folder.0.join("out/walk.htr")).expect("it");
    assert_eq!(kept, "mine");
    // Nor is the file of a take that is open.
    choose(&mut window, |options| *options = ExportOptions::default());
    let open = window.open().path.clone().expect("a file");
    let before = std::fs::read(&open).expect("it");
    window.apply(ExportCommand::WriteTo(open.clone()));
    assert!(window.shows("it is open here"));
    assert_eq!(std::fs::read(&open).expect("it"), before);
}

#[test]
fn a_cancelled_export_leaves_nothing_and_an_old_file_as_it_was() {
    let folder = Folder::new("exporting-cancelled");
    let window = asked(&folder);
    let job = window.state().export_job().expect("a take");
    let out = folder.write("out.bvh", "old");
    let cancel = AtomicBool::new(false);
    let stop = |_| cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let exported = job.run(Path::new(&out), false, &cancel, &stop);
    assert!(exported.is_cancelled && exported.files.is_empty() && exported.errors.is_empty());
    assert_eq!(std::fs::read_to_string(&out).expect("it"), "old");
    assert_eq!(folder.names(), ["out.bvh", "walk.bvh"]);
}

#[test]
fn a_film_asks_for_a_place_and_says_how_many_pictures_it_has() {
    let folder = Folder::new("exporting-film");
    let mut window = asked(&folder);
    window.click("Export format");
    window.click("GIF (.gif), film");
    assert!(window.has("Film size") && !window.has("Export unit"));
    assert!(window.shows("101 pictures at 50 a second, 2.0 s"));
    window.type_into("Export rate", "20");
    window.press(egui::Key::Enter);
    assert!(window.shows("40 pictures at 20 a second, 2.0 s"));
    window.click("Burn in");
    assert!(window.state().interface.export.options.burn_in);
    // Not `walk.gif`, for what has the take's name beside it is its reference video.
    let proposed = window.state().proposed_export(Path::exists);
    assert_eq!(proposed, folder.0.join("walk_film.gif"));
    let to = folder.0.join("walk.gif");
    window.apply(ExportCommand::WriteTo(to.clone()));
    assert!(window.state().effects.contains(&Effect::BeginFilm(to)));
    assert!(window.has("Exporting walk.gif"), "progress");
    window.click("Cancel export");
    let running = window.state().interface.export.running.as_ref();
    assert!(
        running.is_some_and(|running| running.cancel.load(std::sync::atomic::Ordering::Relaxed))
    );
    window.apply(InterfaceCommand::Escape);
    assert_eq!(window.state().interface.overlay, None::<Overlay>, "it goes on without the dialog");
    assert!(window.has("Exporting walk.gif"), "a card over the view");
    window.click("Cancel export");
    // Where it fails with the dialog open, that tells again what will be written.
    window.apply(ExportCommand::Ask);
    let failed = ExportOutcome {
        errors: vec![(folder.0.join("walk.gif"), "the disk is full".to_string())],
        ..ExportOutcome::default()
    };
    let app = window.harness.state_mut();
    let effects = app.state.exported(failed);
    window.settle();
    assert!(matches!(effects[..], [Effect::EstimateExport(_)]));
    assert!(window.shows("the disk is full"));
}

#[test]
fn a_film_goes_to_its_frames_while_the_window_stays_where_it_is() {
    fn strokes(state: &State) -> Vec<rushes::scene::Stroke> {
        let mut buffers = SceneBuffers::new(*state.theme().palette());
        state.draw(360.0, 1.0, &mut buffers);
        buffers.list.strokes
    }
    let mut app = App::of(rushes::files::builtin());
    app.apply(PlaybackCommand::Seek(10));
    app.state.prepare();
    let before = strokes(&app.state);
    let options = ExportOptions { size: [640, 360], ..ExportOptions::default() };
    let mut film = FilmScene::new(&app.state, &options);
    film.show(100);
    let shown = strokes(&film.state);
    assert!(strokes(&app.state) == before, "the window");
    // It is what the window shows of that frame in a view of this shape.
    app.apply(PlaybackCommand::Seek(100));
    app.state.view.size = glam::Vec2::new(640.0, 360.0);
    app.state.prepare();
    assert!(shown != before && shown == strokes(&app.state), "the film");
}

#[test]
fn a_take_without_a_frame_in_the_range_is_left_out_and_that_is_told() {
    let folder = Folder::new("exporting-left-out");
    let mut window = asked(&folder);
    let late = figure(&folder, "late.bvh");
    window.apply(FilesCommand::Open(vec![late]));
    let [walk, late] = [0, 1].map(|place| window.id(place));
    window.apply(TakesCommand::Offset(late, 4.0));
    window.apply(TimelineCommand::SetRange([210, 250]));
    choose(&mut window, |options| options.takes = TakesToExport::Shown);
    assert!(window.shows("Left out, with no frame in the range: walk"));
    std::fs::create_dir(folder.0.join("out")).expect("a folder");
    window.apply(ExportCommand::WriteTo(folder.0.join("out")));
    assert_eq!(support::folder::names_in(&folder.0.join("out")), ["late.bvh"]);
    assert_eq!(read(&folder, "out/late.bvh").motion.frame_count(), 41);
    // Where none is left, nothing can be written.
    window.apply(TakesCommand::Activate(walk));
    choose(&mut window, |options| options.takes = TakesToExport::Active);
    window.apply(ExportCommand::Ask);
    assert!(window.shows("no take has frames between in and out point"));
    assert!(window.is_disabled("Export to"));
}

#[test]
fn a_report_has_all_visible_takes_with_what_reviewers_say_of_them() {
    let folder = Folder::new("exporting-report");
    let mut window = asked(&folder);
    let second = folder.figure("run.bvh", |frame| {
        let pop = if frame == 50 { 40 } else { 0 };
        format!("{pop} 90 0 0 0 0 {frame} 0")
    });
    window.apply(FilesCommand::Open(vec![second]));
    window.apply(RatingCommand::Stars(4));
    window.apply(InterfaceCommand::Escape);
    window.apply(ExportCommand::AskForReport);
    assert!(window.shows("Report (.html)"));
    assert!(!window.has("Exported frames") && !window.has("Export unit"));
    window.click("Exported takes");
    window.click("All 2 visible takes");
    let estimate = window.state().interface.export.estimate.clone();
    let estimate = estimate.expect("an estimate").expect("it can be written");
    assert!(!window.state().exports_into_folder());
    let proposed = window.state().proposed_export(Path::exists);
    assert_eq!(proposed.file_name(), Some("Takes.html".as_ref()));
    let job = window.state().export_job().expect("takes");
    let out = folder.0.join("takes.html");
    let cancel = AtomicBool::new(true);
    let exported = job.run(&out, false, &cancel, &|_| ());
    assert!(exported.is_cancelled && exported.files.is_empty() && !out.exists());
    window.apply(ExportCommand::WriteTo(out.clone()));
    assert_eq!(window.state().interface.overlay, None, "the dialog closes");
    let page = std::fs::read_to_string(&out).expect("the page");
    assert!(page.contains("<h1>Takes</h1>") && page.contains("walk.bvh"));
    assert!(page.contains("run.bvh") && page.contains("★★★★☆"), "the rating");
    assert!(page.contains("class=\"card finding"), "findings");
    if page.contains("data:image/png") {
        let off = estimate.bytes as f64 / page.len() as f64 - 1.0;
        assert!(off.abs() < 0.5, "{off}");
    }
}
