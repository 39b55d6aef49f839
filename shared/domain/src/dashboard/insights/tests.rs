use std::collections::BTreeSet;

use proptest::prelude::*;
use time::macros::datetime;

use super::*;
use crate::dashboard::cohort::Cohort;
use crate::dashboard::{
    InterviewsSummary, ScoreSummary, SourceSummary, StageTime, TimeToHire, TimeoutSummary, Trend, TrendStep,
    TrendTotal, WaitingSummary,
};
use crate::stage::SubStatus;

fn empty() -> Dashboard {
    let stage =
        |&status: &Stage| FunnelStage { status, entered: 0, entered_before: 0, current: 0, sub_statuses: vec![] };
    Dashboard {
        from: datetime!(2026-01-01 00:00 UTC),
        to: datetime!(2026-02-01 00:00 UTC),
        time_zone: "UTC".to_owned(),
        funnel: Stage::ALL.iter().map(stage).collect(),
        cohort: Cohort::default(),
        time_to_hire: TimeToHire::default(),
        job_choices: Vec::new(),
        jobs: Vec::new(),
        stages: Vec::new(),
        scores: ScoreSummary { levels: Vec::new(), histogram: [0; 10], histogram_before: [0; 10] },
        sources: Vec::new(),
        timeouts: TimeoutSummary::default(),
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
    JobSummary {
        job_id: JobId::new(),
        title: title.to_owned(),
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

fn source(source: ApplicationSource, applied: i64, advanced: i64, applied_before: i64) -> SourceSummary {
    SourceSummary { source, applied, advanced, applied_before, advanced_before: 0 }
}

fn waits(job: &JobSummary, status: Stage, sub_status: SubStatus, long: i64) -> JobWaits {
    JobWaits { job_id: job.job_id, status, sub_status, open: long, long }
}

fn kinds(dashboard: &Dashboard) -> Vec<FindingKind> {
    findings(dashboard, &Breakdown::default()).into_iter().map(|finding| finding.kind).collect()
}

/// A dashboard whose stages were entered so often, now and before.
fn entered(counts: &[(i64, i64)]) -> Dashboard {
    let mut dashboard = empty();
    for (stage, (now, before)) in dashboard.funnel.iter_mut().zip(counts) {
        (stage.entered, stage.entered_before) = (*now, *before);
    }
    dashboard
}

#[test]
fn no_insights_without_data() {
    assert_eq!(findings(&empty(), &Breakdown::default()), []);
}

#[test]
fn change_counts_from_a_quarter_of_the_larger_period() {
    assert_eq!(kinds(&entered(&[(15, 20)])), [FindingKind::StageDown]);
    assert_eq!(kinds(&entered(&[(20, 15)])), [FindingKind::StageUp]);
    assert_eq!(kinds(&entered(&[(16, 20)])), []);
    // Too few applications for a finding.
    assert_eq!(kinds(&entered(&[(4, 0)])), []);
}

#[test]
fn change_that_follows_from_the_stage_before_is_not_said_again() {
    let stages = |counts: &[(i64, i64)]| -> Vec<_> {
        findings(&entered(counts), &Breakdown::default()).into_iter().map(|finding| finding.status.unwrap()).collect()
    };
    assert_eq!(stages(&[(50, 100), (10, 20), (5, 10)]), [Stage::AiReview]);
    assert_eq!(stages(&[(100, 100), (8, 20), (4, 10)]), [Stage::OnlineInterview]);
    // Fewer interviews although more applied: the interviews come first, since they need attention.
    assert_eq!(stages(&[(200, 100), (8, 20)]), [Stage::OnlineInterview, Stage::AiReview]);
    // Half as many applied, and nobody at all was interviewed.
    assert_eq!(stages(&[(50, 100), (0, 20)]), [Stage::AiReview, Stage::OnlineInterview]);
}

#[test]
fn waiting_candidates_are_named_by_what_they_wait_for_and_where() {
    let mut dashboard = empty();
    dashboard.jobs = vec![job("a", 9, 9, 2), job("b", 9, 9, 2), job("c", 9, 9, 2)];
    let [a, b, c] = [&dashboard.jobs[0], &dashboard.jobs[1], &dashboard.jobs[2]];
    let breakdown = Breakdown {
        waiting: vec![
            waits(a, Stage::AiReview, SubStatus::RecommendContact, 6),
            waits(a, Stage::AiReview, SubStatus::RecommendReject, 2),
            waits(b, Stage::AiReview, SubStatus::RecommendContact, 1),
            waits(a, Stage::OnlineInterview, SubStatus::InterviewCompleted, 2),
            waits(b, Stage::OnsiteInterview, SubStatus::InterviewCompleted, 2),
            waits(a, Stage::Offer, SubStatus::OfferViewed, 1),
            waits(b, Stage::Offer, SubStatus::OfferSent, 1),
            waits(c, Stage::Offer, SubStatus::OfferSent, 1),
        ],
        interviewers: vec![InterviewerWaits {
            sub_status: SubStatus::InterviewCompleted,
            name: "Budi".to_owned(),
            long: 3,
        }],
        ..Breakdown::default()
    };
    let found = findings(&dashboard, &breakdown);
    let seen: Vec<_> = found.iter().map(|finding| (finding.waits_for.unwrap(), finding.value.unwrap())).collect();
    assert_eq!(seen, [(WaitsFor::Decision, 9), (WaitsFor::Assessment, 4), (WaitsFor::Answer, 3)]);
    let causes: Vec<&Cause> = found.iter().map(|finding| finding.cause.as_ref().unwrap()).collect();
    assert_eq!((causes[0].kind, causes[0].job_title.as_deref(), causes[0].value), (CauseKind::Job, Some("a"), Some(8)));
    assert_eq!((causes[1].kind, causes[1].name.as_deref()), (CauseKind::Interviewer, Some("Budi")));
    assert_eq!((causes[2].kind, causes[2].value, causes[2].before), (CauseKind::Jobs, Some(1), Some(3)));

    // Of a single job, the AI's recommendation tells more than its title.
    dashboard.jobs.truncate(1);
    let found = findings(&dashboard, &breakdown);
    let cause = found[0].cause.as_ref().unwrap();
    assert_eq!((cause.kind, cause.value), (CauseKind::Recommended, Some(7)));
}

#[test]
fn slow_stage_is_named_with_its_job_unless_those_who_wait_there_are() {
    let mut dashboard = empty();
    dashboard.jobs = vec![job("a", 9, 9, 2), job("b", 9, 9, 2)];
    let stage = StageTime { status: Stage::OnlineInterview, count: 8, median_days: 4.0, p90_days: 16.04, before: None };
    dashboard.stages = vec![stage, StageTime { p90_days: 13.9, ..stage }, StageTime { count: 4, ..stage }];
    let stays = |job: &JobSummary, slow| JobStays { job_id: job.job_id, status: Stage::OnlineInterview, slow };
    let mut breakdown =
        Breakdown { stays: vec![stays(&dashboard.jobs[0], 1), stays(&dashboard.jobs[1], 3)], ..Breakdown::default() };
    let found = findings(&dashboard, &breakdown);
    assert_eq!((found.len(), found[0].kind, found[0].days), (1, FindingKind::StageSlow, Some(16.0)));
    let cause = found[0].cause.as_ref().unwrap();
    assert_eq!((cause.kind, cause.value, cause.before), (CauseKind::SlowJob, Some(3), Some(4)));

    breakdown.waiting = vec![waits(&dashboard.jobs[0], Stage::OnlineInterview, SubStatus::NoShow, 1)];
    let found = findings(&dashboard, &breakdown);
    assert_eq!(found.iter().map(|finding| finding.kind).collect::<Vec<_>>(), [FindingKind::WaitingLong]);
}

#[test]
fn expired_invitations_name_the_job_they_are_in() {
    let mut dashboard = empty();
    dashboard.jobs = vec![job("a", 9, 9, 2), job("b", 9, 9, 2)];
    dashboard.timeouts.current = 3;
    let at = |job, count| waits(job, Stage::OnsiteInterview, SubStatus::OnsiteInvitationExpired, count);
    let breakdown =
        Breakdown { waiting: vec![at(&dashboard.jobs[0], 2), at(&dashboard.jobs[1], 1)], ..Breakdown::default() };
    let found = findings(&dashboard, &breakdown);
    let cause = found[0].cause.as_ref().unwrap();
    assert_eq!((found.len(), found[0].kind), (1, FindingKind::InvitationsExpired));
    assert_eq!((cause.kind, cause.job_title.as_deref(), cause.value), (CauseKind::Job, Some("a"), Some(2)));
}

#[test]
fn change_is_explained_by_the_job_or_source_that_makes_most_of_it() {
    let mut dashboard = entered(&[(20, 50)]);
    dashboard.jobs = vec![job("a", 10, 0, 1), job("b", 10, 0, 1), job("c", 10, 0, 1)];
    let entries = |at: usize, entered, entered_before| JobEntries {
        job_id: dashboard.jobs[at].job_id,
        status: Stage::AiReview,
        entered,
        entered_before,
    };
    let cause = |dashboard: &Dashboard, entries: &[JobEntries]| {
        let breakdown = Breakdown { entries: entries.to_vec(), ..Breakdown::default() };
        findings(dashboard, &breakdown).into_iter().find_map(|finding| finding.cause).unwrap()
    };
    let found = cause(&dashboard, &[entries(0, 5, 30), entries(1, 10, 20), entries(2, 5, 0)]);
    assert_eq!((found.kind, found.value, found.before), (CauseKind::JobChange, Some(5), Some(30)));
    assert_eq!(found.job_title.as_deref(), Some("a"));
    let found = cause(&dashboard, &[entries(0, 5, 15), entries(1, 10, 20), entries(2, 5, 15)]);
    assert_eq!((found.kind, found.value), (CauseKind::ManyJobs, Some(3)));

    let entries = [entries(0, 5, 15), entries(1, 10, 20), entries(2, 5, 15)];
    dashboard.sources = vec![source(ApplicationSource::Batch, 9, 0, 10), source(ApplicationSource::Email, 1, 0, 30)];
    let found = cause(&dashboard, &entries);
    assert_eq!((found.kind, found.source), (CauseKind::SourceChange, Some(ApplicationSource::Email)));
    assert_eq!((found.value, found.before), (Some(1), Some(30)));
}

#[test]
fn jobs_are_unusual_when_empty_or_unreviewed() {
    let mut dashboard = empty();
    dashboard.jobs = vec![job("a", 60, 5, 2), job("b", 8, 12, 0), job("c", 6, 1, 1), job("d", 0, 0, 0)];
    dashboard.jobs[3].applied_before = 4;
    let found = findings(&dashboard, &Breakdown::default());
    assert_eq!(
        found.iter().map(|finding| finding.kind).collect::<Vec<_>>(),
        [FindingKind::JobUnreviewed, FindingKind::JobEmpty]
    );
    assert_eq!(found[0].cause.as_ref().unwrap().value, Some(8));
    assert_eq!(found[1].cause.as_ref().unwrap().before, Some(4));

    // Those who wait for a decision in the job are named already.
    let breakdown = Breakdown {
        waiting: vec![waits(&dashboard.jobs[1], Stage::AiReview, SubStatus::RecommendContact, 12)],
        ..Breakdown::default()
    };
    let found = findings(&dashboard, &breakdown);
    assert_eq!(
        found.iter().map(|finding| finding.kind).collect::<Vec<_>>(),
        [FindingKind::WaitingLong, FindingKind::JobEmpty]
    );
    dashboard.jobs.iter_mut().for_each(|job| job.is_active = false);
    assert_eq!(kinds(&dashboard), []);
}

#[test]
fn best_source_has_the_highest_rate_and_is_compared_with_the_others() {
    let mut dashboard = empty();
    dashboard.sources = vec![
        source(ApplicationSource::Batch, 100, 20, 0),
        source(ApplicationSource::Email, 10, 5, 0),
        source(ApplicationSource::Pool, 3, 3, 0),
    ];
    let found = findings(&dashboard, &Breakdown::default());
    assert_eq!(found[0].source, Some(ApplicationSource::Email));
    assert_eq!((found[0].value, found[0].before), (Some(5), Some(10)));
    let cause = found[0].cause.as_ref().unwrap();
    assert_eq!((cause.kind, cause.value, cause.before), (CauseKind::OtherSources, Some(23), Some(103)));
}

#[test]
fn text_can_name_only_numbers_of_the_findings() {
    let mut dashboard = entered(&[(1200, 15)]);
    dashboard.jobs = vec![job("Tier 2", 0, 0, 0), job("b", 10, 1, 1)];
    dashboard.jobs[0].applied_before = 31;
    let found = findings(&dashboard, &Breakdown::default());
    assert!(is_covered("Review took in 1,200, up from 15.", &found));
    assert!(is_covered("进入评审 １２００ 人，此前 15 人。", &found));
    assert!(!is_covered("Review took in 1,200, up 7900%.", &found));
    assert!(!is_covered("15 % of 3 jobs", &found));
    assert!(is_covered("No candidate had a step for 7 days.", &found));
    assert!(is_covered("Tier 2 had 31 candidates before.", &found));
}

proptest! {
    #[test]
    fn every_number_of_a_finding_is_a_figure(
        funnel in proptest::collection::vec((0i64..60, 0i64..60, 0i64..60), 6),
        jobs in proptest::collection::vec((0i64..40, 0i64..40, 0i64..5), 0..8),
        long in 0i64..9,
    ) {
        let mut dashboard = empty();
        for (stage, (entered, entered_before, current)) in dashboard.funnel.iter_mut().zip(&funnel) {
            (stage.entered, stage.entered_before, stage.current) = (*entered, *entered_before, *current);
        }
        dashboard.jobs = jobs.iter().map(|(applied, review, talks)| job("j", *applied, *review, *talks)).collect();
        let waiting = dashboard.jobs.first().map(|job| waits(job, Stage::AiReview, SubStatus::RecommendReject, long));
        let breakdown = Breakdown { waiting: waiting.into_iter().collect(), ..Breakdown::default() };
        let shown: BTreeSet<i64> = funnel
            .iter()
            .chain(&jobs)
            .flat_map(|(a, b, c)| [*a, *b, *c])
            .chain([long, 0])
            .collect();
        for finding in findings(&dashboard, &breakdown) {
            let cause = finding.cause.as_ref();
            let numbers = [finding.value, finding.before, cause.and_then(|cause| cause.value), cause.and_then(|cause| cause.before)];
            for number in numbers.into_iter().flatten() {
                prop_assert!(shown.contains(&number), "{finding:?}");
            }
        }
    }
}
