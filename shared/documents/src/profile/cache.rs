//! What was worked out for lines and pieces of the resume being read, which are asked about again and again.

use std::cell::RefCell;
use std::collections::HashMap;

/// No resume has more worth remembering.
const MAX: usize = 20_000;

/// Answers by text, for one thread and one resume.
pub(super) struct Cache<T>(RefCell<HashMap<String, T>>);

impl<T: Clone> Cache<T> {
    pub(super) fn new() -> Self {
        Self(RefCell::new(HashMap::new()))
    }

    /// The answer for the text; worked out where it was not asked for before, which may ask for others.
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

    /// Forgets the resume read before.
    pub(super) fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}
