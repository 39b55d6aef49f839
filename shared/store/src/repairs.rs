//! Repair of readings: rereading files, correcting employments, analyzing careers.

use bole_domain::ids::{FileId, JobId, PersonId, ResumeId, WorkExperienceId};
use bole_domain::period::{Timeline, YearMonth};
use bole_domain::profile::Profile;
use bole_domain::repair::{AnalysisStatus, EmploymentProblem, ReadingFilter};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::people::add_work_experiences;
use crate::{StoreError, StoreResult, TenantTx};

/// A resume to reread.
#[derive(Debug, Clone)]
pub struct ResumeToRead {
    pub id: ResumeId,
    pub file_id: FileId,
    /// File name as uploaded.
    pub file_name: String,
    pub storage_key: String,
}

/// The number of resumes matching a filter that were read by another version or not completely.
pub async fn count_resumes(
    tx: &mut TenantTx,
    filter: ReadingFilter,
    job: Option<JobId>,
    version: &str,
) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM resumes r
           LEFT JOIN file_texts t ON t.organization_id = r.organization_id AND t.file_id = r.file_id
           WHERE r.organization_id = $1
             AND ($2 = 'all' OR t.extraction_version IS DISTINCT FROM $4 OR r.analysis_status <> 'completed')
             AND ($3::uuid IS NULL OR EXISTS (SELECT FROM applications a WHERE a.organization_id = r.organization_id
                    AND a.person_id = r.person_id AND a.job_id = $3))"#,
        tx.organization().0,
        filter.as_str(),
        job.map(|job| job.0),
        version,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// A page of those resumes by id, after the given one.
pub async fn resumes_to_read(
    tx: &mut TenantTx,
    filter: ReadingFilter,
    job: Option<JobId>,
    version: &str,
    after: Option<ResumeId>,
    limit: i64,
) -> StoreResult<Vec<ResumeToRead>> {
    Ok(sqlx::query_as!(
        ResumeToRead,
        "SELECT r.id, r.file_id, r.file_name, f.storage_key FROM resumes r
           JOIN files f ON f.organization_id = r.organization_id AND f.id = r.file_id
           LEFT JOIN file_texts t ON t.organization_id = r.organization_id AND t.file_id = r.file_id
           WHERE r.organization_id = $1
             AND ($2 = 'all' OR t.extraction_version IS DISTINCT FROM $4 OR r.analysis_status <> 'completed')
             AND ($3::uuid IS NULL OR EXISTS (SELECT FROM applications a WHERE a.organization_id = r.organization_id
                    AND a.person_id = r.person_id AND a.job_id = $3))
             AND ($5::uuid IS NULL OR r.id > $5)
           ORDER BY r.id LIMIT $6",
        tx.organization().0,
        filter.as_str(),
        job.map(|job| job.0),
        version,
        after.map(|id| id.0),
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Those of these resumes whose pictures were not looked at by this version.
pub async fn scans_to_read(tx: &mut TenantTx, resumes: &[ResumeId], version: &str) -> StoreResult<Vec<ResumeToRead>> {
    let resumes: Vec<Uuid> = resumes.iter().map(|id| id.0).collect();
    Ok(sqlx::query_as!(
        ResumeToRead,
        "SELECT r.id, r.file_id, r.file_name, f.storage_key FROM resumes r
           JOIN files f ON f.organization_id = r.organization_id AND f.id = r.file_id
           LEFT JOIN file_texts t ON t.organization_id = r.organization_id AND t.file_id = r.file_id
           WHERE r.organization_id = $1 AND r.id = ANY ($2)
             AND (t.extraction_version IS DISTINCT FROM $3 OR t.is_recognition_tried IS NOT TRUE)
           ORDER BY r.id",
        tx.organization().0,
        &resumes,
        version,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Replaces a resume's employments by those of a new reading, unless one was corrected by hand.
pub async fn apply_reading(tx: &mut TenantTx, resume: ResumeId, profile: &Profile) -> StoreResult<()> {
    let organization = tx.organization().0;
    let edited = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM work_experiences WHERE organization_id = $1 AND resume_id = $2
                            AND edited_at IS NOT NULL) AS "edited!""#,
        organization,
        resume.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    if !edited {
        sqlx::query!(
            "DELETE FROM work_experiences WHERE organization_id = $1 AND resume_id = $2",
            organization,
            resume.0
        )
        .execute(tx.conn()?)
        .await?;
        add_work_experiences(tx, &[(resume, profile.work_experiences.as_slice())]).await?;
    }
    sqlx::query!(
        "UPDATE resumes SET total_years_of_experience = $3, analysis_status = 'completed'
         WHERE organization_id = $1 AND id = $2",
        organization,
        resume.0,
        profile.total_years_of_experience,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Sets the status of a resume's analysis, and its result.
pub async fn set_analysis(
    tx: &mut TenantTx,
    resume: ResumeId,
    status: AnalysisStatus,
    analysis: Option<&Timeline>,
) -> StoreResult<()> {
    let done = sqlx::query!(
        "UPDATE resumes SET analysis_status = $3, analysis = coalesce($4, analysis),
                            analyzed_at = CASE WHEN $4::jsonb IS NULL THEN analyzed_at ELSE now() END,
                            total_years_of_experience = coalesce($5, total_years_of_experience)
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        resume.0,
        status.as_str(),
        analysis.map(Json) as _,
        analysis.filter(|found| found.total_months > 0).map(Timeline::total_years),
    )
    .execute(tx.conn()?)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound) }
}

/// An employment and the problems of its dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EmploymentView)]
pub struct Employment {
    pub id: WorkExperienceId,
    /// The resume it was read from.
    pub resume_id: ResumeId,
    pub person_id: PersonId,
    pub person_name: Option<String>,
    /// Employer.
    pub company_name: Option<String>,
    pub position_title: Option<String>,
    /// First month.
    pub start_date: Option<YearMonth>,
    /// Last month; absent if ongoing or unknown.
    pub end_date: Option<YearMonth>,
    /// Whether it is ongoing.
    pub is_current: bool,
    pub problems: Vec<EmploymentProblem>,
    pub version: i32,
    /// Who last corrected it.
    pub edited_by_name: Option<String>,
    /// When it was corrected.
    #[serde(with = "time::serde::rfc3339::option")]
    pub edited_at: Option<OffsetDateTime>,
}

/// Filter of a list of employments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EmploymentFilter {
    /// Only with this problem; with any if `None`.
    pub problem: Option<EmploymentProblem>,
}

/// A page of employments with a problem, latest resumes first. Below admin, only of people who applied for the
/// member's own jobs.
pub async fn employments(
    tx: &mut TenantTx,
    filter: EmploymentFilter,
    limit: i64,
    offset: i64,
) -> StoreResult<Vec<Employment>> {
    let EmploymentFilter { problem } = filter;
    let ids = sqlx::query_scalar!(
        r#"SELECT e.id AS "id!" FROM employment_problems e
           JOIN resumes r ON r.organization_id = e.organization_id AND r.id = e.resume_id
           WHERE e.organization_id = $1
             AND CASE $2 WHEN 'missing' THEN e.missing WHEN 'reversed' THEN e.reversed WHEN 'overlapping' THEN e.overlapping
                         ELSE e.missing OR e.reversed OR e.overlapping END
             AND (sees_all_jobs() OR EXISTS (
                 SELECT FROM applications a WHERE a.organization_id = r.organization_id AND a.person_id = r.person_id))
           ORDER BY e.resume_id DESC, e.ordinal LIMIT $3 OFFSET $4"#,
        tx.organization().0,
        problem.map(EmploymentProblem::as_str),
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    find_employments(tx, &ids).await
}

/// The number of employments with a problem, counted up to `limit`.
pub async fn count_employments(tx: &mut TenantTx, filter: EmploymentFilter, limit: i64) -> StoreResult<i64> {
    let EmploymentFilter { problem } = filter;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM employment_problems e
               JOIN resumes r ON r.organization_id = e.organization_id AND r.id = e.resume_id
               WHERE e.organization_id = $1
                 AND CASE $2 WHEN 'missing' THEN e.missing WHEN 'reversed' THEN e.reversed
                             WHEN 'overlapping' THEN e.overlapping
                             ELSE e.missing OR e.reversed OR e.overlapping END
                 AND (sees_all_jobs() OR EXISTS (
                     SELECT FROM applications a
                     WHERE a.organization_id = r.organization_id AND a.person_id = r.person_id))
               LIMIT $3) AS counted"#,
        tx.organization().0,
        problem.map(EmploymentProblem::as_str),
        limit,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

async fn find_employment(tx: &mut TenantTx, id: WorkExperienceId) -> StoreResult<Employment> {
    find_employments(tx, &[id.0]).await?.pop().ok_or(StoreError::NotFound)
}

/// These employments in this order, with or without problems; inaccessible ones are left out.
async fn find_employments(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<Employment>> {
    let rows = sqlx::query!(
        r#"SELECT w.id, w.resume_id, r.person_id, p.name AS person_name, w.company_name, w.position_title,
                  w.start_date AS "start_date: YearMonth", w.end_date AS "end_date: YearMonth", w.is_current, e.missing AS "missing!", e.reversed AS "reversed!",
                  e.overlapping AS "overlapping!", w.version, u.full_name AS "edited_by_name?", w.edited_at
           FROM work_experiences w
           JOIN employment_problems e ON e.organization_id = w.organization_id AND e.id = w.id
           JOIN resumes r ON r.organization_id = w.organization_id AND r.id = w.resume_id
           JOIN people p ON p.organization_id = r.organization_id AND p.id = r.person_id
           LEFT JOIN users u ON u.id = w.edited_by
           WHERE w.organization_id = $1 AND w.id = ANY ($2)
             AND (sees_all_jobs() OR EXISTS (
                 SELECT FROM applications a WHERE a.organization_id = r.organization_id AND a.person_id = r.person_id))
           ORDER BY array_position($2, w.id)"#,
        tx.organization().0,
        ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let employments = rows.into_iter().map(|row| {
        let problems = [
            (row.missing, EmploymentProblem::Missing),
            (row.reversed, EmploymentProblem::Reversed),
            (row.overlapping, EmploymentProblem::Overlapping),
        ];
        Employment {
            id: WorkExperienceId(row.id),
            resume_id: ResumeId(row.resume_id),
            person_id: PersonId(row.person_id),
            person_name: row.person_name,
            company_name: row.company_name,
            position_title: row.position_title,
            start_date: row.start_date,
            end_date: row.end_date,
            is_current: row.is_current,
            problems: problems.into_iter().filter(|(is, _)| *is).map(|(_, problem)| problem).collect(),
            version: row.version,
            edited_by_name: row.edited_by_name,
            edited_at: row.edited_at,
        }
    });
    Ok(employments.collect())
}

/// A correction of an employment.
#[derive(Debug, Clone)]
pub struct EmploymentChange {
    pub company_name: Option<String>,
    pub position_title: Option<String>,
    pub start_date: Option<YearMonth>,
    pub end_date: Option<YearMonth>,
    pub is_current: bool,
}

/// Corrects an employment and records the change in the person's history.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Stale`] when it changed since this version, or the database does
/// not answer.
pub async fn correct(
    tx: &mut TenantTx,
    id: WorkExperienceId,
    version: i32,
    change: &EmploymentChange,
) -> StoreResult<Employment> {
    let before = find_employment(tx, id).await?;
    let (organization, actor) = (tx.organization().0, *tx.actor());
    let EmploymentChange { company_name, position_title, start_date, end_date, is_current } = change;
    let user = actor.user().map(|user| user.0);
    let done = sqlx::query!(
        "UPDATE work_experiences SET company_name = $4, position_title = $5, start_date = $6, end_date = $7,
                                     is_current = $8, version = version + 1, edited_by = $9, edited_at = now()
         WHERE organization_id = $1 AND id = $2 AND version = $3",
        organization,
        id.0,
        version,
        company_name.as_deref(),
        position_title.as_deref(),
        start_date.map(|month| month.to_string()),
        end_date.map(|month| month.to_string()),
        is_current,
        user,
    )
    .execute(tx.conn()?)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    let after = find_employment(tx, id).await?;
    let changes = json!({ "work_experience": { "from": written(&before), "to": written(&after) } });
    sqlx::query!(
        "INSERT INTO person_events (id, organization_id, person_id, changes, actor_kind, actor_user_id)
         VALUES ($1, $2, $3, $4, $5, $6)",
        Uuid::now_v7(),
        organization,
        after.person_id.0,
        changes,
        actor.event_actor().as_str(),
        user,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(after)
}

fn written(employment: &Employment) -> Value {
    json!({
        "company_name": employment.company_name,
        "position_title": employment.position_title,
        "start_date": employment.start_date,
        "end_date": employment.end_date,
        "is_current": employment.is_current,
    })
}
