//! The table of moves: origin, move, target and permission.

use super::moves::{MoveKind, State};
use super::{Stage, SubStatus};
use crate::permission::Permission;

/// One rule of the table. The first match wins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub kind: MoveKind,
    pub from: Origin,
    pub when: When,
    pub to: Target,
    pub permission: Permission,
    pub overrules_ai: bool,
    /// Whether it may end in the sub-status it started in.
    pub repeats: bool,
}

/// The states it starts from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Origin {
    Any,
    Stage(Stage),
    States(&'static [State]),
}

/// Whether the application must or must not be archived.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    Open,
    /// Archived and not eliminated.
    InPool,
    /// The same, with a stage of the pipeline to return to.
    InPoolWithStage,
    NotEliminated,
}

/// The resulting state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Same,
    State(State),
}

const fn rule(kind: MoveKind, from: Origin, to: Target, permission: Permission) -> Rule {
    Rule { kind, from, when: When::Open, to, permission, overrules_ai: false, repeats: false }
}

impl Rule {
    const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    const fn overruling_ai(self) -> Self {
        Self { overrules_ai: true, ..self }
    }

    const fn repeatable(self) -> Self {
        Self { repeats: true, ..self }
    }
}

const fn at(stage: Stage, sub_status: SubStatus) -> State {
    State::unchecked(stage, sub_status)
}

use MoveKind as M;
use Permission as P;
use Stage::{AiReview, Archived, Offer, Onboarding, OnlineInterview as Online, OnsiteInterview as Onsite};
use SubStatus as S;

const CONTACT: State = at(AiReview, S::RecommendContact);
const REJECT: State = at(AiReview, S::RecommendReject);
const ONLINE_PENDING: State = at(Online, S::OnlineInvitationPending);
const ONLINE_SENT: State = at(Online, S::OnlineInvitationSent);
const ONLINE_EXPIRED: State = at(Online, S::OnlineInvitationExpired);
const ONLINE_SCHEDULED: State = at(Online, S::OnlineScheduled);
const ONLINE_COMPLETED: State = at(Online, S::InterviewCompleted);
const ONLINE_NO_SHOW: State = at(Online, S::NoShow);
const ONSITE_PENDING: State = at(Onsite, S::OnsiteInvitationPending);
const ONSITE_SENT: State = at(Onsite, S::OnsiteInvitationSent);
const ONSITE_EXPIRED: State = at(Onsite, S::OnsiteInvitationExpired);
const ONSITE_SCHEDULED: State = at(Onsite, S::OnsiteScheduled);
const ONSITE_COMPLETED: State = at(Onsite, S::InterviewCompleted);
const ONSITE_NO_SHOW: State = at(Onsite, S::NoShow);
const INTENT: State = at(Onsite, S::OfferIntentPending);
const INTENT_IN_OFFER: State = at(Offer, S::OfferIntentPending);
const PREPARING: State = at(Offer, S::OfferPreparing);
const SENT: State = at(Offer, S::OfferSent);
const VIEWED: State = at(Offer, S::OfferViewed);
const ACCEPTED: State = at(Offer, S::OfferAccepted);
const DECLINED: State = at(Offer, S::OfferDeclined);
const ONBOARDING_PENDING: State = at(Onboarding, S::OnboardingPending);
const REJECTED: State = at(Archived, S::RejectionSent);
const ELIMINATED: State = at(Archived, S::Eliminated);

/// Onsite interviews, except candidates waiting for an offer.
const ONSITE_INTERVIEWING: Origin =
    Origin::States(&[ONSITE_PENDING, ONSITE_SENT, ONSITE_EXPIRED, ONSITE_SCHEDULED, ONSITE_COMPLETED, ONSITE_NO_SHOW]);
const OFFERED: Origin = Origin::States(&[SENT, VIEWED]);

/// All moves.
pub(super) const RULES: &[Rule] = &[
    // Pipeline
    rule(M::Drag, Origin::Stage(Online), Target::State(ONSITE_PENDING), P::PIPELINE_MOVE),
    rule(M::MarkPassed, Origin::States(&[ONLINE_COMPLETED, ONSITE_COMPLETED]), Target::State(INTENT), P::PIPELINE_MOVE),
    rule(M::Eliminate, Origin::States(&[CONTACT]), Target::State(REJECTED), P::AI_REVIEW_MOVE).overruling_ai(),
    rule(M::Eliminate, Origin::States(&[REJECT]), Target::State(REJECTED), P::AI_REVIEW_MOVE),
    rule(M::Eliminate, Origin::Stage(Online), Target::State(REJECTED), P::PIPELINE_MOVE),
    rule(M::Eliminate, Origin::Stage(Onsite), Target::State(REJECTED), P::PIPELINE_MOVE),
    rule(M::Eliminate, Origin::Stage(Offer), Target::State(REJECTED), P::OFFER_WORKBENCH_MOVE),
    rule(M::Eliminate, Origin::Stage(Onboarding), Target::State(REJECTED), P::OFFER_WORKBENCH_MOVE),
    // The talent pool
    rule(M::Archive, Origin::Stage(AiReview), Target::Same, P::AI_REVIEW_ARCHIVE),
    rule(M::Archive, Origin::Any, Target::Same, P::PIPELINE_ARCHIVE),
    rule(M::Restore, Origin::Any, Target::Same, P::TALENT_POOL_ARCHIVE).when(When::InPoolWithStage),
    rule(M::Recall, Origin::Any, Target::State(ONLINE_PENDING), P::TALENT_POOL_MOVE).when(When::InPool).repeatable(),
    rule(M::Blacklist, Origin::Any, Target::State(ELIMINATED), P::TALENT_POOL_EDIT).when(When::NotEliminated),
    // By hand
    rule(M::SetByHand, Origin::States(&[CONTACT]), Target::State(ONLINE_PENDING), P::AI_REVIEW_MOVE),
    rule(M::SetByHand, Origin::States(&[REJECT]), Target::State(ONLINE_PENDING), P::AI_REVIEW_MOVE).overruling_ai(),
    rule(M::SetByHand, Origin::Stage(Online), Target::State(ONLINE_PENDING), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Online), Target::State(ONLINE_SCHEDULED), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Online), Target::State(ONLINE_COMPLETED), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Online), Target::State(ONLINE_NO_SHOW), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Onsite), Target::State(ONSITE_PENDING), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Onsite), Target::State(ONSITE_SCHEDULED), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Onsite), Target::State(ONSITE_COMPLETED), P::PIPELINE_EDIT),
    rule(M::SetByHand, Origin::Stage(Onsite), Target::State(ONSITE_NO_SHOW), P::PIPELINE_EDIT),
    // Undo
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING]), Target::State(ONLINE_PENDING), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING]), Target::State(ONLINE_SENT), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING]), Target::State(ONLINE_EXPIRED), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING]), Target::State(ONLINE_SCHEDULED), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING, INTENT]), Target::State(ONLINE_COMPLETED), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[ONSITE_PENDING]), Target::State(ONLINE_NO_SHOW), P::PIPELINE_MOVE),
    rule(M::TakeBack, Origin::States(&[INTENT]), Target::State(ONSITE_COMPLETED), P::PIPELINE_MOVE),
    // Emails
    rule(M::SendOnlineInvitation, Origin::States(&[CONTACT]), Target::State(ONLINE_SENT), P::AI_REVIEW_EMAIL),
    rule(M::SendOnlineInvitation, Origin::States(&[REJECT]), Target::State(ONLINE_SENT), P::AI_REVIEW_EMAIL)
        .overruling_ai(),
    rule(M::SendOnlineInvitation, Origin::Stage(Online), Target::State(ONLINE_SENT), P::PIPELINE_EMAIL).repeatable(),
    rule(M::SendOnsiteInvitation, Origin::States(&[ONLINE_COMPLETED]), Target::State(ONSITE_SENT), P::PIPELINE_EMAIL),
    rule(M::SendOnsiteInvitation, ONSITE_INTERVIEWING, Target::State(ONSITE_SENT), P::PIPELINE_EMAIL).repeatable(),
    rule(
        M::SendOfferIntent,
        Origin::States(&[ONLINE_COMPLETED, ONSITE_COMPLETED, INTENT]),
        Target::State(INTENT),
        P::PIPELINE_EMAIL,
    )
    .repeatable(),
    rule(M::SendOfferIntent, Origin::States(&[INTENT_IN_OFFER]), Target::Same, P::PIPELINE_EMAIL),
    rule(M::SendOffer, Origin::States(&[PREPARING]), Target::State(SENT), P::OFFER_WORKBENCH_SEND),
    rule(M::SendRejection, Origin::States(&[CONTACT]), Target::State(REJECTED), P::AI_REVIEW_EMAIL).overruling_ai(),
    rule(M::SendRejection, Origin::States(&[REJECT]), Target::State(REJECTED), P::AI_REVIEW_EMAIL),
    rule(M::SendRejection, Origin::Any, Target::State(REJECTED), P::PIPELINE_EMAIL),
    rule(M::SendRejection, Origin::Any, Target::State(REJECTED), P::TALENT_POOL_EMAIL).when(When::InPoolWithStage),
    // Interviews
    rule(M::TimeOut, Origin::States(&[ONLINE_SENT]), Target::State(ONLINE_EXPIRED), P::PIPELINE_EDIT),
    rule(M::TimeOut, Origin::States(&[ONSITE_SENT]), Target::State(ONSITE_EXPIRED), P::PIPELINE_EDIT),
    rule(M::Book, Origin::Stage(Online), Target::State(ONLINE_SCHEDULED), P::SCHEDULE_CREATE),
    rule(M::Book, Origin::Stage(Onsite), Target::State(ONSITE_SCHEDULED), P::SCHEDULE_CREATE),
    rule(M::CancelBooking, Origin::States(&[ONLINE_SCHEDULED]), Target::State(ONLINE_SENT), P::SCHEDULE_EDIT),
    rule(M::CancelBooking, Origin::States(&[ONSITE_SCHEDULED]), Target::State(ONSITE_SENT), P::SCHEDULE_EDIT),
    rule(M::CompleteInterview, Origin::Stage(Online), Target::State(ONLINE_COMPLETED), P::SCHEDULE_EDIT),
    rule(M::CompleteInterview, ONSITE_INTERVIEWING, Target::State(ONSITE_COMPLETED), P::SCHEDULE_EDIT),
    rule(M::MarkNoShow, Origin::Stage(Online), Target::State(ONLINE_NO_SHOW), P::SCHEDULE_EDIT),
    rule(M::MarkNoShow, ONSITE_INTERVIEWING, Target::State(ONSITE_NO_SHOW), P::SCHEDULE_EDIT),
    // Offers
    rule(
        M::PrepareOffer,
        // Also from sent states: the offer expired, or was only emailed.
        Origin::States(&[INTENT, INTENT_IN_OFFER, SENT, VIEWED, DECLINED]),
        Target::State(PREPARING),
        P::OFFER_WORKBENCH_MOVE,
    ),
    rule(M::ViewOffer, Origin::States(&[SENT]), Target::State(VIEWED), P::OFFER_WORKBENCH_EDIT),
    rule(M::AcceptOffer, OFFERED, Target::State(ACCEPTED), P::OFFER_WORKBENCH_EDIT),
    rule(M::DeclineOffer, OFFERED, Target::State(DECLINED), P::OFFER_WORKBENCH_EDIT),
    rule(
        M::WithdrawOffer,
        Origin::States(&[SENT, VIEWED, ACCEPTED]),
        Target::State(PREPARING),
        P::OFFER_WORKBENCH_MOVE,
    ),
    // Onboarding
    rule(M::BeginOnboarding, Origin::States(&[ACCEPTED]), Target::State(ONBOARDING_PENDING), P::OFFER_WORKBENCH_MOVE),
    rule(
        M::Onboard,
        Origin::States(&[ONBOARDING_PENDING]),
        Target::State(at(Onboarding, S::Onboarded)),
        P::OFFER_WORKBENCH_MOVE,
    ),
    rule(
        M::GiveUpOnboarding,
        Origin::States(&[ONBOARDING_PENDING]),
        Target::State(at(Onboarding, S::OnboardingGivenUp)),
        P::OFFER_WORKBENCH_MOVE,
    ),
];
