//! What stands out in the metrics of a period: changes, bottlenecks, unusual jobs.
//!
//! Findings are computed from the dashboard alone, so every number in them is visible to the reader.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Dashboard, JobSummary};
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
        /// `value` open candidates had no step for seven days or more.
        WaitingLong => "waiting_long",
        /// `value` invitations expired and can be sent again.
        InvitationsExpired => "invitations_expired",
        /// `value` offers are waiting to be sent or answered.
        OffersOpen => "offers_open",
        /// An open job without candidates, in the period or in the pipeline.
        JobEmpty => "job_empty",
        /// `value` candidates of a job are in review and none is interviewed.
        JobUnreviewed => "job_unreviewed",
        /// A job received `value` applications, far more than the other jobs, whose median is `before`.
        JobCrowded => "job_crowded",
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
}

impl Finding {
    const fn new(kind: FindingKind, level: FindingLevel) -> Self {
        Self {
            kind,
            level,
            status: None,
            job_id: None,
            job_title: None,
            source: None,
            value: None,
            before: None,
            days: None,
        }
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
}

/// With fewer entries than this in both periods, a change may be chance.
const MIN_ENTRIES: i64 = 5;
/// A change smaller than this share of the larger period is not reported.
const MIN_CHANGE_PERCENT: i64 = 25;
/// A stage is slow if its 90th percentile reaches this many days.
const SLOW_DAYS: f64 = 14.0;
/// The fewest stays for which a percentile is meaningful.
const MIN_STAYS: i64 = 5;
/// This many candidates in review without an interview are a backlog.
const MIN_UNREVIEWED: i64 = 10;
/// A job is crowded if it has this many times the median number of applications.
const CROWDED_TIMES: i64 = 3;
/// The fewest applications for which a source's share is meaningful.
const MIN_OF_SOURCE: i64 = 10;
/// The most jobs named per kind of finding.
const MAX_JOBS: usize = 3;

/// Computes the findings, those that need attention first.
#[must_use]
pub fn findings(dashboard: &Dashboard) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(stuck(dashboard));
    found.extend(unusual_jobs(dashboard));
    found.extend(changes(dashboard));
    found.extend(best_source(dashboard));
    found.sort_by_key(|finding| finding.level);
    found
}

fn changes(dashboard: &Dashboard) -> impl Iterator<Item = Finding> + '_ {
    dashboard.funnel.iter().filter(|stage| stage.status != Stage::Archived).filter_map(|stage| {
        let (now, before) = (stage.entered, stage.entered_before);
        let larger = now.max(before);
        if larger < MIN_ENTRIES || (now - before).abs() * 100 < larger * MIN_CHANGE_PERCENT {
            return None;
        }
        let (kind, level) = if now > before {
            (FindingKind::StageUp, FindingLevel::Information)
        } else {
            (FindingKind::StageDown, FindingLevel::Attention)
        };
        Some(Finding::new(kind, level).of_stage(stage.status).value(now).before(before))
    })
}

fn stuck(dashboard: &Dashboard) -> Vec<Finding> {
    let attention = |kind| Finding::new(kind, FindingLevel::Attention);
    let mut found = Vec::new();
    if dashboard.waiting.long > 0 {
        found.push(attention(FindingKind::WaitingLong).value(dashboard.waiting.long));
    }
    if dashboard.timeouts.current > 0 {
        found.push(attention(FindingKind::InvitationsExpired).value(dashboard.timeouts.current));
    }
    let open_offers =
        dashboard.funnel.iter().find(|stage| stage.status == Stage::Offer).map_or(0, |stage| stage.current);
    if open_offers > 0 {
        found.push(Finding::new(FindingKind::OffersOpen, FindingLevel::Information).value(open_offers));
    }
    let slow = dashboard.stages.iter().filter(|stage| stage.count >= MIN_STAYS && stage.p90_days >= SLOW_DAYS);
    found.extend(slow.map(|stage| Finding {
        days: Some(rounded(stage.p90_days)),
        ..attention(FindingKind::StageSlow).of_stage(stage.status).value(stage.count)
    }));
    found
}

fn unusual_jobs(dashboard: &Dashboard) -> Vec<Finding> {
    let attention = |kind| Finding::new(kind, FindingLevel::Attention);
    let open = || dashboard.jobs.iter().filter(|job| job.is_active);
    let empty = open().filter(|job| job.applied + job.in_review + job.in_interviews + job.in_offer == 0);
    let mut found: Vec<Finding> =
        empty.take(MAX_JOBS).map(|job| attention(FindingKind::JobEmpty).of_job(job)).collect();
    let unreviewed = open().filter(|job| job.in_review >= MIN_UNREVIEWED && job.in_interviews == 0);
    found.extend(
        unreviewed.take(MAX_JOBS).map(|job| attention(FindingKind::JobUnreviewed).of_job(job).value(job.in_review)),
    );
    let mut applied: Vec<&JobSummary> = open().filter(|job| job.applied > 0).collect();
    applied.sort_by_key(|job| job.applied);
    if let (Some((most, others)), true) = (applied.split_last(), applied.len() >= 3) {
        let median = others.get((others.len() - 1) / 2).map_or(0, |job| job.applied);
        if median > 0 && most.applied >= median * CROWDED_TIMES && most.applied >= MIN_OF_SOURCE {
            let crowded = Finding::new(FindingKind::JobCrowded, FindingLevel::Information);
            found.push(crowded.of_job(most).value(most.applied).before(median));
        }
    }
    found
}

/// The source with the best share of advancing applications, if there are several to compare.
fn best_source(dashboard: &Dashboard) -> Option<Finding> {
    let large: Vec<_> = dashboard.sources.iter().filter(|source| source.applied >= MIN_OF_SOURCE).collect();
    let best = large.iter().max_by(|a, b| (a.advanced * b.applied).cmp(&(b.advanced * a.applied)))?;
    (large.len() > 1 && best.advanced > 0).then(|| Finding {
        source: Some(best.source),
        ..Finding::new(FindingKind::SourceBest, FindingLevel::Information).value(best.advanced).before(best.applied)
    })
}

fn rounded(days: f64) -> f64 {
    (days * 10.0).round() / 10.0
}

/// Whether every number in the text comes from the findings. A text with other numbers must not be shown.
#[must_use]
pub fn is_covered(text: &str, findings: &[Finding]) -> bool {
    let mut known: BTreeSet<String> = BTreeSet::from([super::LONG_WAIT_DAYS.to_string()]);
    for finding in findings {
        known.extend([finding.value, finding.before].into_iter().flatten().map(|number| number.to_string()));
        known.extend(finding.days.map(|days| days.to_string()));
        known.extend(finding.job_title.iter().flat_map(|title| numbers(title)));
    }
    numbers(text).iter().all(|number| known.contains(number))
}

/// The numbers in a text, without thousands separators. One with a percent sign counts as different, since no finding
/// holds a percentage.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = String::new();
    let mut characters = text.chars().map(half_width).peekable();
    while let Some(c) = characters.next() {
        let followed_by_digit = characters.peek().is_some_and(char::is_ascii_digit);
        match c {
            '0'..='9' => current.push(c),
            '.' if !current.is_empty() && followed_by_digit => current.push(c),
            ',' if !current.is_empty() && followed_by_digit => {}
            '%' if !current.is_empty() => current.push(c),
            _ if !current.is_empty() => found.push(std::mem::take(&mut current)),
            _ => {}
        }
    }
    if !current.is_empty() {
        found.push(current);
    }
    found
}

/// Converts a full-width digit or sign to ASCII.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::super::{
        FunnelStage, InterviewsSummary, ScoreSummary, SourceSummary, StageTime, Trend, TrendStep, TrendTotal,
        WaitingSummary,
    };
    use super::*;

    fn empty() -> Dashboard {
        let stage =
            |&status: &Stage| FunnelStage { status, entered: 0, entered_before: 0, current: 0, sub_statuses: vec![] };
        Dashboard {
            from: datetime!(2026-01-01 00:00 UTC),
            to: datetime!(2026-02-01 00:00 UTC),
            time_zone: "UTC".to_owned(),
            funnel: Stage::ALL.iter().map(stage).collect(),
            cohort: Cohort::of(&[]),
            time_to_hire: TimeToHire::default(),
            job_choices: Vec::new(),
            jobs: Vec::new(),
            stages: Vec::new(),
            scores: ScoreSummary { levels: Vec::new(), histogram: [0; 10], histogram_before: [0; 10] },
            sources: Vec::new(),
            timeouts: super::super::TimeoutSummary::default(),
            members: Vec::new(),
            workload: Vec::new(),
            waiting: WaitingSummary::default(),
            interviews: InterviewsSummary::default(),
            trend: Trend {
                step: TrendStep::Month,
                points: Vec::new(),
                total: TrendTotal::default(),
                total_before: TrendTotal::default(),
            },
        }
    }

    fn job(title: &str, applied: i64, in_review: i64, in_interviews: i64) -> JobSummary {
        let (job_id, title) = (JobId::new(), title.to_owned());
        JobSummary {
            job_id,
            title,
            is_active: true,
            applied,
            applied_before: 0,
            in_review,
            in_interviews,
            in_offer: 0,
            hired: 0,
            hired_before: 0,
        }
    }

    fn kinds(dashboard: &Dashboard) -> Vec<FindingKind> {
        findings(dashboard).into_iter().map(|finding| finding.kind).collect()
    }

    #[test]
    fn no_insights_without_data() {
        assert_eq!(findings(&empty()), []);
    }

    #[test]
    fn change_counts_from_a_quarter_of_the_larger_period() {
        let changed = |entered, entered_before| {
            let mut dashboard = empty();
            dashboard.funnel[0] = FunnelStage { entered, entered_before, ..dashboard.funnel[0].clone() };
            kinds(&dashboard)
        };
        assert_eq!(changed(15, 20), [FindingKind::StageDown]);
        assert_eq!(changed(20, 15), [FindingKind::StageUp]);
        assert_eq!(changed(16, 20), []);
        // Too few applications for a finding.
        assert_eq!(changed(4, 0), []);
    }

    #[test]
    fn stuck_candidates_rank_before_changes() {
        let mut dashboard = empty();
        dashboard.funnel[0].entered = 9;
        dashboard.waiting.long = 3;
        dashboard.timeouts.current = 2;
        dashboard.stages = vec![StageTime {
            status: Stage::OnlineInterview,
            count: 8,
            median_days: 4.0,
            p90_days: 16.04,
            before: None,
        }];
        let found = findings(&dashboard);
        assert_eq!(
            found.iter().map(|finding| finding.kind).collect::<Vec<_>>(),
            [FindingKind::WaitingLong, FindingKind::InvitationsExpired, FindingKind::StageSlow, FindingKind::StageUp]
        );
        assert_eq!(found[2].days, Some(16.0));
    }

    #[test]
    fn jobs_are_unusual_when_empty_unreviewed_or_crowded() {
        let mut dashboard = empty();
        dashboard.jobs = vec![job("a", 60, 5, 2), job("b", 8, 12, 0), job("c", 6, 1, 1), job("d", 0, 0, 0)];
        assert_eq!(kinds(&dashboard), [FindingKind::JobEmpty, FindingKind::JobUnreviewed, FindingKind::JobCrowded]);
        dashboard.jobs.iter_mut().for_each(|job| job.is_active = false);
        assert_eq!(kinds(&dashboard), []);
    }

    #[test]
    fn best_source_has_the_highest_rate() {
        let source = |source, applied, advanced| SourceSummary {
            source,
            applied,
            advanced,
            applied_before: 0,
            advanced_before: 0,
        };
        let mut dashboard = empty();
        dashboard.sources = vec![
            source(ApplicationSource::Batch, 100, 20),
            source(ApplicationSource::Email, 10, 5),
            source(ApplicationSource::Pool, 3, 3),
        ];
        let found = findings(&dashboard);
        assert_eq!(found[0].source, Some(ApplicationSource::Email));
        assert_eq!((found[0].value, found[0].before), (Some(5), Some(10)));
    }

    #[test]
    fn text_can_name_only_numbers_of_the_findings() {
        let mut dashboard = empty();
        dashboard.funnel[0].entered = 1200;
        dashboard.funnel[0].entered_before = 15;
        let found = findings(&dashboard);
        assert!(is_covered("Review took in 1,200, up from 15.", &found));
        assert!(is_covered("进入评审 １２００ 人，此前 15 人。", &found));
        assert!(!is_covered("Review took in 1,200, up 7900%.", &found));
        assert!(!is_covered("15 % of 3 jobs", &found));
        assert!(is_covered("No candidate had a step for 7 days.", &found));
    }

    proptest! {
        #[test]
        fn every_finding_number_is_a_dashboard_figure(
            funnel in proptest::collection::vec((0i64..60, 0i64..60, 0i64..60), 6),
            jobs in proptest::collection::vec((0i64..40, 0i64..40, 0i64..5), 0..8),
            long in 0i64..9,
        ) {
            let mut dashboard = empty();
            for (stage, (entered, entered_before, current)) in dashboard.funnel.iter_mut().zip(&funnel) {
                (stage.entered, stage.entered_before, stage.current) = (*entered, *entered_before, *current);
            }
            dashboard.jobs = jobs.iter().map(|(applied, review, talks)| job("j", *applied, *review, *talks)).collect();
            dashboard.waiting.long = long;
            let shown: BTreeSet<i64> = funnel
                .iter()
                .chain(&jobs)
                .flat_map(|(a, b, c)| [*a, *b, *c])
                .chain([long])
                .collect();
            for finding in findings(&dashboard) {
                for number in [finding.value, finding.before].into_iter().flatten() {
                    prop_assert!(shown.contains(&number), "{finding:?}");
                }
            }
        }
    }
}
