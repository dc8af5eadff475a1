//! Numbers as capture files write them, to the nearest `f32`, without allocating.

#[cfg(target_arch = "x86_64")]
mod sse;
mod swar;
mod value;

use super::text::is_blank_or;
pub use value::Number;

/// The largest length or angle that is taken for one; beyond it is what programs write out of
/// memory that they never filled. Sums over the deepest hierarchy, and squares of them, then stay
/// finite.
pub(super) const MAX_VALUE: f32 = 1e15;

/// Reads the number at the start of `text`, up to the next blank; `None` where the word there is
/// no number.
#[inline(always)]
pub fn number(text: &[u8]) -> Option<Number> {
    number_at(text, 0)
}

/// Reads the number at byte `at` of `text`. It is read faster where the text goes on for sixteen bytes
/// before and behind it.
#[inline(always)]
pub(super) fn number_at(text: &[u8], at: usize) -> Option<Number> {
    number_before::<b' '>(text, at)
}

/// As [`number_at`], where the byte `END` ends a number as well as a blank does; where that is `]`, so do a comma and a
/// brace, as in JSON.
#[inline(always)]
pub(super) fn number_before<const END: u8>(text: &[u8], at: usize) -> Option<Number> {
    #[cfg(target_arch = "x86_64")]
    if let Some(number) = sse::decimal::<END>(text, at) {
        return Some(number);
    }
    #[cfg(not(target_arch = "x86_64"))]
    if let Some(number) = swar::decimal::<END>(&text[at..]) {
        return Some(number);
    }
    unusual::<END>(&text[at..])
}

/// The number that a whole word is, where it can be used.
pub(super) fn usable(word: &[u8]) -> Option<f32> {
    let Number { value, len } = number(word)?;
    (len == word.len() && value.abs() <= MAX_VALUE).then_some(value)
}

/// The finite number that a whole word is, in double precision: for rates, times and counts.
pub(super) fn double(word: &[u8]) -> Option<f64> {
    let value: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// Exponents, very long numbers, the words for no number, and what is near the ends of a text.
#[cold]
#[inline(never)]
fn unusual<const END: u8>(text: &[u8]) -> Option<Number> {
    // Fields are texts of their own in some formats.
    if let Some(number) = swar::decimal::<END>(text) {
        return Some(number);
    }
    let len = text.iter().position(|&b| is_blank_or::<END>(b));
    let len = len.unwrap_or(text.len());
    let word = std::str::from_utf8(&text[..len]).ok()?;
    let value = match word.parse::<f32>() {
        Ok(value) if value.is_finite() => value,
        Ok(_) => f32::NAN,
        Err(_) if is_no_number(word) => f32::NAN,
        Err(_) => return None,
    };
    Some(Number { value, len })
}

/// The words of C runtimes for results that are no number.
fn is_no_number(word: &str) -> bool {
    let word = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let words = ["#ind", "#inf", "#qnan", "#snan"];
    words.iter().any(|ours| after_digits.starts_with(ours)) || word.starts_with("nan(")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value at the end of a text, which must be the same in the midst of one.
    fn value(text: &str) -> Option<f32> {
        let at_the_end = number(text.as_bytes());
        let more = format!("2468013579.2468013579 {text} 2468013579.2468013579 2468013579");
        let whole = at_the_end.map(|n| (n.value.to_bits(), n.len));
        for (from, at) in [(0, 22), (22, 0)] {
            let inside = number_at(&more.as_bytes()[from..], at);
            let inside = inside.map(|n| (n.value.to_bits(), n.len));
            assert_eq!(inside, whole, "{text}");
        }
        let number = at_the_end?;
        assert_eq!(number.len, text.find(' ').unwrap_or(text.len()), "{text}");
        Some(number.value)
    }

    fn assert_same(text: &str) {
        let want: f32 = text.parse().unwrap();
        let got = value(text).unwrap();
        assert!(
            got.to_bits() == want.to_bits() || got.is_nan() && !want.is_finite(),
            "{text}: {got:?} is not {want:?}"
        );
    }

    #[test]
    fn every_spelling_of_a_number_is_read() {
        for text in [
            "0",
            "-0",
            "+1",
            ".5",
            "-.5",
            "1.",
            "1e-400",
            "1e400",
            "1E+2",
            "16777217",
            "8388609.5",
            "0.000000000000000000000000000000000000001",
            "123456789012345678901234",
            "9007199254740993",
            "1.00000005960464477539062",
            "340282356779733661637539395458142568447",
        ] {
            assert_same(text);
        }
        assert_eq!(value("-0").unwrap().to_bits(), (-0.0f32).to_bits());
        assert_eq!(value("12.5 7"), Some(12.5));
    }

    #[test]
    fn the_words_for_no_number_are_gaps() {
        for text in ["nan", "NaN", "-nan(ind)", "inf", "-INF", "-1.#IND", "1.#QNAN00", "1.#INF"] {
            assert!(value(text).unwrap().is_nan(), "{text}");
        }
    }

    #[test]
    fn a_comma_ends_a_number_where_commas_part_values() {
        let bits = |n: Number| (n.value.to_bits(), n.len);
        let more = "2468013579.2468013579,";
        for word in ["12.5", "-0", "1e-3", "123456789012345678901234", "nan"] {
            let whole = bits(number(word.as_bytes()).unwrap());
            let behind = [",", ",7", " ,", "\n"].map(|behind| format!("{behind}{more}"));
            for behind in behind.iter().map(String::as_str).chain([""]) {
                let text = format!("{more}{word}{behind}");
                let found = number_before::<b','>(text.as_bytes(), more.len());
                assert_eq!(found.map(bits), Some(whole), "{text}");
            }
        }
        for end in [",", "]", "}", " ]", "\n"] {
            for word in ["12.5", "-0", "1e-3", "123456789012345678901234", "NaN"] {
                let whole = bits(number(word.as_bytes()).unwrap());
                let text = format!("{more}{word}{end}{more}");
                let found = number_before::<b']'>(text.as_bytes(), more.len());
                assert_eq!(found.map(bits), Some(whole), "{text}");
            }
        }
        assert_eq!(number_before::<b','>(b"a,1", 0), None);
        assert_eq!(number_before::<b';'>(b"1,5;2", 0), None);
    }

    #[test]
    fn words_are_no_numbers() {
        for text in ["", "-", ".", "abc", "1,5", "1.2.3", "0x10", "1e", "--1", "1_000", "é"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn decimals_equal_the_standard_library(
            sign in "[-+]?", whole in "[0-9]{0,12}", decimals in "[0-9]{1,22}",
        ) {
            assert_same(&format!("{sign}{whole}.{decimals}"));
        }

        #[test]
        fn exponents_equal_the_standard_library(text in "-?[0-9]{1,20}(\\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?") {
            assert_same(&text);
        }

        #[test]
        fn floats_read_back_to_the_bit(bits: u32, decimals in 0usize..12) {
            let float = f32::from_bits(bits);
            prop_assume!(float.is_finite());
            assert_same(&format!("{float}"));
            assert_same(&format!("{float:e}"));
            assert_same(&format!("{float:.decimals$}"));
        }

        /// The sums of neighbouring floats, halved, are the decimals where rounding twice fails.
        #[test]
        fn points_half_way_between_floats_round_once(mantissa in 0x80_0000u32..0xff_ffff, shift in 0i32..40) {
            let half_way = (f64::from(mantissa) + 0.5) * 2f64.powi(-shift);
            assert_same(&format!("{half_way}"));
            assert_same(&format!("{half_way}1"));
        }
    }
}
