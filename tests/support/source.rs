//! The project's own source as data: files, the paths that they name, and what is a test in them.

use std::path::Path;

/// One file below `src`.
pub struct SourceFile {
    /// Below `src`, with slashes on every system: `scene/side.rs`.
    pub path: String,
    /// As it is on disk.
    pub text: String,
    tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    Colons,
    /// Anything else that is one character, such as a brace.
    Sign(char),
    /// A string, without its quotes.
    Text(String),
}

impl SourceFile {
    /// A file as it was read.
    pub fn new(path: &str, text: String) -> Self {
        Self { path: path.to_string(), tokens: tokens(&text), text }
    }

    /// Every file below `src`, sorted.
    pub fn all(root: &Path, files: Vec<std::path::PathBuf>) -> Vec<Self> {
        let src = root.join("src");
        files
            .into_iter()
            .map(|file| {
                let inside = file.strip_prefix(&src).expect("a file of src");
                let path = inside.to_string_lossy().replace('\\', "/");
                let text = std::fs::read_to_string(&file).expect("source is UTF-8");
                Self::new(&path, text)
            })
            .collect()
    }

    /// The module at the root of the crate that this file belongs to; `main` and `lib` for the two
    /// files that stand above the modules.
    pub fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.trim_end_matches(".rs")
    }

    /// How many modules deep the file is: 1 for `evaluate.rs` and `take/mod.rs`, 0 for `lib.rs`.
    fn depth(&self) -> usize {
        let parts: Vec<&str> = self.path.split('/').collect();
        match parts.last() {
            Some(&("mod.rs" | "lib.rs" | "main.rs")) => parts.len() - 1,
            _ => parts.len(),
        }
    }

    /// Whether the file names this word outside of comments and strings, also as a part of a path.
    pub fn names(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Word(w) if w == word))
    }

    /// The strings of the file.
    pub fn strings(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The text before the tests, which stand at the end.
    pub fn without_tests(&self) -> String {
        let tests = self.text.find("#[cfg(test)]\nmod tests {");
        self.text[..tests.unwrap_or(self.text.len())].to_string()
    }

    /// Every path of two or more words, groups taken apart: `use std::{fs, io::Read}` is
    /// `["std", "fs"]` and `["std", "io", "Read"]`. Paths that begin with `super` and reach the root
    /// of the crate begin with `crate` instead.
    pub fn paths(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        // Which open braces belong to a module written in the file: `super` counts from there.
        let mut braces: Vec<bool> = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match &self.tokens[at] {
                Token::Sign('{') => {
                    let word = |back: usize| match at.checked_sub(back).map(|i| &self.tokens[i]) {
                        Some(Token::Word(word)) => word.as_str(),
                        _ => "",
                    };
                    braces.push(word(2) == "mod");
                    at += 1;
                }
                Token::Sign('}') => {
                    braces.pop();
                    at += 1;
                }
                Token::Word(_) => {
                    let depth =
                        self.depth() + braces.iter().filter(|is_module| **is_module).count();
                    let mut paths = Vec::new();
                    at = tree(&self.tokens, at, &[], &mut paths);
                    for path in &mut paths {
                        settle(path, depth);
                    }
                    found.extend(paths.into_iter().filter(|path| path.len() > 1));
                }
                _ => at += 1,
            }
        }
        found
    }
}

/// Replaces the `super`s that lead to the root of the crate by `crate`.
fn settle(path: &mut Vec<String>, depth: usize) {
    let ups = path.iter().take_while(|word| *word == "super").count();
    if ups > 0 && ups == depth {
        path.drain(1..ups);
        path[0] = "crate".into();
    }
}

/// Reads one path, or one tree of a `use`, and returns where it ends.
fn tree(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(Token::Word(word)) => path.push(word.clone()),
            Some(Token::Sign('*')) => path.push("*".into()),
            Some(Token::Sign('{')) => {
                at += 1;
                while !matches!(tokens.get(at), None | Some(Token::Sign('}'))) {
                    at = match &tokens[at] {
                        // What a name is called here does not matter.
                        Token::Word(word) if word == "as" => at + 2,
                        Token::Word(_) | Token::Sign('{' | '*') => tree(tokens, at, &path, found),
                        _ => at + 1,
                    };
                }
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        if tokens.get(at) != Some(&Token::Colons) {
            break;
        }
        at += 1;
    }
    found.push(path);
    at
}

/// The words and signs of Rust text, without its comments.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let starts = |at: usize, with: &str| {
        with.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c))
    };
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if starts(at, "//") {
            at += chars[at..].iter().take_while(|c| **c != '\n').count();
        } else if starts(at, "/*") {
            let mut open = 1;
            at += 2;
            while at < chars.len() && open > 0 {
                let (begins, ends) = (starts(at, "/*"), starts(at, "*/"));
                open += i32::from(begins) - i32::from(ends);
                at += if begins || ends { 2 } else { 1 };
            }
        } else if let Some(hashes) = raw_string(&chars[at..]) {
            let begin = at + chars[at..].iter().take_while(|c| **c != '"').count() + 1;
            let close: String =
                std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let mut end = begin;
            while end < chars.len() && !starts(end, &close) {
                end += 1;
            }
            tokens.push(Token::Text(chars[begin..end].iter().collect()));
            at = end + close.len();
        } else if c == '"' {
            let begin = at + 1;
            at = begin;
            while at < chars.len() && chars[at] != '"' {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            tokens.push(Token::Text(chars[begin..at].iter().collect()));
            at += 1;
        } else if c == '\'' {
            // A character, or the name of a lifetime.
            if chars.get(at + 1) == Some(&'\\') {
                at += 3;
                at += chars[at..].iter().take_while(|c| **c != '\'').count() + 1;
            } else if chars.get(at + 2) == Some(&'\'') {
                at += 3;
            } else {
                at += 1;
                at += chars[at..].iter().take_while(|c| is_word(**c)).count();
            }
        } else if is_word(c) {
            let len = chars[at..].iter().take_while(|c| is_word(**c)).count();
            tokens.push(Token::Word(chars[at..at + len].iter().collect()));
            at += len;
        } else if starts(at, "::") {
            tokens.push(Token::Colons);
            at += 2;
        } else {
            if !c.is_whitespace() {
                tokens.push(Token::Sign(c));
            }
            at += 1;
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The number of hashes where a raw string begins here: `r"`, `r#"`, `br"`.
fn raw_string(chars: &[char]) -> Option<usize> {
    let rest = chars.strip_prefix(&['b']).unwrap_or(chars);
    let rest = rest.strip_prefix(&['r'])?;
    let hashes = rest.iter().take_while(|c| **c == '#').count();
    (rest.get(hashes) == Some(&'"')).then_some(hashes)
}
