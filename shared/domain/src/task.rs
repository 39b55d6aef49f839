//! Queued work in general: which lane it takes, and how a reason of failure is read back.

use crate::batch::{ErrorCategory, FailureReason};
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

/// A reason of failure as it was stored: one this version knows, or the string a newer version wrote.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum Reason {
    /// One of ours.
    Known(FailureReason),
    /// Written by another version.
    Other(String),
}

impl Reason {
    /// The stored string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(reason) => reason.as_str(),
            Self::Other(reason) => reason,
        }
    }

    /// The category it belongs to, as far as this version knows.
    #[must_use]
    pub const fn category(&self) -> ErrorCategory {
        match self {
            Self::Known(reason) => reason.category(),
            Self::Other(_) => ErrorCategory::Other,
        }
    }

    /// What to do about it, in plain English for integrators.
    #[must_use]
    pub const fn suggestion(&self) -> &'static str {
        match self {
            Self::Known(reason) => reason.suggestion(),
            Self::Other(_) => "Retry. Contact support if it fails again.",
        }
    }
}

impl From<String> for Reason {
    fn from(reason: String) -> Self {
        reason.parse().map_or(Self::Other(reason), Self::Known)
    }
}

impl From<FailureReason> for Reason {
    fn from(reason: FailureReason) -> Self {
        Self::Known(reason)
    }
}

impl PartialEq<FailureReason> for Reason {
    fn eq(&self, other: &FailureReason) -> bool {
        *self == Self::Known(*other)
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
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

    #[test]
    fn a_reason_of_another_version_is_kept_as_it_is() {
        for reason in FailureReason::ALL {
            assert_eq!(Reason::from(reason.to_string()), *reason);
        }
        let newer = Reason::from("oracle.silent".to_owned());
        assert_eq!((newer.as_str(), newer.category()), ("oracle.silent", ErrorCategory::Other));
    }
}
