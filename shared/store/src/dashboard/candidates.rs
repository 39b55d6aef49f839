//! The candidates behind a metric, selected by the same conditions as the metric.

use bole_domain::dashboard::cohort::CohortStage;
use bole_domain::dashboard::{Figure, FigureCandidate, LONG_WAIT_DAYS};
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, JobId, PersonId};
use bole_domain::stage::{MoveKind, Stage, SubStatus};

use super::{DashboardFilter, IN_DECISION, INTERVIEWS};
use crate::{StoreResult, TenantTx};

/// A page of the candidates behind a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct FigurePage {
    /// The page: longest waiting first for current metrics, else latest application first.
    pub items: Vec<FigureCandidate>,
    /// The total number of candidates.
    pub total: i64,
    /// The metric's value on the dashboard.
    pub figure: i64,
}

/// A metric's conditions as statement arguments.
#[derive(Default)]
struct Terms {
    statuses: Vec<String>,
    sub_statuses: Vec<String>,
    member: Option<uuid::Uuid>,
    text: Option<String>,
    class: Option<i32>,
}

const TIMED_OUT: [SubStatus; 2] = [SubStatus::OnlineInvitationExpired, SubStatus::OnsiteInvitationExpired];

impl Terms {
    fn of(figure: &Figure) -> Self {
        let statuses = |stages: &[Stage]| stages.iter().map(|stage| stage.as_str().to_owned()).collect();
        let sub_statuses = |subs: &[SubStatus]| subs.iter().map(|sub| sub.as_str().to_owned()).collect();
        let terms = Self::default();
        match figure {
            Figure::Entered(stage) | Figure::Left(stage) | Figure::Current(stage) => {
                Self { statuses: statuses(&[*stage]), ..terms }
            }
            Figure::Reached(stage) => Self { statuses: statuses(CohortStage::reached_by(*stage)), ..terms },
            Figure::CameToInterviews | Figure::InInterviews => Self { statuses: statuses(&INTERVIEWS), ..terms },
            Figure::TimedOut(None) | Figure::TimedOutNow => Self { sub_statuses: sub_statuses(&TIMED_OUT), ..terms },
            Figure::TimedOut(Some(stage)) => {
                let of_stage: Vec<SubStatus> =
                    TIMED_OUT.into_iter().filter(|sub| stage.sub_statuses().contains(sub)).collect();
                Self { sub_statuses: sub_statuses(&of_stage), ..terms }
            }
            Figure::Waiting(Some(waits)) => Self { sub_statuses: sub_statuses(waits.sub_statuses()), ..terms },
            Figure::Moved(member) => Self { member: Some(member.0), ..terms },
            Figure::Workload(member) | Figure::WorkloadWaiting(member) => {
                Self { statuses: statuses(&IN_DECISION), member: Some(member.0), ..terms }
            }
            Figure::Interviewing(member) => Self { member: member.map(|member| member.0), ..terms },
            Figure::Level(level) => Self { text: Some(level.as_str().to_owned()), ..terms },
            Figure::ScoreClass(class) => Self { class: Some(i32::from(*class)), ..terms },
            Figure::Source(source) | Figure::Advanced(source) => {
                Self { text: Some(source.as_str().to_owned()), ..terms }
            }
            Figure::Arrived | Figure::Waiting(None) | Figure::Applied => terms,
        }
    }
}

/// A page of the candidates behind a metric.
pub async fn list(
    tx: &mut TenantTx,
    figure: &Figure,
    filter: DashboardFilter,
    limit: i64,
    offset: i64,
) -> StoreResult<FigurePage> {
    let Terms { statuses, sub_statuses, member, text, class } = Terms::of(figure);
    let rows = sqlx::query!(
        r#"WITH assigned AS (
               SELECT mj.job_id
               FROM member_jobs mj
               JOIN organization_members m ON m.organization_id = mj.organization_id AND m.id = mj.member_id
               JOIN jobs j ON j.organization_id = mj.organization_id AND j.id = mj.job_id AND NOT j.is_deleted
               WHERE mj.organization_id = $1 AND m.is_active AND m.user_id = $8::uuid),
           counted AS (
               SELECT e.application_id AS id, count(*) AS times
               FROM application_events e
               WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
                 AND CASE $5::text
                     WHEN 'entered' THEN e.to_status = ANY ($6::text[]) AND e.from_status IS DISTINCT FROM e.to_status
                     WHEN 'left' THEN e.from_status = ANY ($6) AND e.from_status <> e.to_status
                     WHEN 'arrived' THEN e.from_status IS NULL
                     WHEN 'came_to_interviews' THEN e.to_status = ANY ($6) AND e.from_status <> ALL ($6)
                     WHEN 'timed_out' THEN e.to_sub_status = ANY ($7::text[])
                         AND e.from_sub_status IS DISTINCT FROM e.to_sub_status
                     WHEN 'moved' THEN e.actor_user_id = $8::uuid AND e.from_status IS NOT NULL
                     ELSE false END
               GROUP BY e.application_id
               UNION ALL
               SELECT s.application_id, count(*)
               FROM interview_schedules s
               WHERE $5 = 'interviewing' AND s.organization_id = $1 AND s.application_id IS NOT NULL
                 AND s.status = 'scheduled' AND s.start_time >= now() AND s.start_time < now() + interval '7 days'
                 AND ($8 IS NULL OR s.interviewer_id = $8)
               GROUP BY s.application_id
               UNION ALL
               SELECT a.id, 1
               FROM applications a
               WHERE a.organization_id = $1
                 AND CASE $5
                     WHEN 'workload' THEN NOT a.is_archived AND a.status = ANY ($6)
                         AND a.job_id IN (SELECT job_id FROM assigned)
                     WHEN 'workload_waiting' THEN NOT a.is_archived AND a.status = ANY ($6)
                         AND a.job_id IN (SELECT job_id FROM assigned)
                         AND a.sub_status_since <= now() - make_interval(days => $13::int)
                     WHEN 'current' THEN a.status = ANY ($6) AND (NOT a.is_archived OR a.status = $11::text)
                     WHEN 'in_interviews' THEN a.status = ANY ($6) AND NOT a.is_archived
                     WHEN 'timed_out_now' THEN a.sub_status = ANY ($7) AND NOT a.is_archived
                     WHEN 'waiting' THEN NOT a.is_archived AND a.status <> $12::text
                         AND a.sub_status_since <= now() - make_interval(days => $13::int)
                         AND (cardinality($7) = 0 OR a.sub_status = ANY ($7))
                     WHEN 'applied' THEN a.created_at >= $2 AND a.created_at < $3
                     WHEN 'reached' THEN a.created_at >= $2 AND a.created_at < $3
                         -- Everyone reaches the first stage.
                         AND ($18::text = ANY ($6) OR a.status = ANY ($6)
                              OR EXISTS (SELECT FROM application_events e
                                         WHERE e.organization_id = $1 AND e.application_id = a.id
                                           AND e.to_status = ANY ($6) AND e.from_status IS DISTINCT FROM e.to_status
                                           AND NOT EXISTS (SELECT FROM application_events u
                                                           WHERE u.organization_id = $1 AND u.application_id = a.id
                                                             AND u.move = $19::text
                                                             AND u.from_status IS DISTINCT FROM u.to_status
                                                             AND u.stage_since = e.created_at)))
                     WHEN 'level' THEN a.created_at >= $2 AND a.created_at < $3
                         AND coalesce(a.recommendation_level, $14::text) = $9::text
                     WHEN 'score_class' THEN a.created_at >= $2 AND a.created_at < $3
                         AND greatest(0, least(9, floor(a.overall_score / 10)::int)) = $10::int
                         AND a.overall_score IS NOT NULL
                     WHEN 'source' THEN a.created_at >= $2 AND a.created_at < $3 AND a.source = $9
                     WHEN 'advanced' THEN a.created_at >= $2 AND a.created_at < $3 AND a.source = $9 AND a.has_advanced
                     ELSE false END),
           found AS (
               SELECT a.id, a.person_id, a.job_id, a.status, a.sub_status, a.sub_status_since, a.is_archived,
                      a.recommendation_level, a.overall_score, a.source, a.created_at, c.times
               FROM counted c JOIN applications a ON a.organization_id = $1 AND a.id = c.id
               WHERE ($4::uuid IS NULL OR a.job_id = $4) AND ($5 <> 'interviewing' OR NOT a.is_archived)),
           page AS (
               SELECT f.*, p.name, j.title,
                      row_number() OVER (ORDER BY CASE WHEN $15::bool THEN f.sub_status_since END,
                                                  CASE WHEN NOT $15 THEN f.created_at END DESC, f.id) AS place
               FROM found f
               JOIN people p ON p.organization_id = $1 AND p.id = f.person_id
               JOIN jobs j ON j.organization_id = $1 AND j.id = f.job_id
               ORDER BY place LIMIT $16::bigint OFFSET $17::bigint)
           SELECT (SELECT count(*) FROM found) AS "total!",
                  (SELECT coalesce(sum(times), 0)::bigint FROM found) AS "times!",
                  page.id AS "id?", person_id AS "person_id?", name AS "name?", job_id AS "job_id?",
                  title AS "title?", status AS "status?", sub_status AS "sub_status?",
                  sub_status_since AS "since?", is_archived AS "is_archived?",
                  recommendation_level AS "level?", overall_score AS "score?", source AS "source?",
                  created_at AS "applied_at?", page.times AS "times_here?"
           FROM (VALUES (1)) AS always LEFT JOIN page ON true ORDER BY place"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        figure.kind().as_str(),
        &statuses,
        &sub_statuses,
        member,
        text,
        class,
        Stage::Archived.as_str(),
        Stage::Onboarding.as_str(),
        i32::try_from(LONG_WAIT_DAYS).unwrap_or(i32::MAX),
        RecommendationLevel::ToBeEvaluated.as_str(),
        figure.is_of_now(),
        limit,
        offset,
        Stage::AiReview.as_str(),
        MoveKind::TakeBack.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let (total, times) = rows.first().map_or((0, 0), |row| (row.total, row.times));
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        let (Some(id), Some(person), Some(job), Some(job_title)) = (row.id, row.person_id, row.job_id, row.title)
        else {
            continue;
        };
        let (Some(status), Some(sub_status), Some(since), Some(source), Some(applied_at)) =
            (row.status, row.sub_status, row.since, row.source, row.applied_at)
        else {
            continue;
        };
        items.push(FigureCandidate {
            application_id: ApplicationId(id),
            person_id: PersonId(person),
            name: row.name,
            job_id: JobId(job),
            job_title,
            status: status.parse()?,
            sub_status: sub_status.parse()?,
            since,
            is_archived: row.is_archived.unwrap_or_default(),
            level: row.level.map(|level| level.parse()).transpose()?,
            score: row.score,
            source: source.parse()?,
            applied_at,
            times: row.times_here.unwrap_or_default(),
        });
    }
    Ok(FigurePage { items, total, figure: if figure.counts_events() { times } else { total } })
}
