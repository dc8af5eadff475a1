//! How the command palette ranks matches: by words, beginnings of words, parts, synonyms.

/// How well a text answers, the higher the better; `None` where it does not. Every word that was
/// typed must be found, in the name, in what the name is listed under, or in other words for it, which
/// commas part.
pub fn rank(typed: &str, name: &str, group: &str, synonyms: &str) -> Option<i32> {
    let (name, group) = (Text::of(name), Text::of(group));
    let typed = typed.to_lowercase();
    let mut sum = 0;
    for word in typed.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        let under = group.answers(&letters).map(|n| n / 2);
        sum += name.answers(&letters).max(under).max(by_synonyms(word, synonyms))?;
    }
    // Who types the whole of another word means that and nothing else; and of a name, what is behind its
    // colon even more so: `checks` for `Inspector: Checks`.
    let typed: Vec<&str> = typed.split_whitespace().collect();
    let is_meant = |words: &str| words.to_lowercase().split_whitespace().eq(typed.iter().copied());
    let own: String = name.letters.iter().collect();
    if own.split_once(':').is_some_and(|(_, own)| is_meant(own)) {
        sum = sum.max(97 * typed.len() as i32);
    } else if synonyms.split(',').any(is_meant) {
        sum = sum.max(94 * typed.len() as i32);
    }
    // Of two that answer alike, the shorter one says less that was not asked for.
    Some(sum * 100 - name.letters.len().min(99) as i32)
}

/// How well other words answer one word, from 1 to 100: whole, or by their beginnings. Their middles say
/// nothing, for there are many of them.
fn by_synonyms(word: &str, synonyms: &str) -> Option<i32> {
    let synonyms = synonyms.to_lowercase();
    let words = synonyms.split(|sign: char| sign == ',' || sign.is_whitespace());
    let answers = words.filter_map(|other| match other.strip_prefix(word)? {
        "" => Some(80),
        _ => Some(60),
    });
    answers.max()
}

/// A text in lower case, and where its words begin.
struct Text {
    letters: Vec<char>,
    begins: Vec<bool>,
}

impl Text {
    fn of(text: &str) -> Self {
        let mut letters = Vec::new();
        let mut begins = Vec::new();
        let mut before = ' ';
        for letter in text.chars() {
            // `LeftHand` are two words, and so are `Left hand` and `left_hand`.
            let hump = letter.is_uppercase() && before.is_lowercase();
            let begin = letter.is_alphanumeric() && (!before.is_alphanumeric() || hump);
            for small in letter.to_lowercase() {
                letters.push(small);
                begins.push(begin);
            }
            before = letter;
        }
        Self { letters, begins }
    }

    /// How well the text answers one word, from 1 to 100.
    fn answers(&self, word: &[char]) -> Option<i32> {
        let whole = |at: usize| self.letters[at..].starts_with(word);
        let places = 0..self.letters.len();
        let found = places.clone().filter(|&at| whole(at)).map(|at| {
            match (at, self.begins[at]) {
                (0, _) => 100,
                // The earlier the word, the more the text is about it.
                (at, true) => 90 - at.min(20) as i32,
                _ => 50,
            }
        });
        let scattered =
            places.filter(|&at| self.begins[at]).filter_map(|at| self.initials(word, at, 0));
        found.max().or_else(|| scattered.max())
    }

    /// The letters from a place on where each one that does not follow the letter before it begins a
    /// word: `gtf` for `Go to a frame`. The more words are passed over, the less that says.
    fn initials(&self, word: &[char], at: usize, passed: i32) -> Option<i32> {
        let (first, rest) = word.split_first()?;
        if self.letters.get(at) != Some(first) {
            return None;
        }
        if rest.is_empty() {
            return Some((40 - passed).max(1));
        }
        let begins = (at + 2..self.letters.len()).filter(|&next| self.begins[next]);
        let further = begins.zip(passed..);
        self.initials(rest, at + 1, passed).or_else(|| {
            further.filter_map(|(next, passed)| self.initials(rest, next, passed)).next()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that answer, the best one first.
    fn found<'a>(typed: &str, names: &[&'a str]) -> Vec<&'a str> {
        let ranked = names.iter().map(|&name| (rank(typed, name, "", ""), name));
        let mut ranked: Vec<_> = ranked.filter(|(rank, _)| rank.is_some()).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn where_a_word_begins_counts_more_than_its_middle() {
        let names = ["Show ghosts", "Reload from disk", "Load a take", "Close"];
        assert_eq!(found("load", &names), ["Load a take", "Reload from disk"]);
        assert_eq!(found("gh", &names), ["Show ghosts"]);
        assert_eq!(found("xyz", &names), [""; 0]);
    }

    #[test]
    fn the_beginnings_of_words_are_enough() {
        let names = ["Go to a frame", "Frame everything", "Ghosts of frames"];
        assert_eq!(found("gtf", &names)[0], "Go to a frame");
        assert_eq!(found("FREV", &names), ["Frame everything"]);
        assert_eq!(found("gmf", &names), [""; 0], "no word begins with m");
    }

    #[test]
    fn words_are_found_in_any_order_and_in_the_group() {
        assert!(rank("front view", "View from the front", "View", "").is_some());
        assert!(rank("hand left", "LeftHandIndex1", "", "").is_some());
        let [own, other] = ["Take"; 2].map(|group| rank("take", "Undo", group, ""));
        assert!(own.is_some() && own == other);
        assert!(rank("take", "Close the take", "", "") > own);
        assert_eq!(rank("take front", "Undo", "Take", ""), None);
        assert!(rank("", "Undo", "", "").is_some(), "nothing typed finds all");
    }

    #[test]
    fn other_words_find_a_name_whole_or_by_their_beginnings() {
        let by = |typed| rank(typed, "Picture of the view", "View", "screenshot, export image");
        assert!(by("screenshot") > by("screen"), "whole words come first");
        assert!(by("Export Image") > by("export") && by("image export").is_some());
        assert_eq!(by("shot"), None, "their middles say nothing");
        let named = rank("image", "Image of the view", "View", "");
        assert!(named > by("image"), "its own name counts more");
    }
}
