//! A word list with fast lookup as a whole, as an ending, or anywhere in a text.

use std::collections::{HashMap, HashSet};

/// The words, indexed by their first and last characters.
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

    pub(crate) fn contains(&self, text: &str) -> bool {
        self.all.contains(text)
    }

    pub(crate) fn ends(&self, text: &str) -> bool {
        let last = text.chars().next_back().and_then(|last| self.by_last.get(&last));
        last.is_some_and(|words| words.iter().any(|word| text.ends_with(word)))
    }

    pub(crate) fn begins(&self, text: &str) -> bool {
        self.beginnings(text).next().is_some()
    }

    /// The words at the start of the text.
    pub(crate) fn beginnings(&self, text: &str) -> impl Iterator<Item = &'static str> {
        let first = text.chars().next().and_then(|first| self.by_first.get(&first));
        first.into_iter().flatten().copied().filter(move |word| text.starts_with(word))
    }

    /// Whether the text contains one of the words.
    pub(crate) fn within(&self, text: &str) -> bool {
        text.char_indices().any(|(at, _)| self.begins(&text[at..]))
    }

    /// Whether the text contains one of the words with at least two Chinese characters.
    pub(crate) fn within_long(&self, text: &str) -> bool {
        let long = |word: &str| word.chars().count() >= 2 && !word.is_ascii();
        text.char_indices().any(|(at, _)| self.beginnings(&text[at..]).any(long))
    }
}
