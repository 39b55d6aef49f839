//! Jobs: open positions with their texts and candidate counts.

use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{JobId, LocationId, OrganizationId, UserId};
use bole_domain::job::JobSort;
use bole_domain::stage::Stage;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::search::words;
use crate::{ListCursor, ListPage, StoreError, StoreResult, TenantTx, members};

/// A job.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Job {
    pub id: JobId,
    pub title: String,
    /// The core requirement, in short.
    pub core_requirement: String,
    /// The job description.
    pub jd: String,
    /// Evaluation criteria, if written by HR.
    pub ai_evaluation_criteria: String,
    /// Markdown: `##` opens a section, numbered lines are questions.
    pub ai_interview_questions: String,
    /// Used in emails and the description.
    pub company_name: String,
    /// Used in email signatures.
    pub recruiter_name: String,
    /// Address that accepts resumes for it.
    pub submission_email: Option<String>,
    pub organization_id: OrganizationId,
    /// The interview links it offers.
    pub location_ids: Vec<LocationId>,
    /// Whether name, contact, age, gender and similar data are withheld from the judging model.
    pub blind_mode: bool,
    /// Whether it is open.
    pub is_active: bool,
    /// Whether it is archived.
    pub is_deleted: bool,
    /// When it was archived.
    #[serde(with = "time::serde::rfc3339::option")]
    pub deleted_at: Option<OffsetDateTime>,
    /// Candidates, including archived ones.
    pub total_applications: i64,
    /// Candidates in AI评审.
    pub in_review: i64,
    /// Candidates past AI评审 and not archived.
    pub in_pipeline: i64,
    /// Uploaded ZIPs.
    pub total_batches: i64,
    /// The latest of its own update, an upload, and a candidate's update.
    #[serde(with = "time::serde::rfc3339")]
    pub last_activity_at: OffsetDateTime,
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// Filter of a list of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobFilter {
    /// Not archived.
    Present,
    /// Open.
    Active,
    /// Closed.
    Inactive,
    Archived,
    /// All, including archived ones.
    All,
}

/// Filter and order of a list of jobs.
#[derive(Debug, Clone)]
pub struct JobList {
    pub filter: JobFilter,
    /// Only those with this in their title or company, ignoring case.
    pub search: Option<String>,
    pub sort: JobSort,
    /// By cursor only the newest first.
    pub page: ListPage,
}

/// A page of jobs, their total number, and the cursor of the next page, if any and if they come by time.
pub async fn list(tx: &mut TenantTx, list: &JobList) -> StoreResult<(Vec<Job>, i64, Option<ListCursor>)> {
    let JobList { filter, search, sort, page } = list;
    let (is_deleted, is_active) = match filter {
        JobFilter::Present => (Some(false), None),
        JobFilter::Active => (Some(false), Some(true)),
        JobFilter::Inactive => (Some(false), Some(false)),
        JobFilter::Archived => (Some(true), None),
        JobFilter::All => (None, None),
    };
    let search = words(search.as_deref());
    let organization = tx.organization();
    let mut ids = match sort {
        JobSort::Newest | JobSort::Title => {
            sqlx::query_scalar!(
                "SELECT id FROM jobs
                 WHERE organization_id = $1 AND ($2::boolean IS NULL OR is_deleted = $2)
             AND ($3::boolean IS NULL OR is_active = $3)
                   AND ($4::text IS NULL OR search_fold(title) LIKE search_pattern($4)
                        OR search_fold(company_name) LIKE search_pattern($4))
                   AND ($8::timestamptz IS NULL OR (created_at, id) < ($8, $9::uuid))
                 ORDER BY CASE WHEN $5 THEN lower(title) END, created_at DESC, id DESC LIMIT $6 OFFSET $7",
                organization.0,
                is_deleted,
                is_active,
                search,
                *sort == JobSort::Title,
                page.rows(),
                page.offset,
                page.after.and_then(ListCursor::at),
                page.after.map(|cursor| cursor.id),
            )
            .fetch_all(tx.conn()?)
            .await?
        }
        JobSort::Activity | JobSort::Candidates => {
            sqlx::query_scalar!(
                r#"SELECT j.id FROM jobs j
                   CROSS JOIN LATERAL (
                       SELECT count(*) AS total, max(updated_at) AS latest FROM applications
                       WHERE organization_id = j.organization_id AND job_id = j.id
                   ) a
                   CROSS JOIN LATERAL (
                       SELECT max(created_at) AS latest FROM batches
                       WHERE organization_id = j.organization_id AND job_id = j.id
                   ) b
                   WHERE j.organization_id = $1 AND ($2::boolean IS NULL OR j.is_deleted = $2)
                     AND ($3::boolean IS NULL OR j.is_active = $3)
                     AND ($4::text IS NULL OR search_fold(j.title) LIKE search_pattern($4)
                          OR search_fold(j.company_name) LIKE search_pattern($4))
                   ORDER BY CASE WHEN $5 THEN a.total END DESC,
                            CASE WHEN NOT $5 THEN greatest(j.updated_at, a.latest, b.latest) END DESC,
                            j.created_at DESC, j.id DESC LIMIT $6 OFFSET $7"#,
                organization.0,
                is_deleted,
                is_active,
                search,
                *sort == JobSort::Candidates,
                page.rows(),
                page.offset
            )
            .fetch_all(tx.conn()?)
            .await?
        }
    };
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM jobs
           WHERE organization_id = $1 AND ($2::boolean IS NULL OR is_deleted = $2)
             AND ($3::boolean IS NULL OR is_active = $3)
             AND ($4::text IS NULL OR search_fold(title) LIKE search_pattern($4)
                        OR search_fold(company_name) LIKE search_pattern($4))"#,
        organization.0,
        is_deleted,
        is_active,
        search
    )
    .fetch_one(tx.conn()?);
    let has_next = page.cut(&mut ids) && *sort == JobSort::Newest;
    let total = page.total(ids.len(), count).await?;
    let mut jobs = with_counts(tx, &ids).await?;
    jobs.sort_by_key(|job| ids.iter().position(|id| *id == job.id.0));
    let next = jobs.last().filter(|_| has_next).map(|job| ListCursor::by_time(job.created_at, job.id.0));
    Ok((jobs, total, next))
}

/// One job, archived or not.
pub async fn find(tx: &mut TenantTx, id: JobId) -> StoreResult<Job> {
    with_counts(tx, &[id.0]).await?.pop().ok_or(StoreError::NotFound)
}

async fn with_counts(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<Job>> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Job,
        r#"SELECT j.id, j.organization_id, j.title, j.core_requirement, j.jd, j.ai_evaluation_criteria,
                  j.ai_interview_questions, j.company_name, j.recruiter_name, j.submission_email, j.is_active, j.is_deleted, j.deleted_at,
                  j.blind_mode,
                  array(SELECT l.location_id FROM job_locations l
                        WHERE l.organization_id = j.organization_id AND l.job_id = j.id
                        ORDER BY l.location_id) AS "location_ids!: _",
                  j.version, j.created_at, j.updated_at,
                  a.total AS "total_applications!", a.in_review AS "in_review!", a.in_pipeline AS "in_pipeline!",
                  b.total AS "total_batches!", greatest(j.updated_at, a.latest, b.latest) AS "last_activity_at!"
           FROM jobs j
           CROSS JOIN LATERAL (
               SELECT count(*) AS total, max(updated_at) AS latest,
                      count(*) FILTER (WHERE status = $3 AND NOT is_archived) AS in_review,
                      count(*) FILTER (WHERE status NOT IN ($3, $4) AND NOT is_archived) AS in_pipeline
               FROM applications WHERE organization_id = j.organization_id AND job_id = j.id
           ) a
           CROSS JOIN LATERAL (
               SELECT count(*) AS total, max(created_at) AS latest
               FROM batches WHERE organization_id = j.organization_id AND job_id = j.id
           ) b
           WHERE j.organization_id = $1 AND j.id = ANY($2)
           ORDER BY j.created_at DESC, j.id DESC"#,
        organization.0,
        ids,
        Stage::AiReview.as_str(),
        Stage::Archived.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Additional counts of a job in lists.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct JobFigures {
    /// The job.
    pub id: JobId,
    /// Name of its creator, if the account still exists.
    pub owner_name: Option<String>,
    /// Resumes to be evaluated and evaluated ones.
    pub resumes: i64,
    /// Evaluated resumes.
    pub evaluated: i64,
    /// Evaluated resumes that are not in the pipeline yet.
    pub waiting: i64,
    /// Failed resumes, which need a person.
    pub attention: i64,
    /// Since when the candidate who waits longest is in AI评审.
    #[serde(with = "time::serde::rfc3339::option")]
    pub review_since: Option<OffsetDateTime>,
    /// Since when the candidate between AI评审 and 入职阶段 who waits longest is in their state.
    #[serde(with = "time::serde::rfc3339::option")]
    pub pipeline_since: Option<OffsetDateTime>,
    /// Number of candidates per recommendation level, best first, without empty levels.
    pub levels: Vec<JobLevelCount>,
}

/// How many candidates of a job have a recommendation level.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct JobLevelCount {
    pub level: RecommendationLevel,
    /// The number.
    pub count: i64,
}

/// Counts of these jobs; missing ones are left out.
pub async fn figures(tx: &mut TenantTx, ids: &[JobId]) -> StoreResult<Vec<JobFigures>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT j.id, u.full_name AS "owner_name?", b.resumes AS "resumes!", b.evaluated AS "evaluated!",
                  b.waiting AS "waiting!", b.attention AS "attention!", a.review_since, a.pipeline_since,
                  l.levels AS "levels!", l.counts AS "counts!"
           FROM jobs j
           LEFT JOIN users u ON u.id = j.created_by
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(n.entries) FILTER (WHERE n.status <> 'skipped'), 0)::bigint AS resumes,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'completed'), 0)::bigint AS evaluated,
                      coalesce(sum(n.entries - n.promoted)
                               FILTER (WHERE n.status = 'completed' AND n.recommendation <> $3), 0)::bigint AS waiting,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'failed'), 0)::bigint AS attention
               FROM batch_task_counts n WHERE n.organization_id = j.organization_id AND n.job_id = j.id) b
           CROSS JOIN LATERAL (
               SELECT min(sub_status_since) FILTER (WHERE status = $4) AS review_since,
                      min(sub_status_since) FILTER (WHERE status NOT IN ($4, $5, $6)) AS pipeline_since
               FROM applications
               WHERE organization_id = j.organization_id AND job_id = j.id AND NOT is_archived) a
           CROSS JOIN LATERAL (
               SELECT coalesce(array_agg(level), '{}') AS levels, coalesce(array_agg(count), '{}') AS counts
               FROM (SELECT recommendation_level AS level, count(*) AS count FROM applications
                     WHERE organization_id = j.organization_id AND job_id = j.id AND recommendation_level IS NOT NULL
                     GROUP BY recommendation_level) AS counted) l
           WHERE j.organization_id = $1 AND j.id = ANY ($2)"#,
        tx.organization().0,
        &ids,
        RecommendationLevel::ToBeEvaluated.as_str(),
        Stage::AiReview.as_str(),
        Stage::Onboarding.as_str(),
        Stage::Archived.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let figures = rows.into_iter().map(|row| {
        let counts: BTreeMap<&str, i64> = row.levels.iter().map(String::as_str).zip(row.counts).collect();
        let levels = RecommendationLevel::ALL
            .iter()
            .filter_map(|level| Some(JobLevelCount { level: *level, count: *counts.get(level.as_str())? }));
        JobFigures {
            id: row.id.into(),
            owner_name: row.owner_name,
            resumes: row.resumes,
            evaluated: row.evaluated,
            waiting: row.waiting,
            attention: row.attention,
            review_since: row.review_since,
            pipeline_since: row.pipeline_since,
            levels: levels.collect(),
        }
    });
    Ok(figures.collect())
}

/// The editable fields of a new job.
#[derive(Debug, Clone, Default)]
pub struct NewJob {
    pub title: String,
    pub core_requirement: String,
    pub jd: String,
    pub ai_evaluation_criteria: String,
    pub ai_interview_questions: String,
    pub company_name: String,
    pub recruiter_name: String,
    /// Lower case.
    pub submission_email: String,
    pub is_active: bool,
    pub blind_mode: bool,
}

/// Creates a job and assigns it to its creator.
///
/// # Errors
/// `Constraint("jobs_submission_email_key")` if another job has the address.
pub async fn insert(tx: &mut TenantTx, id: JobId, job: &NewJob, by: UserId) -> StoreResult<()> {
    let organization = tx.organization();
    let NewJob {
        title,
        core_requirement,
        jd,
        ai_evaluation_criteria,
        ai_interview_questions,
        company_name,
        recruiter_name,
        submission_email,
        is_active,
        blind_mode,
    } = job;
    sqlx::query!(
        "INSERT INTO jobs (id, organization_id, title, core_requirement, jd, ai_evaluation_criteria,
                           ai_interview_questions, company_name, recruiter_name, submission_email, is_active, created_by,
                           blind_mode)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        id.0,
        organization.0,
        title,
        core_requirement,
        jd,
        ai_evaluation_criteria,
        ai_interview_questions,
        company_name,
        recruiter_name,
        submission_email,
        is_active,
        by.0,
        blind_mode
    )
    .execute(tx.conn()?)
    .await?;
    members::assign(tx, by, id).await
}

/// An update of a job; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct JobChange {
    pub title: Option<String>,
    pub core_requirement: Option<String>,
    pub jd: Option<String>,
    pub ai_evaluation_criteria: Option<String>,
    pub ai_interview_questions: Option<String>,
    pub company_name: Option<String>,
    pub recruiter_name: Option<String>,
    /// Lower case.
    pub submission_email: Option<String>,
    pub is_active: Option<bool>,
    /// Archives or restores it.
    pub is_deleted: Option<bool>,
    pub blind_mode: Option<bool>,
}

/// Updates a job, if `version` is `None` or matches.
///
/// # Errors
/// `NotFound`; `Stale` if the version changed; `Constraint("jobs_submission_email_key")` if another job has
/// the address.
pub async fn change(tx: &mut TenantTx, id: JobId, change: &JobChange, version: Option<i32>) -> StoreResult<()> {
    let organization = tx.organization();
    let current = sqlx::query_scalar!(
        "SELECT version FROM jobs WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        organization.0,
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    if version.is_some_and(|seen| seen != current) {
        return Err(StoreError::Stale);
    }
    let JobChange {
        title,
        core_requirement,
        jd,
        ai_evaluation_criteria,
        ai_interview_questions,
        company_name,
        recruiter_name,
        submission_email,
        is_active,
        is_deleted,
        blind_mode,
    } = change;
    sqlx::query!(
        "UPDATE jobs SET
             title = coalesce($3, title), core_requirement = coalesce($4, core_requirement), jd = coalesce($5, jd),
             ai_evaluation_criteria = coalesce($6, ai_evaluation_criteria),
             ai_interview_questions = coalesce($7, ai_interview_questions),
             company_name = coalesce($8, company_name), recruiter_name = coalesce($9, recruiter_name),
             submission_email = coalesce($10, submission_email), is_active = coalesce($11, is_active),
             is_deleted = coalesce($12, is_deleted), blind_mode = coalesce($13, blind_mode),
             deleted_at = CASE WHEN coalesce($12, is_deleted) THEN coalesce(deleted_at, now()) END,
             version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = $2",
        organization.0,
        id.0,
        title.as_deref(),
        core_requirement.as_deref(),
        jd.as_deref(),
        ai_evaluation_criteria.as_deref(),
        ai_interview_questions.as_deref(),
        company_name.as_deref(),
        recruiter_name.as_deref(),
        submission_email.as_deref(),
        *is_active,
        *is_deleted,
        *blind_mode
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Permanently deletes a job with its batches, unless it has applications. Returns whether it did; if not, the job is
/// locked until the transaction ends.
pub async fn delete_empty(tx: &mut TenantTx, id: JobId) -> StoreResult<bool> {
    let organization = tx.organization();
    // Waits for applications being added, which the next statement then sees.
    sqlx::query!("SELECT id FROM jobs WHERE organization_id = $1 AND id = $2 FOR UPDATE", organization.0, id.0)
        .fetch_optional(tx.conn()?)
        .await?;
    let deleted = sqlx::query!(
        "DELETE FROM jobs j WHERE j.organization_id = $1 AND j.id = $2
           AND NOT EXISTS (SELECT FROM applications a WHERE a.organization_id = $1 AND a.job_id = $2)",
        organization.0,
        id.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(deleted.rows_affected() > 0)
}

/// The number of jobs that count towards the plan: all but archived ones, including inaccessible ones.
pub async fn count_present(tx: &mut TenantTx) -> StoreResult<i64> {
    let organization = tx.organization();
    tx.see_all_jobs(true).await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM jobs WHERE organization_id = $1 AND NOT is_deleted"#,
        organization.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await?;
    Ok(count)
}

/// The id and title of the organization's job with this submission address, if any.
pub async fn by_submission_email(tx: &mut TenantTx, email: &str) -> StoreResult<Option<(JobId, String)>> {
    let organization = tx.organization();
    let row = sqlx::query!(
        "SELECT id, title FROM jobs WHERE organization_id = $1 AND submission_email = $2",
        organization.0,
        email
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(row.map(|row| (row.id.into(), row.title)))
}

/// Whether the actor can access each of these jobs.
pub async fn all_accessible(tx: &mut TenantTx, ids: &[JobId]) -> StoreResult<bool> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT FROM unnest($2::uuid[]) AS wanted
                              WHERE NOT EXISTS (SELECT FROM jobs WHERE organization_id = $1 AND id = wanted)) AS "all!""#,
        organization.0,
        &ids
    )
    .fetch_one(tx.conn()?)
    .await?)
}
