//! Queued work in general: which lane it takes.

use crate::wire_enum;

wire_enum! {
    /// A lane of the queue. Each has slots of its own, so that slow work in one never holds up another.
    pub enum Lane {
        /// Reading and evaluating documents on this machine.
        Documents => "documents",
        /// Calls of an AI provider, which take seconds.
        Models => "models",
        /// Sending mail.
        Mail => "mail",
        /// Everything else.
        General => "general",
    }
}

impl Lane {
    /// The number in the database.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Documents => 0,
            Self::Models => 1,
            Self::Mail => 2,
            Self::General => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_lane_has_a_number_of_its_own() {
        let numbers: HashSet<_> = Lane::ALL.iter().map(|lane| lane.number()).collect();
        assert_eq!(numbers, (0..4).collect());
    }
}
