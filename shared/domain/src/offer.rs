//! Offers: from the draft to the candidate's answer.

use crate::wire_enum;

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
