//! Stages of the pipeline, their sub-statuses, the valid pairs, and the moves between them.

mod moves;
mod table;
#[cfg(test)]
mod tests;

pub use moves::{ArchiveReason, Move, MoveKind, MoveNotAllowed, Placement, State, TableRow, Transition, table};

use crate::evaluation::RecommendationLevel;
use crate::wire_enum;

wire_enum! {
    /// The stage of an application.
    pub enum Stage {
        /// Evaluated by the AI, waiting for a person's decision.
        AiReview => "AI评审",
        /// Online interview.
        OnlineInterview => "线上面试",
        /// Onsite interview.
        OnsiteInterview => "线下面试",
        /// Offer.
        Offer => "Offer阶段",
        /// Onboarding.
        Onboarding => "入职阶段",
        /// Archived.
        Archived => "归档",
    }
}

wire_enum! {
    /// The sub-status within a stage.
    pub enum SubStatus {
        /// The AI recommends contact.
        RecommendContact => "AI推荐建联",
        /// The AI recommends rejection.
        RecommendReject => "AI推荐淘汰",
        /// To be invited online.
        OnlineInvitationPending => "待发线上面试邀请",
        /// Invited online.
        OnlineInvitationSent => "已发线上面试邀请",
        /// Invited online, not booked within five days.
        OnlineInvitationExpired => "超5天未预约线上面试",
        /// Online interview booked.
        OnlineScheduled => "已预约线上面试",
        /// Interviewed, online or onsite.
        InterviewCompleted => "已完成面试",
        /// Did not appear, online or onsite.
        NoShow => "缺席面试",
        /// To be invited onsite.
        OnsiteInvitationPending => "待发线下面试邀请",
        /// Invited onsite.
        OnsiteInvitationSent => "已发线下面试邀请",
        /// Invited onsite, not booked within five days.
        OnsiteInvitationExpired => "超5天未预约线下面试",
        /// Onsite interview booked.
        OnsiteScheduled => "已预约线下面试",
        /// The offer intent is to be sent.
        OfferIntentPending => "待发Offer意向",
        /// The offer is being written and approved.
        OfferPreparing => "Offer待制作和审批",
        /// The offer was sent.
        OfferSent => "Offer已发送",
        /// The candidate opened it.
        OfferViewed => "Offer已查看",
        /// The candidate accepted the offer.
        OfferAccepted => "Offer已接受",
        /// The candidate declined the offer.
        OfferDeclined => "Offer被拒绝",
        /// Waiting for the first day.
        OnboardingPending => "待入职",
        /// Onboarded.
        Onboarded => "已入职",
        /// Withdrew before the first day.
        OnboardingGivenUp => "放弃入职",
        /// Rejected, with or without an email.
        RejectionSent => "已发拒信淘汰",
        /// Blacklisted.
        Eliminated => "已淘汰",
    }
}

impl Stage {
    /// The sub-statuses of this stage.
    #[must_use]
    pub const fn sub_statuses(self) -> &'static [SubStatus] {
        use SubStatus as S;
        match self {
            Self::AiReview => &[S::RecommendContact, S::RecommendReject],
            Self::OnlineInterview => &[
                S::OnlineInvitationPending,
                S::OnlineInvitationSent,
                S::OnlineInvitationExpired,
                S::OnlineScheduled,
                S::InterviewCompleted,
                S::NoShow,
            ],
            Self::OnsiteInterview => &[
                S::OnsiteInvitationPending,
                S::OnsiteInvitationSent,
                S::OnsiteInvitationExpired,
                S::OnsiteScheduled,
                S::InterviewCompleted,
                S::NoShow,
                S::OfferIntentPending,
            ],
            Self::Offer => &[
                S::OfferIntentPending,
                S::OfferPreparing,
                S::OfferSent,
                S::OfferViewed,
                S::OfferAccepted,
                S::OfferDeclined,
            ],
            Self::Onboarding => &[S::OnboardingPending, S::Onboarded, S::OnboardingGivenUp],
            Self::Archived => &[S::RejectionSent, S::Eliminated],
        }
    }

    /// Whether the stage has this sub-status.
    #[must_use]
    pub fn allows(self, sub_status: SubStatus) -> bool {
        self.sub_statuses().contains(&sub_status)
    }
}

impl SubStatus {
    /// Whether the candidate was invited to an interview and has not booked it.
    #[must_use]
    pub const fn awaits_booking(self) -> bool {
        matches!(
            self,
            Self::OnlineInvitationSent
                | Self::OnlineInvitationExpired
                | Self::OnsiteInvitationSent
                | Self::OnsiteInvitationExpired
        )
    }

    /// The usual next step; none if the process is over.
    #[must_use]
    pub const fn next_step(self) -> Option<MoveKind> {
        Some(match self {
            Self::RecommendContact | Self::OnlineInvitationPending | Self::OnlineInvitationExpired => {
                MoveKind::SendOnlineInvitation
            }
            Self::RecommendReject => MoveKind::SendRejection,
            Self::OnsiteInvitationPending | Self::OnsiteInvitationExpired => MoveKind::SendOnsiteInvitation,
            Self::OnlineInvitationSent | Self::OnsiteInvitationSent | Self::NoShow => MoveKind::Book,
            Self::OnlineScheduled | Self::OnsiteScheduled => MoveKind::CompleteInterview,
            Self::InterviewCompleted => MoveKind::MarkPassed,
            Self::OfferIntentPending => MoveKind::PrepareOffer,
            Self::OfferPreparing => MoveKind::SendOffer,
            Self::OfferSent | Self::OfferViewed => MoveKind::AcceptOffer,
            Self::OfferAccepted => MoveKind::BeginOnboarding,
            Self::OfferDeclined => MoveKind::Eliminate,
            Self::OnboardingPending => MoveKind::Onboard,
            Self::Onboarded | Self::OnboardingGivenUp | Self::RejectionSent | Self::Eliminated => return None,
        })
    }
}

/// The sub-status an evaluation gets when added to the pipeline with all others, or `None` while it is 待评估: then only a
/// person adds it, by [`chosen_sub_status`].
#[must_use]
pub fn promoted_sub_status(level: RecommendationLevel) -> Option<SubStatus> {
    use RecommendationLevel as L;
    match level {
        L::StronglyRecommend | L::Recommend => Some(SubStatus::RecommendContact),
        L::Average | L::NotRecommend => Some(SubStatus::RecommendReject),
        L::ToBeEvaluated => None,
    }
}

/// The sub-status an evaluation gets when a person chooses it for the pipeline. Who chooses somebody without an evaluation
/// wants to talk to them.
#[must_use]
pub fn chosen_sub_status(level: RecommendationLevel) -> SubStatus {
    promoted_sub_status(level).unwrap_or(SubStatus::RecommendContact)
}
