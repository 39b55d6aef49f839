//! A range of a text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A range of bytes of [`Reading::text`](crate::Reading::text), on character boundaries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct At {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl At {
    /// The range of the bytes from `start` to `end`.
    #[must_use]
    pub fn new(range: Range<usize>) -> Self {
        let narrow = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: narrow(range.start), end: narrow(range.end) }
    }

    /// As indexes.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether the other range is within this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the ranges share a byte.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}
