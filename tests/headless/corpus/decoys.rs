//! Files of other programs that are called like takes.

use rushes::loader::ErrorKind;

use crate::support;

#[test]
fn decoys_are_refused_as_what_they_are() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let decoys = support::all_files(&corpus.join("decoy"));
    assert!(decoys.len() >= 3, "only {} decoys", decoys.len());
    for path in decoys {
        let extension = path.extension().and_then(|e| e.to_str());
        let what = match extension {
            Some("brd") => "an EAGLE circuit board",
            Some("trc") => "a trace of a CAN bus",
            Some("mot") => "a table of OpenSim or SIMM",
            Some("asf") => "a Microsoft video",
            _ => panic!("{}: a decoy of a new kind", path.display()),
        };
        let name = support::name(&path);
        match rushes::read(&name, support::read(&path)) {
            Ok(take) => panic!("{name} opens as {}", take.format),
            Err(error) => assert_eq!(error.kind(), &ErrorKind::Foreign(what), "{name}"),
        }
    }
}
