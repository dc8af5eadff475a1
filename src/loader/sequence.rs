//! Files that are a frame each: how the beginning of one is told from that of a take of its own.

use memchr::memmem;

use super::text::without_mark;

/// The extensions, in lower case, of files that may be numbered frames of one take.
pub const SEQUENCE_EXTENSIONS: &[&str] = &["json"];

/// What the beginning of a frame has: all words of one of these.
const FRAMES: [&[&str]; 5] = [
    // OpenPose, and Pose2Sim after it; the second where nobody is there.
    &["\"people\"", "pose_keypoints_"],
    &["\"version\"", "\"people\""],
    // CMU Panoptic.
    &["\"bodies\"", "\"univTime\""],
    // EasyMocap.
    &["\"id\"", "\"keypoints3d\""],
    &["\"id\"", "\"Rh\"", "\"Th\""],
];

/// Whether a file is a frame of a sequence, by its first bytes; `None` where it is one that has nobody in it, or nothing.
pub fn is_frame(head: &[u8]) -> Option<bool> {
    let text = without_mark(head).trim_ascii();
    if matches!(text, b"" | b"[]" | b"{}") {
        return None;
    }
    let has = |word: &&str| memmem::find(text, word.as_bytes()).is_some();
    Some(FRAMES.iter().any(|words| words.iter().all(has)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_known_by_their_keys() {
        for (text, expected) in [
            (
                r#"{"version":1.3,"people":[{"person_id":[-1],"pose_keypoints_2d":[1,2,3"#,
                Some(true),
            ),
            (r#"{"people":[{"pose_keypoints_3d":[1,2,3,1"#, Some(true)),
            (r#"{"version":1.3,"people":[]}"#, Some(true)),
            ("{ \"version\": 0.7,\n\"univTime\" :53541.542,\n\"bodies\" :\n[", Some(true)),
            (r#"[{"id":0,"keypoints3d":[[0,1,2,1]"#, Some(true)),
            (" []\n", None),
            ("", None),
            (r#"{"fileName":"a","frames":[{"keypoints3D":[]"#, Some(false)),
            (r#"[{"image_id":1,"keypoints":[1,2,3]"#, Some(false)),
        ] {
            assert_eq!(is_frame(text.as_bytes()), expected, "{text}");
        }
    }
}
