//! What stands out in the metrics of a period, with its cause: who waits for what, bottlenecks, changes, unusual jobs.
//!
//! Each finding is said once: of figures that follow from one another, only the first in the pipeline is reported, and
//! nobody is counted in two findings about waiting.

mod causes;
mod prose;

use serde::Serialize;
use utoipa::ToSchema;

pub use self::causes::{Breakdown, Cause, CauseKind, InterviewerWaits, JobEntries, JobStays, JobWaits};
pub use self::prose::{is_covered, restates};
use super::cohort::PATH;
use super::waits::WaitsFor;
use super::{Dashboard, FunnelStage, JobSummary};
use crate::application::ApplicationSource;
use crate::ids::JobId;
use crate::stage::Stage;
use crate::wire_enum;

wire_enum! {
    /// The kind of a finding.
    pub enum FindingKind {
        /// More applications entered a stage than in the period before: `value`, `before`.
        StageUp => "stage_up",
        /// Fewer applications entered a stage than in the period before: `value`, `before`.
        StageDown => "stage_down",
        /// A stage is slow: `value` candidates left it, and one in ten stayed longer than `days`.
        StageSlow => "stage_slow",
        /// `value` open candidates had no step for seven days or more, and wait for `waits_for`.
        WaitingLong => "waiting_long",
        /// `value` invitations expired and can be sent again.
        InvitationsExpired => "invitations_expired",
        /// An open job without candidates, in the period or in the pipeline.
        JobEmpty => "job_empty",
        /// `value` candidates of a job are in review and none is interviewed.
        JobUnreviewed => "job_unreviewed",
        /// The source with the best share: of its `before` applications, `value` advanced beyond review.
        SourceBest => "source_best",
    }
}

wire_enum! {
    /// Whether a finding calls for action.
    pub enum FindingLevel {
        /// Needs attention.
        Attention => "attention",
        /// Good to know.
        Information => "information",
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// Whether it calls for action.
    pub level: FindingLevel,
    /// The stage it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Stage>,
    /// What the candidates wait for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<WaitsFor>,
    /// The job it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_id: Option<JobId>,
    /// The job's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_title: Option<String>,
    /// The source it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<ApplicationSource>,
    /// The main number; its meaning depends on the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// The number it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
    /// Days, to one decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<f64>,
    /// What makes it, if the figures show that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

impl Finding {
    const fn new(kind: FindingKind, level: FindingLevel) -> Self {
        Self {
            kind,
            level,
            status: None,
            waits_for: None,
            job_id: None,
            job_title: None,
            source: None,
            value: None,
            before: None,
            days: None,
            cause: None,
        }
    }

    const fn attention(kind: FindingKind) -> Self {
        Self::new(kind, FindingLevel::Attention)
    }

    fn of_stage(self, status: Stage) -> Self {
        Self { status: Some(status), ..self }
    }

    fn of_job(self, job: &JobSummary) -> Self {
        Self { job_id: Some(job.job_id), job_title: Some(job.title.clone()), ..self }
    }

    fn value(self, value: i64) -> Self {
        Self { value: Some(value), ..self }
    }

    fn before(self, before: i64) -> Self {
        Self { before: Some(before), ..self }
    }

    fn because(self, cause: Option<Cause>) -> Self {
        Self { cause, ..self }
    }
}

/// With fewer entries than this in both periods, a change may be chance.
const MIN_ENTRIES: i64 = 5;
/// A change smaller than this share of the larger period is not reported.
const MIN_CHANGE_PERCENT: i64 = 25;
/// A stage is slow if its 90th percentile reaches this many days.
pub const SLOW_DAYS: i32 = 14;
/// The fewest stays for which a percentile is meaningful.
const MIN_STAYS: i64 = 5;
/// This many candidates in review without an interview are a backlog.
const MIN_UNREVIEWED: i64 = 10;
/// The fewest applications for which a source's share is meaningful.
const MIN_OF_SOURCE: i64 = 10;
/// The most findings per kind about jobs and waiting.
const MAX_PER_KIND: usize = 3;

/// Computes the findings, those that need attention first.
#[must_use]
pub fn findings(dashboard: &Dashboard, breakdown: &Breakdown) -> Vec<Finding> {
    let mut found = waiting(dashboard, breakdown);
    found.extend(expired(dashboard, breakdown));
    let slow = slow(dashboard, breakdown, &found);
    found.extend(slow);
    let unreviewed = unreviewed(dashboard, &found);
    found.extend(unreviewed);
    found.extend(empty_jobs(dashboard));
    found.extend(changes(dashboard, breakdown));
    found.extend(best_source(dashboard));
    found.sort_by_key(|finding| finding.level);
    found
}

/// Who waits long, by what they wait for, the largest groups first.
fn waiting(dashboard: &Dashboard, breakdown: &Breakdown) -> Vec<Finding> {
    let group = |&waits: &WaitsFor| {
        let long = breakdown.waiting_for(waits).map(|group| group.long).sum();
        (long > 0).then(|| Finding {
            waits_for: Some(waits),
            ..Finding::attention(FindingKind::WaitingLong)
                .value(long)
                .because(causes::of_waiting(waits, long, dashboard, breakdown))
        })
    };
    let mut found: Vec<Finding> = WaitsFor::ALL.iter().filter_map(group).collect();
    found.sort_by_key(|finding| -finding.value.unwrap_or_default());
    found.truncate(MAX_PER_KIND);
    found
}

fn expired(dashboard: &Dashboard, breakdown: &Breakdown) -> Option<Finding> {
    let expired = dashboard.timeouts.current;
    (expired > 0).then(|| {
        let cause = causes::of_expired(expired, dashboard, breakdown);
        Finding::attention(FindingKind::InvitationsExpired).value(expired).because(cause)
    })
}

/// Slow stages in which no finding names those who wait now.
fn slow(dashboard: &Dashboard, breakdown: &Breakdown, found: &[Finding]) -> Vec<Finding> {
    let is_named = |stage: Stage| {
        let mut waits = found.iter().filter_map(|finding| finding.waits_for);
        waits.any(|waits| breakdown.waiting_for(waits).any(|group| group.status == stage && group.long > 0))
    };
    let slow = dashboard
        .stages
        .iter()
        .filter(|stage| stage.count >= MIN_STAYS && stage.p90_days >= f64::from(SLOW_DAYS) && !is_named(stage.status));
    slow.map(|stage| Finding {
        days: Some(rounded(stage.p90_days)),
        ..Finding::attention(FindingKind::StageSlow)
            .of_stage(stage.status)
            .value(stage.count)
            .because(causes::of_slow_stage(stage.status, dashboard, breakdown))
    })
    .collect()
}

/// Jobs with a backlog in review that no finding about waiting names already.
fn unreviewed(dashboard: &Dashboard, found: &[Finding]) -> Vec<Finding> {
    let is_named = |job: &JobSummary| {
        let mut decisions = found.iter().filter(|finding| finding.waits_for == Some(WaitsFor::Decision));
        decisions.any(|finding| finding.cause.as_ref().and_then(|cause| cause.job_id) == Some(job.job_id))
    };
    open_jobs(dashboard)
        .filter(|job| job.in_review >= MIN_UNREVIEWED && job.in_interviews == 0 && !is_named(job))
        .take(MAX_PER_KIND)
        .map(|job| {
            let cause = causes::of_backlog(job);
            Finding::attention(FindingKind::JobUnreviewed).of_job(job).value(job.in_review).because(cause)
        })
        .collect()
}

fn empty_jobs(dashboard: &Dashboard) -> Vec<Finding> {
    open_jobs(dashboard)
        .filter(|job| job.applied + job.in_review + job.in_interviews + job.in_offer == 0)
        .take(MAX_PER_KIND)
        .map(|job| Finding::attention(FindingKind::JobEmpty).of_job(job).because(Some(causes::of_empty_job(job))))
        .collect()
}

fn open_jobs(dashboard: &Dashboard) -> impl Iterator<Item = &JobSummary> {
    dashboard.jobs.iter().filter(|job| job.is_active)
}

/// Changes of entries into a stage that do not follow from the stage before.
fn changes(dashboard: &Dashboard, breakdown: &Breakdown) -> Vec<Finding> {
    let at = |status: Stage| dashboard.funnel.iter().find(|stage| stage.status == status);
    let mut previous: Option<&FunnelStage> = None;
    let mut found = Vec::new();
    for stage in PATH.into_iter().filter_map(at) {
        let follows = previous.replace(stage);
        let (now, before) = (stage.entered, stage.entered_before);
        let expected = follows.map_or(before, |earlier| {
            if earlier.entered_before > 0 { before * earlier.entered / earlier.entered_before } else { before }
        });
        let is_own = changed(now, expected) && (now > expected) == (now > before);
        if !changed(now, before) || !is_own {
            continue;
        }
        let finding = if now > before {
            Finding::new(FindingKind::StageUp, FindingLevel::Information)
        } else {
            Finding::attention(FindingKind::StageDown)
        };
        let cause = causes::of_change(stage, dashboard, breakdown);
        found.push(finding.of_stage(stage.status).value(now).before(before).because(cause));
    }
    found
}

fn changed(now: i64, before: i64) -> bool {
    let larger = now.max(before);
    larger >= MIN_ENTRIES && (now - before).abs() * 100 >= larger * MIN_CHANGE_PERCENT
}

/// The source with the best share of advancing applications, if there are several to compare.
fn best_source(dashboard: &Dashboard) -> Option<Finding> {
    let large: Vec<_> = dashboard.sources.iter().filter(|source| source.applied >= MIN_OF_SOURCE).collect();
    let best = large.iter().max_by(|a, b| (a.advanced * b.applied).cmp(&(b.advanced * a.applied)))?;
    (large.len() > 1 && best.advanced > 0).then(|| Finding {
        source: Some(best.source),
        ..Finding::new(FindingKind::SourceBest, FindingLevel::Information)
            .value(best.advanced)
            .before(best.applied)
            .because(causes::of_best_source(best, dashboard))
    })
}

fn rounded(days: f64) -> f64 {
    (days * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests;
