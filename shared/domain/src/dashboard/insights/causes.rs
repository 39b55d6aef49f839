//! The causes of findings: which job, source or interviewer makes a figure.

use serde::Serialize;
use utoipa::ToSchema;

use crate::application::ApplicationSource;
use crate::dashboard::waits::WaitsFor;
use crate::dashboard::{Dashboard, FunnelStage, JobSummary, SourceSummary};
use crate::ids::JobId;
use crate::stage::{Stage, SubStatus};
use crate::wire_enum;

wire_enum! {
    /// The kind of a cause.
    pub enum CauseKind {
        /// `value` of them belong to one job.
        Job => "job",
        /// They are spread over `before` jobs, `value` of them in the largest.
        Jobs => "jobs",
        /// `value` of them have their interview with one interviewer.
        Interviewer => "interviewer",
        /// The AI recommends `value` of them.
        Recommended => "recommended",
        /// One job changed most, to `value` from `before`.
        JobChange => "job_change",
        /// One source changed most, to `value` from `before`.
        SourceChange => "source_change",
        /// `value` jobs changed in the same direction, none of them most.
        ManyJobs => "many_jobs",
        /// `value` of the `before` slow stays were in one job.
        SlowJob => "slow_job",
        /// `value` candidates applied within the period; nobody decided on them.
        Backlog => "backlog",
        /// The period before brought `before` candidates.
        Before => "before",
        /// Of all other sources, `value` of `before` advanced.
        OtherSources => "other_sources",
    }
}

/// What makes a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cause {
    /// The kind.
    pub kind: CauseKind,
    /// The job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_id: Option<JobId>,
    /// The job's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_title: Option<String>,
    /// The source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<ApplicationSource>,
    /// The interviewer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The main number; its meaning depends on the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// The number it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
}

impl Cause {
    const fn new(kind: CauseKind) -> Self {
        Self { kind, job_id: None, job_title: None, source: None, name: None, value: None, before: None }
    }

    fn of_job(kind: CauseKind, job: &JobSummary) -> Self {
        Self { job_id: Some(job.job_id), job_title: Some(job.title.clone()), ..Self::new(kind) }
    }

    const fn value(mut self, value: i64) -> Self {
        self.value = Some(value);
        self
    }

    const fn before(mut self, before: i64) -> Self {
        self.before = Some(before);
        self
    }
}

/// Current candidates of a job in a sub-status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobWaits {
    /// The job.
    pub job_id: JobId,
    /// Their stage.
    pub status: Stage,
    /// Their sub-status.
    pub sub_status: SubStatus,
    /// How many are not archived.
    pub open: i64,
    /// Those of them without a step for long.
    pub long: i64,
}

/// Candidates without a step for long, by the interviewer of their latest interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterviewerWaits {
    /// Their sub-status.
    pub sub_status: SubStatus,
    /// The interviewer's name.
    pub name: String,
    /// How many.
    pub long: i64,
}

/// Applications of a job that entered a stage, each counted once per period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobEntries {
    /// The job.
    pub job_id: JobId,
    /// The stage.
    pub status: Stage,
    /// Within the period.
    pub entered: i64,
    /// Within the period before.
    pub entered_before: i64,
}

/// Stays of [`SLOW_DAYS`](super::SLOW_DAYS) or more in a stage that ended within the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobStays {
    /// The job.
    pub job_id: JobId,
    /// The stage.
    pub status: Stage,
    /// How many.
    pub slow: i64,
}

/// The metrics of the dashboard by job and interviewer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// Current candidates.
    pub waiting: Vec<JobWaits>,
    /// Those who wait for an interview or its result.
    pub interviewers: Vec<InterviewerWaits>,
    /// Entries into each stage.
    pub entries: Vec<JobEntries>,
    /// Slow stays.
    pub stays: Vec<JobStays>,
}

impl Breakdown {
    /// Those who wait for this, before onboarding.
    pub(super) fn waiting_for(&self, waits: WaitsFor) -> impl Iterator<Item = &JobWaits> {
        self.waiting.iter().filter(move |group| WaitsFor::of(group.sub_status) == Some(waits))
    }
}

/// Who waits long: one interviewer, or one job, or whom the AI recommends.
pub(super) fn of_waiting(waits: WaitsFor, long: i64, dashboard: &Dashboard, breakdown: &Breakdown) -> Option<Cause> {
    let at_interviewers = || breakdown.interviewers.iter().filter(|one| WaitsFor::of(one.sub_status) == Some(waits));
    let names: Vec<&str> = at_interviewers().map(|one| one.name.as_str()).collect();
    let with = |name: &str| at_interviewers().filter(|one| one.name == name).map(|one| one.long).sum::<i64>();
    let busiest = names.into_iter().map(|name| (name, with(name))).max_by_key(|(_, count)| *count);
    if let Some((name, count)) = busiest.filter(|(_, count)| is_most(*count, long)) {
        return Some(Cause { name: Some(name.to_owned()), ..Cause::new(CauseKind::Interviewer).value(count) });
    }
    let by_job: Vec<(JobId, i64)> = breakdown.waiting_for(waits).map(|group| (group.job_id, group.long)).collect();
    of_jobs(long, &by_job, dashboard).or_else(|| {
        let recommended = breakdown.waiting_for(waits).filter(|group| group.sub_status == SubStatus::RecommendContact);
        let recommended: i64 = recommended.map(|group| group.long).sum();
        (recommended > 0).then(|| Cause::new(CauseKind::Recommended).value(recommended))
    })
}

pub(super) fn of_expired(expired: i64, dashboard: &Dashboard, breakdown: &Breakdown) -> Option<Cause> {
    let is_expired = |group: &&JobWaits| {
        matches!(group.sub_status, SubStatus::OnlineInvitationExpired | SubStatus::OnsiteInvitationExpired)
    };
    let by_job: Vec<_> = breakdown.waiting.iter().filter(is_expired).map(|group| (group.job_id, group.open)).collect();
    of_jobs(expired, &by_job, dashboard)
}

pub(super) fn of_slow_stage(stage: Stage, dashboard: &Dashboard, breakdown: &Breakdown) -> Option<Cause> {
    let by_job: Vec<_> =
        breakdown.stays.iter().filter(|stays| stays.status == stage).map(|stays| (stays.job_id, stays.slow)).collect();
    let all: i64 = by_job.iter().map(|(_, slow)| slow).sum();
    let cause = of_jobs(all, &by_job, dashboard)?;
    (cause.kind == CauseKind::Job).then(|| Cause { kind: CauseKind::SlowJob, ..cause.before(all) })
}

pub(super) fn of_backlog(job: &JobSummary) -> Option<Cause> {
    (job.applied > 0).then(|| Cause::new(CauseKind::Backlog).value(job.applied))
}

pub(super) const fn of_empty_job(job: &JobSummary) -> Cause {
    Cause::new(CauseKind::Before).before(job.applied_before)
}

/// The job or source that makes most of the change.
pub(super) fn of_change(stage: &FunnelStage, dashboard: &Dashboard, breakdown: &Breakdown) -> Option<Cause> {
    let change = stage.entered - stage.entered_before;
    // The change in the direction of the whole.
    let share = |now: i64, before: i64| (now - before) * change.signum();
    let entries = || breakdown.entries.iter().filter(|entries| entries.status == stage.status);
    let job = entries()
        .max_by_key(|entries| share(entries.entered, entries.entered_before))
        .filter(|_| has_several_jobs(dashboard));
    let source = dashboard
        .sources
        .iter()
        .filter(|_| stage.status == Stage::AiReview && dashboard.sources.len() > 1)
        .max_by_key(|source| share(source.applied, source.applied_before));
    let of_job = job.map_or(0, |job| share(job.entered, job.entered_before));
    let of_source = source.map_or(0, |source| share(source.applied, source.applied_before));
    if let Some(source) = source.filter(|_| of_source > of_job && is_most(of_source, change.abs())) {
        let cause = Cause::new(CauseKind::SourceChange).value(source.applied).before(source.applied_before);
        return Some(Cause { source: Some(source.source), ..cause });
    }
    let job = job?;
    if is_most(of_job, change.abs()) {
        let summary = dashboard.jobs.iter().find(|summary| summary.job_id == job.job_id)?;
        return Some(Cause::of_job(CauseKind::JobChange, summary).value(job.entered).before(job.entered_before));
    }
    let alike = entries().filter(|entries| share(entries.entered, entries.entered_before) > 0).count();
    Some(Cause::new(CauseKind::ManyJobs).value(i64::try_from(alike).unwrap_or(i64::MAX)))
}

/// How the sources other than the best do.
pub(super) fn of_best_source(best: &SourceSummary, dashboard: &Dashboard) -> Option<Cause> {
    let others = || dashboard.sources.iter().filter(|source| source.source != best.source);
    let (advanced, applied) =
        (others().map(|source| source.advanced).sum(), others().map(|source| source.applied).sum());
    (applied > 0).then(|| Cause::new(CauseKind::OtherSources).value(advanced).before(applied))
}

/// The job that most of them belong to, or how many jobs they are spread over; `None` if there is only one job.
fn of_jobs(all: i64, groups: &[(JobId, i64)], dashboard: &Dashboard) -> Option<Cause> {
    if !has_several_jobs(dashboard) {
        return None;
    }
    let of = |job: &JobSummary| groups.iter().filter(|(id, _)| *id == job.job_id).map(|(_, count)| count).sum::<i64>();
    let counts: Vec<_> = dashboard.jobs.iter().map(|job| (job, of(job))).filter(|(_, count)| *count > 0).collect();
    let (largest, count) = counts.iter().rev().max_by_key(|(_, count)| *count)?;
    if is_most(*count, all) {
        return Some(Cause::of_job(CauseKind::Job, largest).value(*count));
    }
    let jobs = i64::try_from(counts.len()).unwrap_or(i64::MAX);
    Some(Cause::of_job(CauseKind::Jobs, largest).value(*count).before(jobs))
}

fn has_several_jobs(dashboard: &Dashboard) -> bool {
    dashboard.jobs.len() > 1
}

const fn is_most(part: i64, whole: i64) -> bool {
    part * 2 > whole
}
