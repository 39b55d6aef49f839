//! What a candidate without a step for long is waiting for.

use crate::stage::SubStatus;
use crate::wire_enum;

wire_enum! {
    /// What a candidate waits for.
    pub enum WaitsFor {
        /// A decision after the AI's evaluation.
        Decision => "decision",
        /// An invitation to an interview, which a member sends.
        Invitation => "invitation",
        /// A time that the candidate books.
        Booking => "booking",
        /// A booked interview.
        Interview => "interview",
        /// A decision after an interview.
        Assessment => "assessment",
        /// A new time after a missed interview.
        NewTime => "new_time",
        /// An offer that a member prepares.
        Offer => "offer",
        /// The candidate's answer to an offer.
        Answer => "answer",
        /// The step after an answered offer.
        AnsweredOffer => "answered_offer",
    }
}

impl WaitsFor {
    /// The sub-statuses of those who wait for it.
    #[must_use]
    pub const fn sub_statuses(self) -> &'static [SubStatus] {
        use SubStatus as S;
        match self {
            Self::Decision => &[S::RecommendContact, S::RecommendReject],
            Self::Invitation => &[S::OnlineInvitationPending, S::OnsiteInvitationPending],
            Self::Booking => &[S::OnlineInvitationSent, S::OnsiteInvitationSent],
            Self::Interview => &[S::OnlineScheduled, S::OnsiteScheduled],
            Self::Assessment => &[S::InterviewCompleted],
            Self::NewTime => &[S::NoShow],
            Self::Offer => &[S::OfferIntentPending, S::OfferPreparing],
            Self::Answer => &[S::OfferSent, S::OfferViewed],
            Self::AnsweredOffer => &[S::OfferAccepted, S::OfferDeclined],
        }
    }

    /// What those in the sub-status wait for; `None` if for nothing, or for a new invitation, which is counted from
    /// the day the first expired.
    #[must_use]
    pub fn of(sub_status: SubStatus) -> Option<Self> {
        Self::ALL.iter().copied().find(|waits| waits.sub_statuses().contains(&sub_status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Stage;

    #[test]
    fn every_sub_status_before_onboarding_waits_for_one_thing() {
        let expired = [SubStatus::OnlineInvitationExpired, SubStatus::OnsiteInvitationExpired];
        for stage in Stage::ALL {
            for sub_status in stage.sub_statuses() {
                let reasons = WaitsFor::ALL.iter().filter(|waits| waits.sub_statuses().contains(sub_status)).count();
                let is_over = matches!(stage, Stage::Onboarding | Stage::Archived) || expired.contains(sub_status);
                assert_eq!(reasons, usize::from(!is_over), "{stage} {sub_status}");
            }
        }
    }
}
