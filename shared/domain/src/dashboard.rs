//! The metrics of a period, for the dashboard and exports.

pub mod cohort;
pub mod insights;
pub mod waits;

use serde::Serialize;
use time::{Date, Duration, Month, OffsetDateTime};
use utoipa::ToSchema;

use self::cohort::Cohort;
use self::waits::WaitsFor;
use crate::application::ApplicationSource;
use crate::evaluation::RecommendationLevel;
use crate::ids::{ApplicationId, InterviewScheduleId, JobId, PersonId, UserId};
use crate::stage::{Stage, SubStatus};
use crate::wire_enum;
use crate::zone::Zone;

/// Days without a step after which a candidate counts as waiting long.
pub const LONG_WAIT_DAYS: i64 = 7;

wire_enum! {
    /// File format of an export.
    pub enum ExportFormat {
        /// An Excel workbook.
        Xlsx => "xlsx",
        /// A PDF with charts.
        Pdf => "pdf",
    }
}

impl ExportFormat {
    /// The MIME type.
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
    /// The same for the preceding period of the same length.
    pub entered_before: i64,
    /// Applications in it now.
    pub current: i64,
    /// Breakdown of `current` by sub-status.
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

/// Time applications spent in a stage before leaving it within the period.
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
    /// The same for the period before.
    pub before: Option<StagePace>,
}

/// Durations that ended in a period: stays in a stage, or the time from applying to being hired.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct StagePace {
    /// How many ended within the period.
    pub count: i64,
    /// Median, in days.
    pub median_days: f64,
    /// 90th percentile, in days.
    pub p90_days: f64,
}

/// Time from applying to onboarding, of those who entered onboarding in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, ToSchema)]
pub struct TimeToHire {
    /// Those hired within the period; `null` if none.
    pub now: Option<StagePace>,
    /// Those hired within the period before.
    pub before: Option<StagePace>,
}

/// Metrics of one job.
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
    /// The same in the period before.
    pub applied_before: i64,
    /// In AI review now.
    pub in_review: i64,
    /// In interviews now.
    pub in_interviews: i64,
    /// In the offer stage now.
    pub in_offer: i64,
    /// Applications that entered onboarding within the period.
    pub hired: i64,
    /// The same in the period before.
    pub hired_before: i64,
}

/// Scores of the applications created within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScoreSummary {
    /// By recommendation level, best first.
    pub levels: Vec<LevelSummary>,
    /// In ten bins of ten points, lowest first; 100 is in the last.
    pub histogram: [i64; 10],
    /// The same for applications created in the period before.
    pub histogram_before: [i64; 10],
}

/// How many applications have a recommendation level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct LevelSummary {
    /// The level.
    pub level: RecommendationLevel,
    /// How many.
    pub count: i64,
    /// The same in the period before.
    pub count_before: i64,
}

/// Results of one source within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SourceSummary {
    /// The source.
    pub source: ApplicationSource,
    /// Applications created.
    pub applied: i64,
    /// Those of them that got beyond AI review, archived ones too.
    pub advanced: i64,
    /// Applications created within the period before.
    pub applied_before: i64,
    /// Those of them that got beyond AI review, archived ones too.
    pub advanced_before: i64,
}

/// Invitations that expired without a booking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimeoutSummary {
    /// Online invitations that expired within the period.
    pub online: i64,
    /// Onsite invitations that expired within the period.
    pub onsite: i64,
    /// Online invitations that expired within the period before.
    pub online_before: i64,
    /// Onsite invitations that expired within the period before.
    pub onsite_before: i64,
    /// Applications currently at an expired invitation.
    pub current: i64,
}

/// Activity of one member within the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MemberSummary {
    /// The member's user.
    pub user_id: UserId,
    /// Their name.
    pub name: String,
    /// Status changes they made.
    pub moves: i64,
    /// The same in the period before.
    pub moves_before: i64,
}

/// A member's current workload: candidates of the jobs assigned to them, and their interviews.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MemberWorkload {
    /// The member's user.
    pub user_id: UserId,
    /// Their name.
    pub name: String,
    /// Jobs assigned to them.
    pub jobs: i64,
    /// Candidates of these jobs who need a decision: in AI review, interviews or the offer stage.
    pub open: i64,
    /// Those of them without a step for seven days or more.
    pub waiting: i64,
    /// Interviews with candidates that they hold in the next seven days.
    pub interviews: i64,
}

/// Candidates waiting for a next step, now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingSummary {
    /// Open candidates without a step for seven days or more.
    pub long: i64,
    /// Those waiting longest, longest first. Empty for members who may not see candidates.
    pub candidates: Vec<WaitingCandidate>,
}

/// A waiting candidate.
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
    /// Their stage.
    pub status: Stage,
    /// Their sub-status.
    pub sub_status: SubStatus,
    /// Since when they have been waiting.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
}

/// Interviews of the next seven days.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct InterviewsSummary {
    /// How many are scheduled.
    pub upcoming: i64,
    /// How many of them are linked to a candidate.
    pub linked: i64,
    /// The next ones. Empty for members who may not see the schedule.
    pub next: Vec<UpcomingInterview>,
}

/// A scheduled interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UpcomingInterview {
    /// The entry of the schedule.
    pub id: InterviewScheduleId,
    /// Start.
    #[serde(with = "time::serde::rfc3339")]
    pub start_time: OffsetDateTime,
    /// Which round.
    pub round: i32,
    /// Name of the interviewer.
    pub interviewer_name: String,
    /// The person, if a candidate is linked.
    pub person_id: Option<PersonId>,
    /// The candidate's name, or the name given when booking.
    pub name: Option<String>,
    /// The job's title, if a candidate is linked.
    pub job_title: Option<String>,
}

/// A job the dashboard can be filtered by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobChoice {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
}

wire_enum! {
    /// Step length of a trend.
    pub enum TrendStep {
        /// Days.
        Day => "day",
        /// Weeks from Monday.
        Week => "week",
        /// Months.
        Month => "month",
    }
}

impl TrendStep {
    /// The step that divides this many days into one or two dozen points.
    #[must_use]
    pub const fn of_days(days: i64) -> Self {
        match days {
            ..=31 => Self::Day,
            32..=120 => Self::Week,
            _ => Self::Month,
        }
    }

    /// The start of each step of a period, by the zone's calendar; the first is at or before the period's start.
    #[must_use]
    pub fn starts(self, from: OffsetDateTime, to: OffsetDateTime, zone: Zone) -> Vec<OffsetDateTime> {
        let day = zone.local(from).date();
        let first = match self {
            Self::Day => Some(day),
            Self::Week => day.checked_sub(Duration::days(day.weekday().number_days_from_monday().into())),
            Self::Month => day.replace_day(1).ok(),
        };
        let next = |start: &Date| match self {
            Self::Day => start.next_day(),
            Self::Week => start.checked_add(Duration::WEEK),
            Self::Month => {
                let year = start.year() + i32::from(start.month() == Month::December);
                Date::from_calendar_date(year, start.month().next(), 1).ok()
            }
        };
        let mut starts =
            std::iter::successors(first, next).map_while(|day| zone.start_of(day)).take_while(|start| *start < to);
        let first = starts.next().map_or(from, |start| start.min(from));
        // Where clocks change around midnight, a day may begin before its calendar says so.
        let mut all = vec![first];
        all.extend(starts.filter(|start| *start > from));
        all.dedup();
        all
    }
}

/// The development over a period, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trend {
    /// Step length. The first and the last step may be cut off by the period.
    pub step: TrendStep,
    /// Every step of the period, earliest first.
    pub points: Vec<TrendPoint>,
    /// Totals of the period.
    pub total: TrendTotal,
    /// Totals of the period before.
    pub total_before: TrendTotal,
}

/// Totals of a period: applications, each counted once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrendTotal {
    /// Applied.
    pub applied: i64,
    /// Reached an interview stage.
    pub interviewed: i64,
    /// Reached the offer stage.
    pub offered: i64,
    /// Reached onboarding.
    pub hired: i64,
}

/// Counts within one step: applications, each counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrendPoint {
    /// Start of the step.
    #[serde(with = "time::serde::rfc3339")]
    pub start: OffsetDateTime,
    /// Applied.
    pub applied: i64,
    /// Reached an interview stage.
    pub interviewed: i64,
    /// Reached the offer stage.
    pub offered: i64,
    /// Reached onboarding.
    pub hired: i64,
}

wire_enum! {
    /// A kind of metric whose candidates can be listed.
    pub enum FigureKind {
        /// Entered a stage within the period.
        Entered => "entered",
        /// Left a stage within the period.
        Left => "left",
        /// Applied within the period, according to the history.
        Arrived => "arrived",
        /// Entered an interview stage from a stage other than the interview stages within the period.
        CameToInterviews => "came_to_interviews",
        /// Had an invitation expire within the period.
        TimedOut => "timed_out",
        /// Were moved by a member within the period.
        Moved => "moved",
        /// Are in a stage now.
        Current => "current",
        /// Are in one of the two interview stages now.
        InInterviews => "in_interviews",
        /// Are at an expired invitation now.
        TimedOutNow => "timed_out_now",
        /// Have been without a next step for seven days or more, now.
        Waiting => "waiting",
        /// Need a decision now, in a job assigned to a member.
        Workload => "workload",
        /// The same, without a next step for seven days or more.
        WorkloadWaiting => "workload_waiting",
        /// Have an interview in the next seven days, with one member or any.
        Interviewing => "interviewing",
        /// Were created within the period.
        Applied => "applied",
        /// Were created within the period and reached a stage, or a later one, up to now.
        Reached => "reached",
        /// Were created within the period and have a recommendation level.
        Level => "level",
        /// Were created within the period and have a score in one bin of ten points.
        ScoreClass => "score_class",
        /// Were created within the period and came from a source.
        Source => "source",
        /// The same, limited to those beyond AI review now.
        Advanced => "advanced",
    }
}

/// A metric of the dashboard, as the parameter of its candidate list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// Entered the stage within the period.
    Entered(Stage),
    /// Left the stage within the period.
    Left(Stage),
    /// Applied within the period.
    Arrived,
    /// Entered an interview stage within the period.
    CameToInterviews,
    /// Had an invitation expire within the period: of one interview stage, or of either.
    TimedOut(Option<Stage>),
    /// Were moved by the member within the period.
    Moved(UserId),
    /// Are in the stage now.
    Current(Stage),
    /// Are in one of the two interview stages now.
    InInterviews,
    /// Are at an expired invitation now.
    TimedOutNow,
    /// Have been waiting long for a next step, now: for one thing, or for any.
    Waiting(Option<WaitsFor>),
    /// Need a decision now, in a job assigned to the member.
    Workload(UserId),
    /// The same, limited to those waiting long.
    WorkloadWaiting(UserId),
    /// Have an interview in the next seven days: with the member, or with any.
    Interviewing(Option<UserId>),
    /// Were created within the period.
    Applied,
    /// Were created within the period and reached the stage, or a later one, up to now.
    Reached(Stage),
    /// Were created within the period, with the recommendation level.
    Level(RecommendationLevel),
    /// Were created within the period, with a score in the bin: 0 for 0 to under 10, 9 for 90 to 100.
    ScoreClass(u8),
    /// Were created within the period, from the source.
    Source(ApplicationSource),
    /// The same, limited to those beyond AI review now.
    Advanced(ApplicationSource),
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
            Self::Waiting(_) => FigureKind::Waiting,
            Self::Workload(_) => FigureKind::Workload,
            Self::WorkloadWaiting(_) => FigureKind::WorkloadWaiting,
            Self::Interviewing(_) => FigureKind::Interviewing,
            Self::Applied => FigureKind::Applied,
            Self::Reached(_) => FigureKind::Reached,
            Self::Level(_) => FigureKind::Level,
            Self::ScoreClass(_) => FigureKind::ScoreClass,
            Self::Source(_) => FigureKind::Source,
            Self::Advanced(_) => FigureKind::Advanced,
        }
    }

    /// Whether it counts events, of which one candidate may have several, instead of candidates.
    #[must_use]
    pub const fn counts_events(&self) -> bool {
        matches!(self, Self::Left(_) | Self::TimedOut(_) | Self::Moved(_) | Self::Interviewing(_))
    }

    /// Whether it describes the present, independent of the period.
    #[must_use]
    pub const fn is_of_now(&self) -> bool {
        matches!(
            self,
            Self::Current(_)
                | Self::InInterviews
                | Self::TimedOutNow
                | Self::Waiting(_)
                | Self::Workload(_)
                | Self::WorkloadWaiting(_)
                | Self::Interviewing(_)
        )
    }
}

/// A candidate counted by a metric.
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
    /// Their stage now.
    pub status: Stage,
    /// Their sub-status now.
    pub sub_status: SubStatus,
    /// Since when they have been in it.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    /// Whether the application is archived.
    pub is_archived: bool,
    /// Recommendation level of the evaluation.
    pub level: Option<RecommendationLevel>,
    /// Score of the evaluation.
    pub score: Option<f64>,
    /// The source.
    pub source: ApplicationSource,
    /// When they applied.
    #[serde(with = "time::serde::rfc3339")]
    pub applied_at: OffsetDateTime,
    /// How many times the metric counts them.
    pub times: i64,
}

/// All metrics.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Dashboard {
    /// Start of the period, inclusive.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// End of the period, exclusive.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// The time zone of its days: the organization's.
    pub time_zone: String,
    /// Every stage, in the order of the pipeline.
    pub funnel: Vec<FunnelStage>,
    /// Those who applied within the period, and how far they got up to now.
    pub cohort: Cohort,
    /// Time from applying to being hired.
    pub time_to_hire: TimeToHire,
    /// The development over the period.
    pub trend: Trend,
    /// Jobs, the one with most candidates first.
    pub jobs: Vec<JobSummary>,
    /// Every job the dashboard can be filtered by, independent of the current filter: those with candidates, and open
    /// ones.
    pub job_choices: Vec<JobChoice>,
    /// Time spent in each stage that applications left.
    pub stages: Vec<StageTime>,
    /// Scores.
    pub scores: ScoreSummary,
    /// Sources, largest first.
    pub sources: Vec<SourceSummary>,
    /// Expired invitations.
    pub timeouts: TimeoutSummary,
    /// Members who moved candidates, most moves first.
    pub members: Vec<MemberSummary>,
    /// Members with jobs or interviews of their own, most open candidates first.
    pub workload: Vec<MemberWorkload>,
    /// Waiting candidates.
    pub waiting: WaitingSummary,
    /// Upcoming interviews.
    pub interviews: InterviewsSummary,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn months_start_on_the_first_and_weeks_on_monday() {
        let (from, to) = (datetime!(2025-11-20 15:30 UTC), datetime!(2026-02-01 00:00 UTC));
        let starts = [datetime!(2025-11-01 0:00 UTC), datetime!(2025-12-01 0:00 UTC), datetime!(2026-01-01 0:00 UTC)];
        assert_eq!(TrendStep::Month.starts(from, to, Zone::UTC), starts);
        assert_eq!(TrendStep::Week.starts(from, to, Zone::UTC)[0], datetime!(2025-11-17 0:00 UTC));
        let (from, to) = (datetime!(2026-01-01 1:00 +08), datetime!(2026-01-01 0:00 UTC));
        assert_eq!(TrendStep::Day.starts(from, to, Zone::UTC).len(), 1);
    }

    #[test]
    fn steps_follow_the_calendar_of_their_zone() {
        let shanghai = Zone::named("Asia/Shanghai").unwrap();
        let (from, to) = (datetime!(2026-02-28 16:00 UTC), datetime!(2026-03-02 16:00 UTC));
        let days = [datetime!(2026-03-01 0:00 +08), datetime!(2026-03-02 0:00 +08)];
        assert_eq!(TrendStep::Day.starts(from, to, shanghai), days);
        assert_eq!(TrendStep::Month.starts(from, to, shanghai), [datetime!(2026-03-01 0:00 +08)]);
        // Clocks are put forward on 2026-03-08.
        let new_york = Zone::named("America/New_York").unwrap();
        let (from, to) = (datetime!(2026-03-07 05:00 UTC), datetime!(2026-03-10 04:00 UTC));
        let days = [datetime!(2026-03-07 5:00 UTC), datetime!(2026-03-08 5:00 UTC), datetime!(2026-03-09 4:00 UTC)];
        assert_eq!(TrendStep::Day.starts(from, to, new_york), days);
    }

    proptest! {
        /// The steps cover the period without gaps, and none of them is empty.
        #[test]
        fn steps_cover_their_period(
            from in 0_i64..2_000_000_000,
            seconds in 1_i64..90_000_000,
            zone in prop::sample::select(chrono_tz::TZ_VARIANTS.as_slice()),
        ) {
            let zone = Zone::named(zone.name()).unwrap();
            let from = OffsetDateTime::from_unix_timestamp(from).unwrap();
            let to = from + Duration::seconds(seconds);
            for step in [TrendStep::Day, TrendStep::Week, TrendStep::Month] {
                let starts = step.starts(from, to, zone);
                prop_assert!(starts[0] <= from && starts.get(1).is_none_or(|second| *second > from));
                prop_assert!(starts.windows(2).all(|pair| pair[0] < pair[1]));
                prop_assert!(*starts.last().unwrap() < to);
            }
        }
    }
}
