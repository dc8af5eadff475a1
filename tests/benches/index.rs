//! Making an index, beside no more than loading the takes on all cores; and what an index of a million takes answers.

use std::process::{Command, Stdio};
use std::time::Duration;

use rushes::index::{COLUMNS, Column, Filter, Index, LISTED, Query, Sort, sort_key};
use rusqlite::{Connection, params};

use super::measure::{Aim, aim, in_turns, line, median, time};
use super::pipelines::{FILES, load_all, write_takes};
use super::support::folder::Folder;

const ROWS: usize = 1_000_000;
/// What a list shows at once.
const PAGE: usize = 100;

pub fn run() {
    making();
    asking();
}

fn making() {
    let folder = Folder::new("bench-index");
    let takes = write_takes(&folder);
    let cache = folder.0.join("cache");
    let input = folder.path("in");
    let rushes = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_rushes"));
        program.args(arguments).arg(&input).env("XDG_CACHE_HOME", &cache).stdout(Stdio::null());
        assert!(program.status().expect("the program starts").success());
    };
    let make = || {
        // Left by the round before.
        let _ = std::fs::remove_dir_all(&cache);
        rushes(&["index", "--no-checks"]);
    };
    let (making, loading) = in_turns(5, make, || drop(load_all(&takes, |_| ())));
    let share = loading.as_secs_f64() / making.as_secs_f64();
    let making = 1e3 * making.as_secs_f64();
    let goal = aim(share, Aim::AtLeast(0.6));
    line(
        &format!("an index of {FILES} takes, without checks"),
        &format!("{making:>6.0} ms {share:>6.2} × as fast as loading alone {goal}"),
    );
    let again = median_of(|| rushes(&["index", "--no-checks"]));
    line(
        "the same again, where nothing has changed",
        &format!("{:>6.0} ms", 1e3 * again.as_secs_f64()),
    );
}

fn asking() {
    let folder = Folder::new("bench-rows");
    let path = folder.0.join("index.sqlite");
    make_rows(&path);
    let listed: Vec<&Column> = COLUMNS.iter().filter(|c| LISTED.contains(&c.name)).collect();
    let page = Query { limit: Some(PAGE), ..Query::default() };
    let first = median_of(|| {
        let index = Index::open_at(&path).expect("an index");
        assert_eq!(index.select(&page, &listed).expect("a page").len(), PAGE);
    });
    told("opening it and its first page", first, 200.0);
    let index = Index::open_at(&path).expect("an index");
    let filter = |text: &str| Filter::parse(text).ok();
    let sort = |name: &str, is_descending| {
        Some(Sort { column: Column::find(name).expect("a column"), is_descending })
    };
    let queries = [
        ("its first page", page.clone()),
        ("a page in the middle, by its place", Query { offset: ROWS / 2, ..page.clone() }),
        ("longest first", Query { sort: sort("duration", true), ..page.clone() }),
        ("half of all: duration > 5", Query { filter: filter("duration > 5"), ..page.clone() }),
        (
            "few: duration > 5 and rating >= 4 and format = 'FBX'",
            Query {
                filter: filter("duration > 5 and rating >= 4 and format = 'FBX'"),
                ..page.clone()
            },
        ),
        (
            "one: frames = 4711 and notes > 0",
            Query { filter: filter("frames = 4711 and notes > 0"), ..page.clone() },
        ),
        ("none: error is not null", Query { filter: filter("error is not null"), ..page.clone() }),
        ("a word of a hundred takes", Query { words: vec!["jump_42".into()], ..page.clone() }),
        ("a word of one take", Query { words: vec!["take_0777777".into()], ..page.clone() }),
        (
            "a folder of a thousand takes",
            Query { folders: vec!["/archive/day_500".into()], ..page.clone() },
        ),
    ];
    for (what, query) in queries {
        let mut found = 0;
        let took = median_of(|| found = index.select(&query, &listed).expect("a page").len());
        told(&format!("{what} ({found})"), took, 50.0);
    }
}

fn told(what: &str, took: Duration, most: f64) {
    let milliseconds = 1e3 * took.as_secs_f64();
    line(what, &format!("{milliseconds:>6.1} ms {}", aim(milliseconds, Aim::AtMost(most))));
}

fn median_of(mut run: impl FnMut()) -> Duration {
    let times = (0..6).map(|_| time(&mut run).as_secs_f32()).skip(1);
    Duration::from_secs_f64(median(times.map(f64::from).collect()))
}

/// An index of a thousand folders with a thousand takes each, such as no test could make of files.
fn make_rows(path: &std::path::Path) {
    drop(Index::open_at(path).expect("an index"));
    let mut connection = Connection::open(path).expect("a database");
    let transaction = connection.transaction().expect("a transaction");
    let mut add = transaction
        .prepare(
            "insert into takes (id, path, sort_key, hash, stamp, review_key, name, file, folder, format, size, modified,
             duration, frames, rate, performer, rating, verdict, notes, open_notes, findings, travel)
             values (?, ?, ?, ?, '', 0, ?, ?, ?, ?, ?, ?, ?, ?, 120, ?, ?, ?, ?, ?, ?, ?)",
        )
        .expect("the columns of the index");
    let mut words = transaction
        .prepare(
            "insert into words (rowid, name, folder, performer, notes) values (?, ?, ?, ?, '')",
        )
        .expect("the words of the index");
    // As numbers that follow no order, the same in each run.
    let mixed = |row: usize, salt: usize| {
        (row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(salt as u32) >> 20
    };
    for row in 0..ROWS {
        let folder = format!("/archive/day_{}", row / 1000);
        let kind = ["walk", "run", "jump", "fall", "dance"][mixed(row, 3) % 5];
        let name = format!("{kind}_{}_take_{row:07}", row % 2000);
        let format = ["BVH", "FBX", "C3D", "TRC"][mixed(row, 5) % 4];
        let file = format!("{name}.{}", format.to_lowercase());
        let path = format!("{folder}/{file}");
        let frames = mixed(row, 7) % 5000;
        let performer = ["Ann", "Bob", "Cem", "Dora"][mixed(row, 11) % 4];
        let rating = Some(mixed(row, 13) % 30).filter(|stars| (1..=5).contains(stars));
        let verdict = rating.map(|stars| if stars > 3 { "keep" } else { "reject" });
        let notes = mixed(row, 17) % 10;
        let hash = (row as u128).to_le_bytes();
        let modified = format!("2026-03-{:02}T14:05:00Z", 1 + mixed(row, 19) % 28);
        let id = row as i64 + 1;
        let duration = frames as f64 / 500.0;
        add.execute(params![
            id,
            path,
            sort_key(&path),
            hash,
            name,
            file,
            folder,
            format,
            frames as i64 * 600,
            modified,
            duration,
            frames as i64,
            performer,
            rating.map(|stars| stars as i64),
            verdict,
            notes as i64,
            (notes / 2) as i64,
            (mixed(row, 23) % 4) as i64,
            duration / 3.0,
        ])
        .expect("a row");
        words.execute(params![id, file, folder, performer]).expect("words");
    }
    drop((add, words));
    transaction.commit().expect("rows");
    connection
        .execute_batch("pragma optimize=0x10002; pragma wal_checkpoint(truncate);")
        .expect("a database");
}
