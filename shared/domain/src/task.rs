//! Lanes of queued work.

use crate::wire_enum;

wire_enum! {
    /// A lane of the queue. Each has its own slots, so that slow work in one does not delay another.
    pub enum Lane {
        /// Reading and evaluating documents, on this machine.
        Documents => "documents",
        /// Recognising the text of scans and photos, which takes seconds a page.
        Scans => "scans",
        /// Calls of an AI provider, which take seconds.
        Models => "models",
        /// Sending email.
        Mail => "mail",
        /// Everything else.
        General => "general",
    }
}

impl Lane {
    /// The number stored in the database.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Documents => 0,
            Self::Models => 1,
            Self::Mail => 2,
            Self::General => 3,
            Self::Scans => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn lane_numbers_are_unique() {
        let numbers: HashSet<_> = Lane::ALL.iter().map(|lane| lane.number()).collect();
        assert_eq!(numbers, (0..5).collect());
    }
}
