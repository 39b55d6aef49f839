//! Offers, from draft to the candidate's answer.

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;

use crate::email::EmailLanguage;
use crate::wire_enum;
use crate::zone::Zone;

mod changes;
mod days;
mod letter_check;
mod letter_terms;
mod notice;

pub use changes::{OfferField, OfferFieldChange, changes};
pub use letter_check::{LetterDifference, LetterField, differences};
pub use letter_terms::LetterTerm;
pub use notice::{OfferDuty, OfferMember, notified};

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

/// What the stored text of an offer's email has instead of the secret of the candidate's link.
pub const LINK_PLACEHOLDER: &str = "{{offer_token}}";
/// What precedes the secret in a link.
const LINK_PATH: &str = "/offer/";
/// Length of the secret in a link.
const LINK_SECRET: usize = 64;

/// A text whose links to offers have a placeholder for their secret.
#[must_use]
pub fn without_link_secrets(text: &str) -> String {
    let mut pieces = text.split(LINK_PATH);
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_secret = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let length = piece.chars().take_while(is_secret).count();
        kept.push_str(LINK_PATH);
        if length == LINK_SECRET {
            kept.push_str(LINK_PLACEHOLDER);
            kept.push_str(&piece[length..]);
        } else {
            kept.push_str(piece);
        }
    }
    kept
}

/// A component of a salary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SalaryPart {
    /// Its name: base, bonus, allowance.
    pub name: String,
    /// The amount, as written.
    pub amount: String,
}

/// The content of an offer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OfferText {
    /// The position.
    pub position: String,
    /// The salary, as written.
    pub salary: String,
    /// The components of the salary.
    #[serde(default)]
    pub salary_parts: Vec<SalaryPart>,
    /// The first day.
    #[serde(default, with = "day::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub start_date: Option<Date>,
    /// The place of work.
    pub place: String,
    /// Further terms.
    pub terms: String,
    /// The letter, as plain text. Placeholders such as `{{Salary}}` stand for the terms.
    pub letter: String,
    /// The language of the letter; detected from the text unless set.
    pub language: Option<EmailLanguage>,
    /// Deadline for an answer.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    /// Internal notes; never shown to the candidate.
    #[serde(default)]
    pub notes: String,
}

impl OfferText {
    /// The language of the letter, set or detected.
    #[must_use]
    pub fn written_in(&self) -> EmailLanguage {
        self.language.unwrap_or_else(|| EmailLanguage::of(&format!("{}{}", self.position, self.letter)))
    }
}

/// The data of an offer letter for one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferLetter {
    /// The employer.
    pub employer: String,
    /// The candidate's name.
    pub candidate: String,
    /// The content.
    pub text: OfferText,
    /// The version.
    pub version: i32,
    /// The organization's time zone.
    pub zone: Zone,
    /// The day it was written or sent.
    pub issued_on: Date,
    /// Who accepted this version, and on which day.
    pub accepted: Option<(String, Date)>,
}

wire_enum! {
    /// The status of an offer.
    pub enum OfferStatus {
        /// Being written.
        Draft => "draft",
        /// Waiting for approval.
        Submitted => "submitted",
        /// Ready to be sent.
        Approved => "approved",
        /// The candidate has its link.
        Sent => "sent",
        /// The candidate opened it.
        Viewed => "viewed",
        /// The candidate accepted.
        Accepted => "accepted",
        /// The candidate declined.
        Declined => "declined",
        /// Withdrawn.
        Withdrawn => "withdrawn",
        /// Expired without an answer.
        Expired => "expired",
    }
}

wire_enum! {
    /// An action on an offer.
    pub enum OfferAction {
        /// Created.
        Create => "create",
        /// Changed.
        Edit => "edit",
        /// Submitted for approval.
        Submit => "submit",
        /// Approved.
        Approve => "approve",
        /// Returned to its author.
        Return => "return",
        /// Sent to the candidate.
        Send => "send",
        /// Withdrawn.
        Withdraw => "withdraw",
        /// Opened by the candidate.
        View => "view",
        /// Accepted by the candidate.
        Accept => "accept",
        /// Declined by the candidate.
        Decline => "decline",
        /// Expired.
        Expire => "expire",
    }
}

impl OfferStatus {
    /// The status after the action, if it is allowed.
    #[must_use]
    pub const fn after(self, action: OfferAction) -> Option<Self> {
        use OfferAction as A;
        Some(match (self, action) {
            (Self::Draft, A::Edit) => Self::Draft,
            (Self::Draft, A::Submit) => Self::Submitted,
            (Self::Submitted, A::Approve) => Self::Approved,
            (Self::Submitted | Self::Approved, A::Return) => Self::Draft,
            (Self::Approved | Self::Sent, A::Send) => Self::Sent,
            (Self::Viewed, A::Send) => Self::Viewed,
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

    /// Whether the candidate has received it.
    #[must_use]
    pub const fn is_with_candidate(self) -> bool {
        matches!(self, Self::Sent | Self::Viewed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_approved_content_can_be_sent() {
        for status in OfferStatus::ALL {
            let is_approved = *status == OfferStatus::Approved || status.is_with_candidate();
            assert_eq!(status.after(OfferAction::Send).is_some(), is_approved, "{status}");
        }
        assert_eq!(OfferStatus::Viewed.after(OfferAction::Send), Some(OfferStatus::Viewed), "it has been read");
        assert_eq!(OfferStatus::Approved.after(OfferAction::Edit), None, "what was approved does not change");
    }

    #[test]
    fn secrets_of_links_are_replaced_and_other_text_is_kept() {
        let secret = "aZ0-_".repeat(13);
        let secret = &secret[..LINK_SECRET];
        let text = format!("> https://a.example/offer/{secret}\n李：/offer/short /offer/{secret}.");
        let expected = "> https://a.example/offer/{{offer_token}}\n李：/offer/short /offer/{{offer_token}}.";
        assert_eq!(without_link_secrets(&text), expected);
        let plain = format!("/offer/{secret}x /offer/ 录用");
        assert_eq!(without_link_secrets(&plain), plain);
    }

    #[test]
    fn answer_is_final_except_for_withdrawing_an_acceptance() {
        for answered in [OfferStatus::Accepted, OfferStatus::Declined, OfferStatus::Expired, OfferStatus::Withdrawn] {
            let possible: Vec<_> =
                OfferAction::ALL.iter().filter(|action| answered.after(**action).is_some()).collect();
            let expected: &[&OfferAction] =
                if answered == OfferStatus::Accepted { &[&OfferAction::Withdraw] } else { &[] };
            assert_eq!(possible, expected, "{answered}");
        }
    }
}
