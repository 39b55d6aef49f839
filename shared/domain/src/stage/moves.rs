//! Moves: the only way an application changes its state. The [table](super::table) lists the allowed ones.

use serde::Serialize;
use utoipa::ToSchema;

use super::table::{Origin, RULES, Rule, Target, When};
use super::{Stage, SubStatus};
use crate::email::StageEmail;
use crate::permission::Permission;
use crate::wire_enum;

/// A valid pair of stage and sub-status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(as = ApplicationState)]
pub struct State {
    /// Stage.
    #[serde(rename = "status")]
    stage: Stage,
    /// Sub-status.
    sub_status: SubStatus,
}

impl State {
    /// The state, if the stage has this sub-status.
    #[must_use]
    pub fn new(stage: Stage, sub_status: SubStatus) -> Option<Self> {
        stage.allows(sub_status).then_some(Self { stage, sub_status })
    }

    /// For the table, whose tests check every pair.
    pub(super) const fn unchecked(stage: Stage, sub_status: SubStatus) -> Self {
        Self { stage, sub_status }
    }

    /// Every valid state.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |stage: &Stage| {
            let stage = *stage;
            stage.sub_statuses().iter().map(move |sub_status| Self { stage, sub_status: *sub_status })
        };
        Stage::ALL.iter().flat_map(of)
    }

    /// The stage.
    #[must_use]
    pub const fn stage(self) -> Stage {
        self.stage
    }

    /// The sub-status.
    #[must_use]
    pub const fn sub_status(self) -> SubStatus {
        self.sub_status
    }
}

wire_enum! {
    /// Why an application is archived.
    pub enum ArchiveReason {
        /// Kept in the talent pool.
        TalentPool => "人才库",
        /// Not suitable now.
        NotSuitableNow => "not_suitable_now",
        /// For a future opening.
        FutureOpportunity => "future_opportunity",
        /// The skills do not match.
        SkillMismatch => "skill_mismatch",
        /// Too little experience.
        InsufficientExperience => "insufficient_experience",
        /// Expects a higher salary.
        HighSalaryExpectation => "high_salary_expectation",
        /// Something else.
        Other => "other",
        /// Eliminated; set by elimination, never chosen.
        Eliminated => "已发拒信淘汰",
    }
}

/// The place of an application: its state, and whether and why it is archived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Stage and sub-status. Archiving keeps them; elimination resets them.
    pub state: State,
    /// The archive reason; `None` while in the pipeline.
    pub archived: Option<ArchiveReason>,
}

impl Placement {
    /// In the pipeline.
    #[must_use]
    pub const fn open(state: State) -> Self {
        Self { state, archived: None }
    }

    /// Whether no move is possible any more.
    #[must_use]
    pub fn is_eliminated(self) -> bool {
        self.archived == Some(ArchiveReason::Eliminated)
    }
}

wire_enum! {
    /// The kinds of [`Move`], as named in the table and its export.
    pub enum MoveKind {
        /// Dragged from online to onsite interviews.
        Drag => "drag",
        /// Passed an interview.
        MarkPassed => "mark_passed",
        /// Rejected without an email.
        Eliminate => "eliminate",
        /// Archived.
        Archive => "archive",
        /// Restored to the previous stage.
        Restore => "restore",
        /// Recalled from the talent pool to the first interview.
        Recall => "recall",
        /// The person was blacklisted.
        Blacklist => "blacklist",
        /// Set by hand.
        SetByHand => "set_by_hand",
        /// Undo of a drag or of a passed interview.
        TakeBack => "take_back",
        /// An invitation to an online interview was sent.
        SendOnlineInvitation => "send_online_invitation",
        /// An invitation to an onsite interview was sent.
        SendOnsiteInvitation => "send_onsite_invitation",
        /// An offer intent was sent.
        SendOfferIntent => "send_offer_intent",
        /// An offer was sent.
        SendOffer => "send_offer",
        /// A rejection was sent.
        SendRejection => "send_rejection",
        /// Not booked in time.
        TimeOut => "time_out",
        /// An interview was booked.
        Book => "book",
        /// The booking was cancelled.
        CancelBooking => "cancel_booking",
        /// The interview took place.
        CompleteInterview => "complete_interview",
        /// The candidate did not appear.
        MarkNoShow => "mark_no_show",
        /// The offer is being prepared.
        PrepareOffer => "prepare_offer",
        /// The candidate opened the offer.
        ViewOffer => "view_offer",
        /// The candidate accepted.
        AcceptOffer => "accept_offer",
        /// The candidate declined.
        DeclineOffer => "decline_offer",
        /// The offer was withdrawn.
        WithdrawOffer => "withdraw_offer",
        /// Onboarding began.
        BeginOnboarding => "begin_onboarding",
        /// The person started work.
        Onboard => "onboard",
        /// The person withdrew before the first day.
        GiveUpOnboarding => "give_up_onboarding",
    }
}

/// A move of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Dragged from online to onsite interviews.
    Drag,
    /// Passed an interview.
    MarkPassed,
    /// Rejected without an email; final.
    Eliminate,
    /// Archived for this reason. [`ArchiveReason::Eliminated`] is not allowed.
    Archive(ArchiveReason),
    /// Restored to the previous stage.
    Restore,
    /// Recalled from the talent pool to the first interview.
    Recall,
    /// The person was blacklisted; final.
    Blacklist,
    /// Set by hand to this state.
    SetByHand(State),
    /// The last move is undone, back to this state.
    TakeBack(State),
    /// An email of this type was accepted for delivery.
    Send(StageEmail),
    /// A rejection was accepted for delivery, and the person stays in the talent pool.
    SendRejectionAndKeep,
    /// Not booked in time.
    TimeOut,
    /// An interview was booked.
    Book,
    /// The booking was cancelled.
    CancelBooking,
    /// The interview took place.
    CompleteInterview,
    /// The candidate did not appear.
    MarkNoShow,
    /// The offer is being prepared.
    PrepareOffer,
    /// The candidate opened the offer.
    ViewOffer,
    /// The candidate accepted.
    AcceptOffer,
    /// The candidate declined.
    DeclineOffer,
    /// The offer was withdrawn.
    WithdrawOffer,
    /// Onboarding began.
    BeginOnboarding,
    /// The person started work.
    Onboard,
    /// The person withdrew before the first day.
    GiveUpOnboarding,
}

/// The effect of a move from one placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// The new placement.
    pub to: Placement,
    /// The permission a member needs; the clock and candidates need none.
    pub permission: Permission,
    /// Whether it overrides the AI's recommendation, which requires a reason.
    pub overrules_ai: bool,
    /// Whether the time in the sub-status restarts.
    pub restarts_clock: bool,
}

/// The table does not allow this move from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the move is not allowed from here")]
pub struct MoveNotAllowed;

impl Move {
    /// The kind.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self {
            Self::Drag => MoveKind::Drag,
            Self::MarkPassed => MoveKind::MarkPassed,
            Self::Eliminate => MoveKind::Eliminate,
            Self::Archive(_) => MoveKind::Archive,
            Self::Restore => MoveKind::Restore,
            Self::Recall => MoveKind::Recall,
            Self::Blacklist => MoveKind::Blacklist,
            Self::SetByHand(_) => MoveKind::SetByHand,
            Self::TakeBack(_) => MoveKind::TakeBack,
            Self::Send(StageEmail::OnlineInvitation) => MoveKind::SendOnlineInvitation,
            Self::Send(StageEmail::OnsiteInvitation) => MoveKind::SendOnsiteInvitation,
            Self::Send(StageEmail::OfferIntent) => MoveKind::SendOfferIntent,
            Self::Send(StageEmail::OfferSent) => MoveKind::SendOffer,
            Self::Send(StageEmail::Rejection) | Self::SendRejectionAndKeep => MoveKind::SendRejection,
            Self::TimeOut => MoveKind::TimeOut,
            Self::Book => MoveKind::Book,
            Self::CancelBooking => MoveKind::CancelBooking,
            Self::CompleteInterview => MoveKind::CompleteInterview,
            Self::MarkNoShow => MoveKind::MarkNoShow,
            Self::PrepareOffer => MoveKind::PrepareOffer,
            Self::ViewOffer => MoveKind::ViewOffer,
            Self::AcceptOffer => MoveKind::AcceptOffer,
            Self::DeclineOffer => MoveKind::DeclineOffer,
            Self::WithdrawOffer => MoveKind::WithdrawOffer,
            Self::BeginOnboarding => MoveKind::BeginOnboarding,
            Self::Onboard => MoveKind::Onboard,
            Self::GiveUpOnboarding => MoveKind::GiveUpOnboarding,
        }
    }

    /// The effect of the move from this placement.
    ///
    /// # Errors
    /// [`MoveNotAllowed`] if the table does not allow it.
    pub fn apply(self, from: Placement) -> Result<Transition, MoveNotAllowed> {
        let rule = RULES.iter().find(|rule| rule.matches(self, from)).ok_or(MoveNotAllowed)?;
        let state = rule.target(from.state);
        let archived = match self {
            Self::Archive(ArchiveReason::Eliminated) => return Err(MoveNotAllowed),
            Self::Archive(reason) => Some(reason),
            Self::Restore | Self::Recall => None,
            Self::Eliminate | Self::Blacklist | Self::Send(StageEmail::Rejection) => Some(ArchiveReason::Eliminated),
            Self::SendRejectionAndKeep => Some(ArchiveReason::TalentPool),
            _ => from.archived,
        };
        Ok(Transition {
            to: Placement { state, archived },
            permission: rule.permission,
            overrules_ai: rule.overrules_ai,
            restarts_clock: state != from.state || self.kind().is_invitation(),
        })
    }
}

impl MoveKind {
    /// Whether the kind allows several targets from one state.
    const fn names_its_target(self) -> bool {
        matches!(self, Self::SetByHand | Self::TakeBack)
    }

    const fn is_invitation(self) -> bool {
        matches!(self, Self::SendOnlineInvitation | Self::SendOnsiteInvitation)
    }

    /// The permissions it may require, depending on the application's state.
    #[must_use]
    pub fn permissions(self) -> Vec<Permission> {
        let mut all: Vec<_> = RULES.iter().filter(|rule| rule.kind == self).map(|rule| rule.permission).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Rule {
    fn matches(&self, what: Move, from: Placement) -> bool {
        let is_target = match what {
            Move::SetByHand(to) | Move::TakeBack(to) => self.target(from.state) == to,
            _ => true,
        };
        self.kind == what.kind() && is_target && self.holds_at(from)
    }

    fn holds_at(&self, from: Placement) -> bool {
        let state = from.state;
        let is_listed = match self.from {
            Origin::Any => true,
            Origin::Stage(stage) => state.stage == stage,
            Origin::States(states) => states.contains(&state),
        };
        // Only rules marked as repeating may end where they began.
        is_listed && self.when.holds(from) && (self.to == Target::Same || self.repeats || self.target(state) != state)
    }

    fn target(&self, from: State) -> State {
        match self.to {
            Target::Same => from,
            Target::State(state) => state,
        }
    }
}

impl When {
    fn holds(self, at: Placement) -> bool {
        match self {
            Self::Open => at.archived.is_none() && at.state.stage != Stage::Archived,
            Self::InPool => at.archived.is_some() && !at.is_eliminated(),
            Self::InPoolWithStage => Self::InPool.holds(at) && at.state.stage != Stage::Archived,
            Self::NotEliminated => !at.is_eliminated(),
        }
    }
}

/// One row of the exported table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TableRow {
    /// The move.
    #[serde(rename = "move")]
    pub kind: MoveKind,
    /// The state before.
    pub from: State,
    /// Whether it is archived there.
    pub from_archived: bool,
    /// The state after.
    pub to: State,
    /// The required permission.
    #[serde(serialize_with = "as_text")]
    pub permission: Permission,
    /// Whether a reason is required, because it overrides the AI.
    pub overrules_ai: bool,
}

fn as_text<S: serde::Serializer>(permission: &Permission, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(permission)
}

/// The whole table for the web app: one row per move, state and, for moves by hand and undo, target.
#[must_use]
pub fn table() -> Vec<TableRow> {
    let placements = |state| [Placement::open(state), Placement { state, archived: Some(ArchiveReason::TalentPool) }];
    let mut rows: Vec<TableRow> = Vec::new();
    for kind in MoveKind::ALL {
        for from in State::all().flat_map(placements) {
            let here = rows.len();
            for rule in RULES.iter().filter(|rule| rule.kind == *kind && rule.holds_at(from)) {
                let to = rule.target(from.state);
                let is_shadowed = rows[here..].iter().any(|row| !kind.names_its_target() || row.to == to);
                if !is_shadowed {
                    rows.push(TableRow {
                        kind: *kind,
                        from: from.state,
                        from_archived: from.archived.is_some(),
                        to,
                        permission: rule.permission,
                        overrules_ai: rule.overrules_ai,
                    });
                }
            }
        }
    }
    rows
}
