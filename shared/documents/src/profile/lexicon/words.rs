//! A list of words, made quick to look up whole, at the end of a text or anywhere in it.

use std::collections::{HashMap, HashSet};

/// The words, and by their first and last characters.
#[derive(Debug)]
pub(crate) struct Words {
    all: HashSet<&'static str>,
    by_first: HashMap<char, Vec<&'static str>>,
    by_last: HashMap<char, Vec<&'static str>>,
}

impl Words {
    pub(crate) fn new(lists: &[&[&'static str]]) -> Self {
        let mut all = HashSet::new();
        let (mut by_first, mut by_last) = (HashMap::<char, Vec<_>>::new(), HashMap::<char, Vec<_>>::new());
        for &word in lists.iter().flat_map(|list| list.iter()) {
            if !all.insert(word) {
                continue;
            }
            by_first.entry(word.chars().next().unwrap_or_default()).or_default().push(word);
            by_last.entry(word.chars().next_back().unwrap_or_default()).or_default().push(word);
        }
        Self { all, by_first, by_last }
    }

    /// Whether the text is one of the words.
    pub(crate) fn contains(&self, text: &str) -> bool {
        self.all.contains(text)
    }

    /// Whether the text ends with one of the words.
    pub(crate) fn ends(&self, text: &str) -> bool {
        let last = text.chars().next_back().and_then(|last| self.by_last.get(&last));
        last.is_some_and(|words| words.iter().any(|word| text.ends_with(word)))
    }

    /// Whether the text begins with one of the words.
    pub(crate) fn begins(&self, text: &str) -> bool {
        self.beginnings(text).next().is_some()
    }

    /// The words the text begins with.
    pub(crate) fn beginnings(&self, text: &str) -> impl Iterator<Item = &'static str> {
        let first = text.chars().next().and_then(|first| self.by_first.get(&first));
        first.into_iter().flatten().copied().filter(move |word| text.starts_with(word))
    }

    /// Whether one of the words is in the text.
    pub(crate) fn within(&self, text: &str) -> bool {
        text.char_indices().any(|(at, _)| self.begins(&text[at..]))
    }

    /// Whether one of the words of two Chinese characters or more is in the text.
    pub(crate) fn within_long(&self, text: &str) -> bool {
        let long = |word: &str| word.chars().count() >= 2 && !word.is_ascii();
        text.char_indices().any(|(at, _)| self.beginnings(&text[at..]).any(long))
    }
}
