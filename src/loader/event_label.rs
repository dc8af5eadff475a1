//! The label of an event that a file gives a context, such as the side of the body.

/// `Left Foot Strike` of the context Left. What is General concerns no side.
pub(super) fn full_label(context: &str, label: &str) -> String {
    let says_it = || label.get(..context.len()).is_some_and(|l| l.eq_ignore_ascii_case(context));
    match (context, label) {
        ("", "") => "Event".to_string(),
        (context, "") => context.to_string(),
        (context, label) if context.eq_ignore_ascii_case("general") || says_it() => label.into(),
        _ => format!("{context} {label}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_names_its_side_once() {
        for (context, label, full) in [
            ("Left", "Foot Strike", "Left Foot Strike"),
            ("General", "Event", "Event"),
            ("", "LHS", "LHS"),
            ("Right", "right foot off", "right foot off"),
            ("Right", "", "Right"),
            ("", "", "Event"),
        ] {
            assert_eq!(full_label(context, label), full);
        }
    }
}
