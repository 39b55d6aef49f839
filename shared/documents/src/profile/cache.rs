//! Caches results for the lines and pieces of the current resume, which are looked up repeatedly.

use std::cell::RefCell;
use std::collections::HashMap;

/// The maximum number of entries.
const MAX: usize = 20_000;

/// Results by text, for one thread and one resume.
pub(super) struct Cache<T>(RefCell<HashMap<String, T>>);

impl<T: Clone> Cache<T> {
    pub(super) fn new() -> Self {
        Self(RefCell::new(HashMap::new()))
    }

    /// The cached result for the text, computed if missing; the computation may use the cache.
    pub(super) fn get(&self, text: &str, work_out: impl FnOnce(&str) -> T) -> T {
        if let Some(known) = self.0.borrow().get(text).cloned() {
            return known;
        }
        let answer = work_out(text);
        let mut known = self.0.borrow_mut();
        if known.len() < MAX {
            known.insert(text.to_owned(), answer.clone());
        }
        answer
    }

    /// Clears the entries of the previous resume.
    pub(super) fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}
