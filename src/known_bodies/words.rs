//! The words of a joint's name: its side, and what is left.

use super::side::Side;

/// A name taken apart: `LeftEyeInner`, `eye_inner_left` and `L.Eye.Inner` are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Words {
    pub side: Side,
    /// The other words without anything between them, in lower case.
    pub rest: String,
}

/// Words ahead of a name that say of what kind it is, and words behind it.
const AHEAD: [&str; 9] =
    ["body", "pose", "landmark", "keypoint", "joint", "mediapipe", "kinect", "smpl", "coco"];

impl Words {
    pub fn of(name: &str) -> Self {
        let local = name.rsplit([':', '|']).next().unwrap_or(name);
        let mut words = words_in(local);
        while words.len() > 1 && AHEAD.contains(&&*words[0]) {
            words.remove(0);
        }
        // `index_finger_mcp` and `index_mcp` are the same.
        if words.len() > 1 {
            words.retain(|word| word != "finger");
        }
        let mut side = Side::Middle;
        words.retain(|word| {
            let found = match &**word {
                "left" | "l" => Side::Left,
                "right" | "r" => Side::Right,
                _ => return true,
            };
            let is_first = side == Side::Middle;
            side = found;
            !is_first
        });
        Self { side, rest: words.concat() }
    }

    /// The rest of a name without a word that it begins with, and without its side.
    pub fn without(&self, word: &str) -> Option<Self> {
        let rest = self.rest.strip_prefix(word).filter(|rest| !rest.is_empty())?;
        Some(Self { side: Side::Middle, rest: rest.to_string() })
    }
}

/// The words of a name in lower case: whatever is no letter or digit parts them, and so does a capital behind a small
/// letter, or ahead of one.
fn words_in(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    for (i, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            is_new = true;
            continue;
        }
        let before = i.checked_sub(1).map(|i| letters[i]);
        let after = letters.get(i + 1);
        let is_begin = letter.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || before.is_some_and(char::is_uppercase)
                    && after.is_some_and(|after| after.is_lowercase()));
        let small = letter.to_lowercase();
        match words.last_mut().filter(|_| !is_new && !is_begin) {
            Some(word) => word.extend(small),
            None => words.push(small.collect()),
        }
        is_new = false;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_it_is_written() {
        for (names, side, rest) in [
            (
                "left_eye_inner LEFT_EYE_INNER LeftEyeInner l_eye_inner body_left_eye_inner eye-inner-L",
                Side::Left,
                "eyeinner",
            ),
            (
                "RShoulder rShoulder R.Shoulder right_shoulder ShoulderRight SHOULDER_RIGHT 1:RShoulder",
                Side::Right,
                "shoulder",
            ),
            ("MidHip mid_hip MID_HIP", Side::Middle, "midhip"),
            ("LBigToe left_big_toe", Side::Left, "bigtoe"),
            ("HandTipLeft", Side::Left, "handtip"),
            ("HANDTIP_LEFT", Side::Left, "handtip"),
            ("nose body_nose Nose NOSE", Side::Middle, "nose"),
            ("LSHO", Side::Middle, "lsho"),
            (
                "right_index_finger_mcp RIGHT_INDEX_FINGER_MCP right_index_mcp",
                Side::Right,
                "indexmcp",
            ),
        ] {
            for name in names.split(' ') {
                assert_eq!(Words::of(name), Words { side, rest: rest.to_string() }, "{name}");
            }
        }
    }
}
