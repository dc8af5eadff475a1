//! Files that are a frame each: how the beginning of one is told from that of a take of its own.

use super::keypoint_json::is_one_frame;
use super::text::without_mark;

/// The extensions, in lower case, of files that may be numbered frames of one take.
pub const SEQUENCE_EXTENSIONS: &[&str] = &["json"];

/// Whether a file is a frame of a sequence, by its first bytes; `None` where it is one that has nobody in it, or nothing.
pub fn is_frame(head: &[u8]) -> Option<bool> {
    let text = without_mark(head).trim_ascii();
    if matches!(text, b"" | b"[]" | b"{}") {
        return None;
    }
    Some(is_one_frame(text))
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
            (r#"{"pose_world_landmarks":[[{"x":0.1"#, Some(true)),
            (r#"[{"keypoints":[[1,2],[3,4]],"keypoint_scores":[0.9"#, Some(true)),
            (r#"[{"id":0,"Rh":[[0,0,0]],"Th":[[0,0,0]],"poses":[[0"#, Some(true)),
            (r#"[{"image_id":1,"keypoints":[1,2,3]"#, Some(false)),
        ] {
            assert_eq!(is_frame(text.as_bytes()), expected, "{text}");
        }
    }
}
