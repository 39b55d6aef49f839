//! Offers: from the draft to the candidate's answer.

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;

use crate::email::EmailLanguage;
use crate::wire_enum;

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

/// A part of a salary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SalaryPart {
    /// What it is called: base, bonus, allowance.
    pub name: String,
    /// How much, as written.
    pub amount: String,
}

/// What an offer says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OfferText {
    /// The position.
    pub position: String,
    /// The salary, as written.
    pub salary: String,
    /// What the salary is made of.
    #[serde(default)]
    pub salary_parts: Vec<SalaryPart>,
    /// The first day.
    #[serde(default, with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub start_date: Option<Date>,
    /// Where.
    pub place: String,
    /// Further terms.
    pub terms: String,
    /// The letter, as plain text.
    pub letter: String,
    /// The language of the letter; where it was not chosen, the text tells.
    pub language: Option<EmailLanguage>,
    /// Until when it can be answered.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    /// What colleagues should know; the candidate never sees it.
    #[serde(default)]
    pub notes: String,
}

impl OfferText {
    /// The language that the letter is written in.
    #[must_use]
    pub fn written_in(&self) -> EmailLanguage {
        self.language.unwrap_or_else(|| EmailLanguage::of(&format!("{}{}", self.position, self.letter)))
    }
}

/// An offer of one version, as its letter tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferLetter {
    /// Who offers.
    pub organization: String,
    /// To whom.
    pub candidate: String,
    /// What it says.
    pub text: OfferText,
    /// The version.
    pub version: i32,
    /// The day on which it was written or sent, in the organization's zone.
    pub issued_on: String,
    /// Until when it can be answered, in the organization's zone and with its name; may be empty.
    pub answer_by: String,
    /// Whoever accepted this version, and on which day.
    pub accepted: Option<(String, String)>,
}

wire_enum! {
    /// Where an offer stands.
    pub enum OfferStatus {
        /// It is being written.
        Draft => "draft",
        /// It waits for approval.
        Submitted => "submitted",
        /// It may be sent.
        Approved => "approved",
        /// The candidate has its link.
        Sent => "sent",
        /// The candidate opened it.
        Viewed => "viewed",
        /// The candidate accepted.
        Accepted => "accepted",
        /// The candidate declined.
        Declined => "declined",
        /// It was taken back.
        Withdrawn => "withdrawn",
        /// Nobody answered in time.
        Expired => "expired",
    }
}

wire_enum! {
    /// What is done to an offer.
    pub enum OfferAction {
        /// Written.
        Create => "create",
        /// Changed.
        Edit => "edit",
        /// Handed in for approval.
        Submit => "submit",
        /// Approved.
        Approve => "approve",
        /// Given back to its author.
        Return => "return",
        /// Sent to the candidate.
        Send => "send",
        /// Taken back.
        Withdraw => "withdraw",
        /// Opened by the candidate.
        View => "view",
        /// Accepted by the candidate.
        Accept => "accept",
        /// Declined by the candidate.
        Decline => "decline",
        /// Its time ran out.
        Expire => "expire",
    }
}

impl OfferStatus {
    /// Where the action leads from here, if it may be done.
    #[must_use]
    pub const fn after(self, action: OfferAction) -> Option<Self> {
        use OfferAction as A;
        Some(match (self, action) {
            (Self::Draft, A::Edit) => Self::Draft,
            (Self::Draft, A::Submit) => Self::Submitted,
            (Self::Submitted, A::Approve) => Self::Approved,
            (Self::Submitted | Self::Approved, A::Return) => Self::Draft,
            (Self::Approved, A::Send) => Self::Sent,
            (
                Self::Draft | Self::Submitted | Self::Approved | Self::Sent | Self::Viewed | Self::Accepted,
                A::Withdraw,
            ) => Self::Withdrawn,
            (Self::Sent, A::View) => Self::Viewed,
            (Self::Sent | Self::Viewed, A::Accept) => Self::Accepted,
            (Self::Sent | Self::Viewed, A::Decline) => Self::Declined,
            (Self::Sent | Self::Viewed, A::Expire) => Self::Expired,
            _ => return None,
        })
    }

    /// Whether the candidate has it in hands.
    #[must_use]
    pub const fn is_with_candidate(self) -> bool {
        matches!(self, Self::Sent | Self::Viewed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_sent_that_was_not_approved_as_it_is() {
        for status in OfferStatus::ALL {
            assert_eq!(status.after(OfferAction::Send).is_some(), *status == OfferStatus::Approved, "{status}");
        }
        assert_eq!(OfferStatus::Approved.after(OfferAction::Edit), None, "what was approved does not change");
    }

    #[test]
    fn an_answer_is_final_but_for_withdrawing_what_was_accepted() {
        for answered in [OfferStatus::Accepted, OfferStatus::Declined, OfferStatus::Expired, OfferStatus::Withdrawn] {
            let possible: Vec<_> =
                OfferAction::ALL.iter().filter(|action| answered.after(**action).is_some()).collect();
            let expected: &[&OfferAction] =
                if answered == OfferStatus::Accepted { &[&OfferAction::Withdraw] } else { &[] };
            assert_eq!(possible, expected, "{answered}");
        }
    }
}
