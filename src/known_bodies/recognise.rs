//! Which known body points with names are.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::body::KnownBody;
use super::table::BODIES;
use super::words::Words;

/// All that the joints of each body may be called, each with its place: taken apart once, for a folder of files asks for
/// them with each.
static KNOWN_WORDS: LazyLock<Vec<Vec<(Words, usize)>>> =
    LazyLock::new(|| BODIES.iter().map(|body| body.known_words().collect()).collect());

/// The body that points are.
#[derive(Clone, Debug)]
pub struct Recognised {
    /// Which one it is.
    pub body: &'static KnownBody,
    /// Which of its joints each point is; `None` for points that are none of it.
    pub joints: Vec<Option<usize>>,
    /// The bones between points, by their places.
    pub bones: Vec<[usize; 2]>,
}

/// The body that is a hand.
const HAND: &str = "hand";

/// Fewer joints tell no body from markers that happen to be called like some.
const MIN_JOINTS: usize = 8;

/// The body that points are which have these names: the one of which the most are there, and of those the smallest.
/// `None` where too few of the points or of the body's joints are.
pub fn recognise(names: &[&str]) -> Option<Recognised> {
    let points = Points::of(names);
    let found = BODIES.iter().map(|body| (points.joints(body), body));
    let found = found.map(|(joints, body)| (joints.iter().flatten().count(), body, joints));
    // Most of the body, or what most of the points are.
    let is_enough = |(count, body, _): &(usize, &KnownBody, _)| {
        let is_most = 5 * count >= 3 * body.joint_count() || 10 * count >= 7 * names.len();
        *count >= MIN_JOINTS && is_most
    };
    let better = |a: &(usize, &KnownBody, _), b: &(usize, &KnownBody, _)| {
        a.0.cmp(&b.0).then(b.1.joint_count().cmp(&a.1.joint_count()))
    };
    // The first of those that are as good.
    let found = found.filter(is_enough).reduce(|a, b| if better(&a, &b).is_lt() { b } else { a });
    let (_, body, joints) = found?;
    Some(Recognised { bones: bones(body, &joints), body, joints })
}

/// Which joints of a body points are that have these names.
pub fn recognise_as(body: &'static KnownBody, names: &[&str]) -> Recognised {
    let joints = Points::of(names).joints(body);
    Recognised { bones: bones(body, &joints), body, joints }
}

/// Points by their names: of several that are called the same, the first.
struct Points {
    count: usize,
    by_words: HashMap<Words, usize>,
    /// The same without a side and without that they are of a hand, as the points of one hand alone may be called.
    of_hand: HashMap<Words, usize>,
}

impl Points {
    fn of(names: &[&str]) -> Self {
        let (mut by_words, mut of_hand) = (HashMap::new(), HashMap::new());
        for (point, name) in names.iter().enumerate() {
            let words = Words::of(name);
            if let Some(rest) = words.without("hand") {
                of_hand.entry(rest).or_insert(point);
            }
            by_words.entry(words).or_insert(point);
        }
        Self { count: names.len(), by_words, of_hand }
    }

    /// Which joint of a body each point is.
    fn joints(&self, body: &KnownBody) -> Vec<Option<usize>> {
        let mut joints = vec![None; self.count];
        let mut is_found = vec![false; body.joint_count()];
        let known = BODIES.iter().position(|known| known.word == body.word);
        let known = known.map_or(&[][..], |place| &KNOWN_WORDS[place]);
        for (words, joint) in known {
            let joint = *joint;
            let of_hand = || self.of_hand.get(words).filter(|_| body.word == HAND);
            if let Some(&point) = self.by_words.get(words).or_else(of_hand)
                && joints[point].is_none()
                && !std::mem::replace(&mut is_found[joint], true)
            {
                joints[point] = Some(joint);
            }
        }
        joints
    }
}

/// The bones of a body between the points that are its joints. From where none is, a bone begins at the joint ahead of it.
fn bones(body: &KnownBody, joints: &[Option<usize>]) -> Vec<[usize; 2]> {
    let mut points = vec![None; body.joint_count()];
    for (point, joint) in joints.iter().enumerate() {
        if let Some(joint) = joint {
            points[*joint] = Some(point);
        }
    }
    let ahead = |joint: usize| body.bones().find(|bone| bone[1] == joint).map(|bone| bone[0]);
    let bone = |[from, to]: [usize; 2]| {
        let to = points[to]?;
        let mut starts = std::iter::successors(Some(from), |&joint| ahead(joint));
        Some([starts.find_map(|joint| points[joint])?, to])
    };
    body.bones().filter_map(bone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_is_known_by_its_own_names_in_any_order_and_spelling() {
        let mut tried = 0;
        for body in BODIES.iter().filter(|body| body.word != "hand") {
            let mut names: Vec<String> = body.names().map(|name| name.to_string()).collect();
            names.reverse();
            for spell in [str::to_string, str::to_uppercase, |name: &str| format!("body_{name}")] {
                // What is written in capitals alone parts its words by nothing but what is between them.
                let parted =
                    |name: &String| name.contains('_') || !name.contains(char::is_uppercase);
                if spell("a") == "A" && !names.iter().all(parted) {
                    continue;
                }
                let spelled: Vec<String> = names.iter().map(|name| spell(name)).collect();
                let spelled: Vec<&str> = spelled.iter().map(String::as_str).collect();
                let found = recognise(&spelled).expect(body.name);
                assert_eq!(found.body.word, body.word);
                let expected: Vec<Option<usize>> = (0..names.len()).rev().map(Some).collect();
                assert_eq!(found.joints, expected, "{}", body.name);
                assert_eq!(found.bones.len(), body.bones().count(), "{}", body.name);
                tried += 1;
            }
        }
        assert!(tried >= 2 * 17, "{tried}");
    }

    #[test]
    fn a_part_of_a_body_is_known_and_markers_are_not() {
        let limbs = "nose l_shoulder r_shoulder l_elbow r_elbow l_wrist r_wrist l_hip r_hip l_knee r_knee l_ankle r_ankle";
        for (names, word) in [
            (limbs, Some("coco")),
            (
                "root right_hip right_knee right_foot left_hip left_knee left_foot spine thorax neck_base head left_shoulder \
              left_elbow left_wrist right_shoulder right_elbow right_wrist",
                Some("h36m"),
            ),
            (
                "Hip RHip RKnee RAnkle RBigToe RSmallToe RHeel LHip LKnee LAnkle LBigToe LSmallToe LHeel Neck Head Nose RShoulder \
              RElbow RWrist LShoulder LElbow LWrist",
                Some("halpe26"),
            ),
            (
                "LASI RASI LPSI RPSI LTHI LKNE LTIB LANK LHEE LTOE RTHI RKNE RTIB RANK RHEE RTOE",
                None,
            ),
            ("LKnee RKnee LAnkle RAnkle Sternum Top.Head R.ASIS L.ASIS", None),
            ("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", None),
        ] {
            let names: Vec<&str> = names.split_ascii_whitespace().collect();
            assert_eq!(recognise(&names).map(|found| found.body.word), word, "{names:?}");
        }
    }

    #[test]
    fn hands_are_known_beside_a_body_and_alone() {
        let body = super::super::by_word("blazepose").unwrap();
        let hand = super::super::by_word(HAND).unwrap();
        let of_hand = |side: &str| hand.names().map(|name| format!("{side}_hand_{name}")).collect();
        let found = |names: &[String]| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let found = recognise(&names).unwrap();
            (found.body.word, found.bones.len())
        };
        let [right, left]: [Vec<String>; 2] = ["right", "left"].map(of_hand);
        let bones = hand.bones().count();
        assert_eq!(found(&right), (HAND, bones));
        assert_eq!(found(&[right.clone(), left.clone()].concat()), ("wholebody133", 2 * bones));
        let names: Vec<String> = body.names().map(|name| format!("body_{name}")).collect();
        // Each hand hangs from a wrist.
        let all = body.bones().count() + 2 * (bones + 1);
        assert_eq!(found(&[names, right, left].concat()), ("mediapipe553", all));
    }
}
