//! Lines between the markers of a body that have anatomical names, as plug-in gait, OpenSim and the ISB call them: for
//! people to see a figure in them. They are no bones: a marker is on the skin.

use std::collections::HashMap;

use super::side::Side;
use super::words::Words;

/// What the places of markers are called; the first word is the one of [`LINES`].
const PLACES: [&str; 23] = [
    "fhd hdf headfront fronthead",
    "bhd hdb headback rearhead",
    "top tophead headtop",
    "c7 cv7",
    "t10 tv10",
    "clav sjn clavicle",
    "strn sxs sternum",
    "sho shoulder acromium acromion acr caj saj",
    "elb elbow elblat elbowlat hle lelbow",
    "wra wrist wrthumb wristlat rsp",
    "wrb wristmed wrpinky usp",
    "fin hm2 hand finger",
    "asi asis ias",
    "psi psis ips",
    "sac sacr sacral vsacral sacrum",
    "kne knee kneelat lknee fle",
    "ank ankle anklelat fal malleoluslat",
    "hee heel fcc cal calc",
    "toe toetip bigtoe mt1 mth1 fm1",
    "mt5 mth5 fm5 toelat 5meta smalltoe",
    "upa",
    "thi",
    "tib",
];

/// Lines from place to place, `+` where both are of one side, `=` where the second is in the middle, `-` where it is that
/// of the other side.
const LINES: &str = "fhd-fhd fhd+bhd bhd-bhd top=fhd clav=c7 clav=strn c7=t10 strn=t10 sho=clav sho=c7 sho+elb elb+wra elb+wrb \
                     wra+wrb wra+fin wrb+fin asi-asi asi+psi psi-psi asi=sac asi+kne kne+ank ank+hee ank+toe hee+toe \
                     toe+mt5 mt5+hee";

/// Fewer lines are no figure.
const MIN_LINES: usize = 6;

/// The markers of a figure by their sides and places.
type Markers = HashMap<(Side, &'static str), usize>;

/// The lines between markers that have these names, by their places; none where they are not of a body.
pub fn marker_lines(names: &[&str]) -> Vec<[usize; 2]> {
    let mut figures: Vec<(&str, Markers)> = Vec::new();
    for (marker, name) in names.iter().enumerate() {
        let (namespace, name) = name.rsplit_once(':').unwrap_or(("", name));
        let Some(place) = place_of(name) else { continue };
        let at = figures.iter().position(|(of, _)| *of == namespace).unwrap_or_else(|| {
            figures.push((namespace, HashMap::new()));
            figures.len() - 1
        });
        figures[at].1.entry(place).or_insert(marker);
    }
    let mut lines = Vec::new();
    for (_, markers) in figures {
        let own: Vec<[usize; 2]> = LINES
            .split_ascii_whitespace()
            .flat_map(|line| {
                let cut = line.find(['+', '-', '=']).unwrap_or(0);
                let (from, sign, to) = (&line[..cut], &line[cut..=cut], &line[cut + 1..]);
                let ends = |from_side, to_side| [(from_side, from), (to_side, to)];
                let (left, right, middle) = (Side::Left, Side::Right, Side::Middle);
                match sign {
                    "+" => vec![ends(left, left), ends(right, right)],
                    "-" => vec![ends(left, right)],
                    _ => vec![ends(left, middle), ends(right, middle), ends(middle, middle)],
                }
            })
            .filter_map(|ends| {
                let [from, to] = ends.map(|end| markers.get(&end).copied());
                Some([from?, to?])
            })
            .collect();
        if own.len() >= MIN_LINES {
            lines.extend(own);
        }
    }
    lines
}

/// Side and place of a marker: `LASI`, `L.ASIS` and `Left_ASIS` are the same.
fn place_of(name: &str) -> Option<(Side, &'static str)> {
    let find = |word: &str| {
        let mut places = PLACES.iter().map(|words| words.split(' '));
        places.find_map(|mut words| {
            let first = words.clone().next()?;
            words.any(|known| known == word).then_some(first)
        })
    };
    let words = Words::of(name);
    let is_middle = |place: &&str| ["c7", "t10", "clav", "strn", "top", "sac"].contains(place);
    match (words.side, find(&words.rest)) {
        (Side::Middle, Some(place)) => return is_middle(&place).then_some((Side::Middle, place)),
        (side, Some(place)) => return Some((side, place)),
        (Side::Middle, None) => {}
        (_, None) => return None,
    }
    // The letter of the side stands ahead of three or four others.
    let (letter, rest) = words.rest.split_at_checked(1)?;
    let side = match letter {
        "l" => Side::Left,
        "r" => Side::Right,
        _ => return None,
    };
    find(rest).filter(|place| !is_middle(place)).map(|place| (side, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(names: &str) -> Vec<String> {
        let names: Vec<&str> = names.split(' ').collect();
        let line = |[from, to]: [usize; 2]| format!("{}-{}", names[from], names[to]);
        marker_lines(&names).into_iter().map(line).collect()
    }

    #[test]
    fn markers_of_a_body_have_lines_whatever_their_set_calls_them() {
        let legs = "LASI RASI LPSI RPSI LKNE LANK LHEE LTOE RKNE RANK RHEE RTOE";
        let expected = [
            "LASI-RASI",
            "LASI-LPSI",
            "RASI-RPSI",
            "LPSI-RPSI",
            "LASI-LKNE",
            "RASI-RKNE",
            "LKNE-LANK",
            "RKNE-RANK",
            "LANK-LHEE",
            "RANK-RHEE",
            "LANK-LTOE",
            "RANK-RTOE",
            "LHEE-LTOE",
            "RHEE-RTOE",
        ];
        assert_eq!(lines(legs), expected);
        assert_eq!(
            lines(&legs.replace('L', "Anna:L").replace("R", "Anna:R")).len(),
            expected.len()
        );
        let opensim = "R.ASIS L.ASIS V.Sacral R.Knee.Lat R.Ankle.Lat R.Heel R.Toe.Tip L.Knee.Lat L.Ankle.Lat L.Heel L.Toe.Tip";
        assert_eq!(lines(opensim).len(), 13);
        let isb =
            "RIAS LIAS RIPS LIPS RFLE RFAL RFCC RFM1 RFM5 CV7 SJN SXS TV10 RCAJ RHLE RRSP RUSP";
        assert!(lines(isb).len() > 15);
    }

    #[test]
    fn other_markers_have_none() {
        for names in
            ["*1 *2 *3 *4 *5 *6 *7", "wand1 wand2 wand3", "LASI RASI LKNE", "a b c d e f g h"]
        {
            assert_eq!(lines(names), [""; 0], "{names}");
        }
    }
}
