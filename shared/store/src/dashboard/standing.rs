//! Current applications per state, applications created in a period, and the resulting metrics per job and member.

use std::collections::{BTreeMap, HashMap};

use bole_domain::application::ApplicationSource;
use bole_domain::dashboard::insights::JobWaits;
use bole_domain::dashboard::{
    JobChoice, JobSummary, LONG_WAIT_DAYS, LevelSummary, MemberWorkload, ScoreSummary, SourceSummary,
};
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{JobId, UserId};
use bole_domain::stage::{Stage, SubStatus};

use super::{DashboardFilter, IN_DECISION, INTERVIEWS};
use crate::{StoreResult, TenantTx};

/// A job's applications in one state; of the archived ones, only those in the archived stage.
pub(super) struct Standing {
    job: JobId,
    status: Stage,
    sub_status: SubStatus,
    all: i64,
    /// Not archived.
    open: i64,
    /// Of the open ones, those waiting long.
    long: i64,
}

/// All current applications.
pub(super) struct Standings(Vec<Standing>);

impl Standings {
    /// The number of applications in a state, with eliminated ones where the state is theirs.
    pub(super) fn at(&self, status: Stage, sub_status: SubStatus) -> i64 {
        self.0.iter().filter(|row| row.status == status && row.sub_status == sub_status).map(|row| row.all).sum()
    }

    /// The number of candidates waiting long for a next step, without hired ones.
    pub(super) fn waiting_long(&self) -> i64 {
        self.0.iter().filter(|row| row.status != Stage::Onboarding).map(|row| row.long).sum()
    }

    /// The same by job, for the causes of findings.
    pub(super) fn by_job(&self) -> Vec<JobWaits> {
        let waits = |row: &Standing| JobWaits {
            job_id: row.job,
            status: row.status,
            sub_status: row.sub_status,
            open: row.open,
            long: row.long,
        };
        self.0.iter().map(waits).collect()
    }

    /// A job's open applications in these stages, and how many of them wait long.
    fn of_job(&self, job: JobId, stages: &[Stage]) -> (i64, i64) {
        let rows = self.0.iter().filter(|row| row.job == job && stages.contains(&row.status));
        rows.fold((0, 0), |(open, long), row| (open + row.open, long + row.long))
    }
}

/// Reads the current applications.
pub(super) async fn standings(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<Standings> {
    let standings = sqlx::query_as!(
        Standing,
        r#"SELECT job_id AS job, status AS "status: _", sub_status AS "sub_status: _", count(*) AS "all!",
                  count(*) FILTER (WHERE NOT is_archived) AS "open!",
                  count(*) FILTER (WHERE NOT is_archived AND sub_status_since <= now() - make_interval(days => $3))
                      AS "long!"
           FROM applications
           -- Spelt out, since only so the index of these rows answers, whatever plan is kept.
           WHERE organization_id = $1 AND ($2::uuid IS NULL OR job_id = $2) AND (NOT is_archived OR status = '归档')
           GROUP BY job_id, status, sub_status"#,
        tx.organization().0,
        job_id.map(|job| job.0),
        i32::try_from(LONG_WAIT_DAYS).unwrap_or(i32::MAX),
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(Standings(standings))
}

/// Applications created, by group, within the period and the one before.
#[derive(Default)]
pub(super) struct Arrivals {
    jobs: BTreeMap<JobId, (i64, i64)>,
    levels: BTreeMap<RecommendationLevel, (i64, i64)>,
    classes: [(i64, i64); 10],
    sources: HashMap<ApplicationSource, [(i64, i64); 2]>,
}

impl Arrivals {
    pub(super) fn scores(&self) -> ScoreSummary {
        let level = |&level: &RecommendationLevel| {
            let (count, count_before) = self.levels.get(&level).copied().unwrap_or_default();
            LevelSummary { level, count, count_before }
        };
        ScoreSummary {
            levels: RecommendationLevel::ALL.iter().map(level).collect(),
            histogram: self.classes.map(|(now, _)| now),
            histogram_before: self.classes.map(|(_, before)| before),
        }
    }

    /// The sources, largest first.
    pub(super) fn sources(&self) -> Vec<SourceSummary> {
        let source = |(source, [(applied, applied_before), (advanced, advanced_before)]): (
            &ApplicationSource,
            &[(i64, i64); 2],
        )| SourceSummary {
            source: *source,
            applied: *applied,
            advanced: *advanced,
            applied_before: *applied_before,
            advanced_before: *advanced_before,
        };
        let mut sources: Vec<_> = self.sources.iter().map(source).collect();
        sources.sort_by_key(|source| (-source.applied, source.source.as_str()));
        sources
    }
}

/// Reads the applications created within the period and the one before.
pub(super) async fn arrivals(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Arrivals> {
    let rows = sqlx::query!(
        r#"SELECT is_now AS "is_now!", job_id AS "job_id?", level AS "level?", class AS "class?", source AS "source?",
                  count(*) AS "applied!", count(*) FILTER (WHERE advanced) AS "advanced!"
           FROM (SELECT created_at >= $5 AS is_now, job_id, coalesce(recommendation_level, $6) AS level, source,
                        coalesce(greatest(0, least(9, floor(overall_score / 10)::int)), -1) AS class,
                        has_advanced AS advanced
                 FROM applications
                 WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3
                   AND ($4::uuid IS NULL OR job_id = $4)) arrived
           GROUP BY GROUPING SETS ((is_now, job_id), (is_now, level), (is_now, class), (is_now, source))"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
        RecommendationLevel::ToBeEvaluated.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let mut arrivals = Arrivals::default();
    for row in rows {
        let put = |(now, before): &mut (i64, i64), count| *if row.is_now { now } else { before } = count;
        if let Some(job) = row.job_id {
            put(arrivals.jobs.entry(JobId(job)).or_default(), row.applied);
        }
        if let Some(level) = row.level {
            put(arrivals.levels.entry(level.parse()?).or_default(), row.applied);
        }
        // Applications without a score are in no bin.
        let class = row.class.and_then(|class| usize::try_from(class).ok());
        if let Some(class) = class.and_then(|class| arrivals.classes.get_mut(class)) {
            put(class, row.applied);
        }
        if let Some(source) = row.source {
            let [applied, advanced] = arrivals.sources.entry(source.parse()?).or_default();
            put(applied, row.applied);
            put(advanced, row.advanced);
        }
    }
    Ok(arrivals)
}

/// A job that has candidates or is open.
pub(super) struct Job {
    id: JobId,
    title: String,
    is_active: bool,
}

/// Jobs that have candidates or are open, by title.
pub(super) async fn jobs(tx: &mut TenantTx) -> StoreResult<Vec<Job>> {
    Ok(sqlx::query_as!(
        Job,
        "SELECT j.id, j.title, j.is_active FROM jobs j
         WHERE j.organization_id = $1 AND NOT j.is_deleted
           AND (j.is_active OR EXISTS (SELECT FROM applications a
                                       WHERE a.organization_id = j.organization_id AND a.job_id = j.id))
         ORDER BY j.title, j.id LIMIT 1000",
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The jobs the dashboard can be filtered by.
pub(super) fn choices(jobs: &[Job]) -> Vec<JobChoice> {
    jobs.iter().map(|job| JobChoice { job_id: job.id, title: job.title.clone() }).collect()
}

/// Metrics per job, most candidates first.
pub(super) fn summaries(
    jobs: Vec<Job>,
    asked: Option<JobId>,
    standings: &Standings,
    arrivals: &Arrivals,
    hired: &BTreeMap<JobId, (i64, i64)>,
) -> Vec<JobSummary> {
    let of = |all: &BTreeMap<JobId, (i64, i64)>, job| all.get(&job).copied().unwrap_or_default();
    let mut summaries: Vec<_> = jobs
        .into_iter()
        .filter(|job| asked.is_none_or(|asked| asked == job.id))
        .map(|Job { id, title, is_active }| {
            let in_stages = |stages| standings.of_job(id, stages).0;
            let ((applied, applied_before), (hired, hired_before)) = (of(&arrivals.jobs, id), of(hired, id));
            JobSummary {
                job_id: id,
                title,
                is_active,
                applied,
                applied_before,
                in_review: in_stages(&[Stage::AiReview]),
                in_interviews: in_stages(&INTERVIEWS),
                in_offer: in_stages(&[Stage::Offer]),
                hired,
                hired_before,
            }
        })
        .collect();
    let busy = |job: &JobSummary| job.applied + job.in_review + job.in_interviews + job.in_offer + job.hired;
    summaries.sort_by_key(|job| -busy(job));
    summaries.truncate(MAX_JOBS);
    summaries
}

/// The most jobs listed with metrics.
const MAX_JOBS: usize = 200;

/// The workload of members with assigned jobs or upcoming interviews.
pub(super) async fn workload(
    tx: &mut TenantTx,
    job_id: Option<JobId>,
    standings: &Standings,
) -> StoreResult<Vec<MemberWorkload>> {
    let rows = sqlx::query!(
        r#"WITH assigned AS (
               SELECT m.user_id, array_agg(mj.job_id) AS jobs
               FROM organization_members m
               JOIN member_jobs mj ON mj.organization_id = m.organization_id AND mj.member_id = m.id
               JOIN jobs j ON j.organization_id = mj.organization_id AND j.id = mj.job_id AND NOT j.is_deleted
               WHERE m.organization_id = $1 AND m.is_active AND ($2::uuid IS NULL OR mj.job_id = $2)
               GROUP BY m.user_id),
           holding AS (
               SELECT s.interviewer_id AS user_id, count(*) AS interviews
               FROM interview_schedules s
               JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
               WHERE s.organization_id = $1 AND s.status = 'scheduled' AND s.start_time >= now()
                 AND s.start_time < now() + interval '7 days' AND s.interviewer_id IS NOT NULL
                 AND NOT a.is_archived AND ($2 IS NULL OR a.job_id = $2)
               GROUP BY s.interviewer_id)
           SELECT user_id AS "user_id!", coalesce(u.full_name, '') AS "name!", coalesce(jobs, '{}') AS "jobs!",
                  coalesce(interviews, 0) AS "interviews!"
           FROM assigned FULL JOIN holding USING (user_id) LEFT JOIN users u ON u.id = user_id"#,
        tx.organization().0,
        job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let member = |row_jobs: &[uuid::Uuid]| {
        row_jobs.iter().fold((0, 0), |(open, long), job| {
            let (more_open, more_long) = standings.of_job(JobId(*job), &IN_DECISION);
            (open + more_open, long + more_long)
        })
    };
    let mut workload: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let (open, waiting) = member(&row.jobs);
            MemberWorkload {
                user_id: UserId(row.user_id),
                name: row.name,
                jobs: i64::try_from(row.jobs.len()).unwrap_or(i64::MAX),
                open,
                waiting,
                interviews: row.interviews,
            }
        })
        .collect();
    workload.sort_by(|a, b| b.open.cmp(&a.open).then_with(|| a.name.cmp(&b.name)));
    workload.truncate(usize::try_from(super::MAX_MEMBERS).unwrap_or(usize::MAX));
    Ok(workload)
}
