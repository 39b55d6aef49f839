//! The figures of a period, as the dashboard shows them and exports carry them.

pub mod insights;

use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::evaluation::RecommendationLevel;
use crate::ids::{ApplicationId, InterviewScheduleId, JobId, PersonId, UserId};
use crate::stage::{Stage, SubStatus};
use crate::wire_enum;

/// From how many days on a candidate counts as waiting long.
pub const LONG_WAIT_DAYS: i64 = 7;

wire_enum! {
    /// What kind of file an export is.
    pub enum ExportFormat {
        /// An Excel workbook.
        Xlsx => "xlsx",
        /// A PDF with charts.
        Pdf => "pdf",
    }
}

impl ExportFormat {
    /// The MIME type of its files.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pdf => "application/pdf",
        }
    }
}

/// One stage of the funnel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FunnelStage {
    /// The stage.
    pub status: Stage,
    /// Applications that entered it within the period, each counted once.
    pub entered: i64,
    /// The same in the period of the same length before.
    pub entered_before: i64,
    /// Applications in it now.
    pub current: i64,
    /// Those of `current` by sub-status.
    pub sub_statuses: Vec<SubStatusCount>,
}

/// How many applications are in a sub-status now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct SubStatusCount {
    /// The sub-status.
    pub sub_status: SubStatus,
    /// How many.
    pub current: i64,
}

/// How long applications stayed in a stage, of those that left it within the period.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct StageTime {
    /// The stage.
    pub status: Stage,
    /// Stays that ended within the period.
    pub count: i64,
    /// Median, in days.
    pub median_days: f64,
    /// 90th percentile, in days.
    pub p90_days: f64,
}

/// One job's figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobSummary {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
    /// Whether it is open.
    pub is_active: bool,
    /// Applications created within the period.
    pub applied: i64,
    /// In AI review now.
    pub in_review: i64,
    /// In interviews now.
    pub in_interviews: i64,
    /// In the offer stage now.
    pub in_offer: i64,
    /// Applications that entered onboarding within the period.
    pub hired: i64,
}

/// Scores of the applications created within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScoreSummary {
    /// By recommendation level, best first.
    pub levels: Vec<LevelCount>,
    /// In ten classes of ten points, lowest first; 100 is in the last.
    pub histogram: [i64; 10],
}

/// How many applications have a recommendation level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct LevelCount {
    /// The level.
    pub level: RecommendationLevel,
    /// How many.
    pub count: i64,
}

/// What one source brought within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SourceSummary {
    /// `batch`, `email`, `manual`, `import`, `pool` or `careers`.
    pub source: String,
    /// Applications created.
    pub applied: i64,
    /// Those of them beyond AI review now.
    pub advanced: i64,
}

/// Invitations that nobody booked in time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimeoutSummary {
    /// Online invitations that ran out within the period.
    pub online: i64,
    /// Onsite invitations that ran out within the period.
    pub onsite: i64,
    /// Applications that stand at a timed-out invitation now.
    pub current: i64,
}

/// What one member did within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MemberSummary {
    /// The member's user.
    pub user_id: UserId,
    /// Their name.
    pub name: String,
    /// Changes of status they made.
    pub moves: i64,
}

/// Who has been waiting for a next step, now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingSummary {
    /// Open candidates without a step for seven days or more.
    pub long: i64,
    /// Those who wait longest, longest first. Empty for members who may not see candidates.
    pub candidates: Vec<WaitingCandidate>,
}

/// A candidate who waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingCandidate {
    /// The application.
    pub application_id: ApplicationId,
    /// The person.
    pub person_id: PersonId,
    /// Their name.
    pub name: Option<String>,
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub job_title: String,
    /// Where they stand.
    pub status: Stage,
    /// And within the stage.
    pub sub_status: SubStatus,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
}

/// Interviews of the seven days to come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct InterviewsSummary {
    /// How many are planned.
    pub upcoming: i64,
    /// The next ones. Empty for members who may not see the schedule.
    pub next: Vec<UpcomingInterview>,
}

/// A planned interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UpcomingInterview {
    /// The entry of the schedule.
    pub id: InterviewScheduleId,
    /// When it begins.
    #[serde(with = "time::serde::rfc3339")]
    pub start_time: OffsetDateTime,
    /// Which round.
    pub round: i32,
    /// Who interviews.
    pub interviewer_name: String,
    /// The person, where a candidate is linked.
    pub person_id: Option<PersonId>,
    /// Their name, or the name of whoever booked.
    pub name: Option<String>,
    /// The job's title, where a candidate is linked.
    pub job_title: Option<String>,
}

/// A job that figures may be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobChoice {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
}

wire_enum! {
    /// How long the steps of a trend are.
    pub enum TrendStep {
        /// Days, in UTC.
        Day => "day",
        /// Weeks from Monday.
        Week => "week",
        /// Months.
        Month => "month",
    }
}

impl TrendStep {
    /// The step that shows so many days in a dozen or two of points.
    #[must_use]
    pub const fn of_days(days: i64) -> Self {
        match days {
            ..=31 => Self::Day,
            32..=120 => Self::Week,
            _ => Self::Month,
        }
    }
}

/// How a period went, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trend {
    /// How long the steps are. The first and the last may be cut off by the period.
    pub step: TrendStep,
    /// Every step of the period, earliest first.
    pub points: Vec<TrendPoint>,
}

/// What happened within one step: applications, each counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrendPoint {
    /// When the step begins.
    #[serde(with = "time::serde::rfc3339")]
    pub start: OffsetDateTime,
    /// Arrived.
    pub applied: i64,
    /// Came to interviews.
    pub interviewed: i64,
    /// Came to the offer stage.
    pub offered: i64,
    /// Came to onboarding.
    pub hired: i64,
}

wire_enum! {
    /// A kind of figure whose candidates can be listed.
    pub enum FigureKind {
        /// Entered a stage within the period.
        Entered => "entered",
        /// Left a stage within the period.
        Left => "left",
        /// Arrived within the period, by the history.
        Arrived => "arrived",
        /// Came to an interview stage from another one within the period.
        CameToInterviews => "came_to_interviews",
        /// Let an invitation run out within the period.
        TimedOut => "timed_out",
        /// Were moved by a member within the period.
        Moved => "moved",
        /// Are in a stage now.
        Current => "current",
        /// Are in one of the two interview stages now.
        InInterviews => "in_interviews",
        /// Stand at an invitation that ran out now.
        TimedOutNow => "timed_out_now",
        /// Have been without a next step for seven days or more, now.
        Waiting => "waiting",
        /// Were created within the period.
        Applied => "applied",
        /// Were created within the period and have a recommendation level.
        Level => "level",
        /// Were created within the period and have a score of one class of ten points.
        ScoreClass => "score_class",
        /// Were created within the period and came from a source.
        Source => "source",
        /// The same, of those beyond AI review now.
        Advanced => "advanced",
    }
}

/// A figure of the dashboard, as its candidates are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// Entered the stage within the period.
    Entered(Stage),
    /// Left the stage within the period.
    Left(Stage),
    /// Arrived within the period.
    Arrived,
    /// Came to an interview stage within the period.
    CameToInterviews,
    /// Let an invitation run out within the period: of one interview stage, or of either.
    TimedOut(Option<Stage>),
    /// Were moved by the member within the period.
    Moved(UserId),
    /// Are in the stage now.
    Current(Stage),
    /// Are in one of the two interview stages now.
    InInterviews,
    /// Stand at an invitation that ran out now.
    TimedOutNow,
    /// Wait long for a next step now.
    Waiting,
    /// Were created within the period.
    Applied,
    /// Were created within the period, with the recommendation level.
    Level(RecommendationLevel),
    /// Were created within the period, with a score of the class: 0 for 0 to under 10, 9 for 90 to 100.
    ScoreClass(u8),
    /// Were created within the period, from the source.
    Source(String),
    /// The same, of those beyond AI review now.
    Advanced(String),
}

impl Figure {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> FigureKind {
        match self {
            Self::Entered(_) => FigureKind::Entered,
            Self::Left(_) => FigureKind::Left,
            Self::Arrived => FigureKind::Arrived,
            Self::CameToInterviews => FigureKind::CameToInterviews,
            Self::TimedOut(_) => FigureKind::TimedOut,
            Self::Moved(_) => FigureKind::Moved,
            Self::Current(_) => FigureKind::Current,
            Self::InInterviews => FigureKind::InInterviews,
            Self::TimedOutNow => FigureKind::TimedOutNow,
            Self::Waiting => FigureKind::Waiting,
            Self::Applied => FigureKind::Applied,
            Self::Level(_) => FigureKind::Level,
            Self::ScoreClass(_) => FigureKind::ScoreClass,
            Self::Source(_) => FigureKind::Source,
            Self::Advanced(_) => FigureKind::Advanced,
        }
    }

    /// Whether it counts what happened, which may be several times to one candidate, rather than candidates.
    #[must_use]
    pub const fn counts_events(&self) -> bool {
        matches!(self, Self::Left(_) | Self::TimedOut(_) | Self::Moved(_))
    }

    /// Whether it is of what is so now, whatever the period.
    #[must_use]
    pub const fn is_of_now(&self) -> bool {
        matches!(self, Self::Current(_) | Self::InInterviews | Self::TimedOutNow | Self::Waiting)
    }
}

/// A candidate behind a figure.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct FigureCandidate {
    /// The application.
    pub application_id: ApplicationId,
    /// The person.
    pub person_id: PersonId,
    /// Their name.
    pub name: Option<String>,
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub job_title: String,
    /// Where they stand now.
    pub status: Stage,
    /// And within the stage.
    pub sub_status: SubStatus,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    /// Out of the pipeline.
    pub is_archived: bool,
    /// The evaluation's level.
    pub level: Option<RecommendationLevel>,
    /// The evaluation's score.
    pub score: Option<f64>,
    /// `batch`, `email`, `manual`, `import`, `pool` or `careers`.
    pub source: String,
    /// When they applied.
    #[serde(with = "time::serde::rfc3339")]
    pub applied_at: OffsetDateTime,
    /// How often the figure counts them.
    pub times: i64,
}

/// All figures.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Dashboard {
    /// The first moment that counts.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// The first moment that no longer counts.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Every stage, in the order of the pipeline.
    pub funnel: Vec<FunnelStage>,
    /// How the period went.
    pub trend: Trend,
    /// Jobs, the one with most candidates first.
    pub jobs: Vec<JobSummary>,
    /// Every job that figures may be asked for, whichever was: those that have candidates or are open.
    pub job_choices: Vec<JobChoice>,
    /// Time in each stage that somebody left.
    pub stages: Vec<StageTime>,
    /// Scores.
    pub scores: ScoreSummary,
    /// Sources, the largest first.
    pub sources: Vec<SourceSummary>,
    /// Timed-out invitations.
    pub timeouts: TimeoutSummary,
    /// Members who moved candidates, the busiest first.
    pub members: Vec<MemberSummary>,
    /// Who waits.
    pub waiting: WaitingSummary,
    /// Interviews to come.
    pub interviews: InterviewsSummary,
}
