//! The talent pool: archived applications, latest first.

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, BatchId, FileId, JobId, PersonId};
use bole_domain::stage::{ArchiveReason, Stage, SubStatus};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::board::cut;
use crate::search::words;
use crate::{StoreResult, TenantTx};

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TalentPoolFilter {
    /// Archived for this reason. Without it, all but eliminated people, or all if blacklisted ones are requested.
    pub reason: Option<ArchiveReason>,
    pub job_id: Option<JobId>,
    pub level: Option<RecommendationLevel>,
    pub starred: Option<bool>,
    pub blacklisted: Option<bool>,
    /// Search in name, email, phone, company and position.
    pub search: Option<String>,
}

/// Maximum characters of a summary in an entry.
const MAX_SUMMARY: usize = 60;

/// An archived application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TalentPoolEntry {
    /// The application.
    pub id: ApplicationId,
    pub version: i32,
    pub person: TalentPoolPerson,
    /// The job applied for.
    pub job_id: JobId,
    pub job_title: String,
    /// The stage it was archived in.
    pub status: Stage,
    pub sub_status: SubStatus,
    /// Why it was archived.
    pub archive_reason: ArchiveReason,
    #[serde(with = "time::serde::rfc3339")]
    pub archived_at: OffsetDateTime,
    /// Recommendation level of the evaluation.
    pub level: Option<RecommendationLevel>,
    /// Score of the evaluation.
    pub score: Option<f64>,
    /// The first 60 characters of the evaluation's summary.
    pub summary: Option<String>,
}

/// The person of an entry.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TalentPoolPerson {
    pub id: PersonId,
    pub name: Option<String>,
    pub email: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Current job title.
    pub current_position: Option<String>,
    /// Current employer.
    pub current_company: Option<String>,
    /// Years of experience.
    pub years: Option<f64>,
    /// The favourite mark.
    pub starred: bool,
    /// Whether they must not be hired.
    pub blacklisted: bool,
}

/// A page of the pool, latest first.
pub async fn list(
    tx: &mut TenantTx,
    filter: &TalentPoolFilter,
    limit: i64,
    offset: i64,
) -> StoreResult<Vec<TalentPoolEntry>> {
    let TalentPoolFilter { reason, job_id, level, starred, blacklisted, search } = filter;
    let organization = tx.organization().0;
    let ids = sqlx::query_scalar!(
        "SELECT a.id
         FROM applications a JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
         WHERE a.organization_id = $1 AND a.is_archived
           AND CASE WHEN $2::text IS NULL THEN a.archive_reason <> $10 OR $6 IS TRUE ELSE a.archive_reason = $2 END
           AND ($3::uuid IS NULL OR a.job_id = $3) AND ($4::text IS NULL OR a.recommendation_level = $4)
           AND ($5::bool IS NULL OR p.starred = $5) AND ($6::bool IS NULL OR p.blacklisted = $6)
           AND ($7::text IS NULL OR p.id IN (SELECT people_found($7)))
         ORDER BY a.archived_at DESC, a.id DESC LIMIT $8 OFFSET $9",
        organization,
        reason.map(ArchiveReason::as_str),
        job_id.map(|id| id.0),
        level.map(RecommendationLevel::as_str),
        *starred,
        *blacklisted,
        words(search.as_deref()),
        limit,
        offset,
        ArchiveReason::Eliminated.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT a.id, a.version, a.person_id, p.name, p.email, p.phone, p.current_position, p.current_company,
                  p.total_years_of_experience AS years, p.starred, p.blacklisted, a.job_id, j.title AS job_title,
                  a.status, a.sub_status, a.archive_reason AS "archive_reason!", a.archived_at AS "archived_at!",
                  a.recommendation_level, a.overall_score, left(v.ai_eval ->> 'summary', 61) AS summary
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           LEFT JOIN evaluations v ON v.organization_id = a.organization_id AND v.id = a.evaluation_id
           WHERE a.organization_id = $1 AND a.id = ANY ($2) AND a.is_archived
           ORDER BY a.archived_at DESC, a.id DESC"#,
        organization,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let entries = rows.into_iter().map(|row| {
        Ok(TalentPoolEntry {
            id: ApplicationId(row.id),
            version: row.version,
            person: TalentPoolPerson {
                id: PersonId(row.person_id),
                name: row.name,
                email: row.email,
                phone: row.phone,
                current_position: row.current_position,
                current_company: row.current_company,
                years: row.years,
                starred: row.starred,
                blacklisted: row.blacklisted,
            },
            job_id: JobId(row.job_id),
            job_title: row.job_title,
            status: row.status.parse()?,
            sub_status: row.sub_status.parse()?,
            archive_reason: row.archive_reason.parse()?,
            archived_at: row.archived_at,
            level: row.recommendation_level.map(|level| level.parse()).transpose()?,
            score: row.overall_score,
            summary: row.summary.map(|summary| cut(&summary, MAX_SUMMARY)),
        })
    });
    entries.collect()
}

/// The number of entries, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: &TalentPoolFilter, limit: i64) -> StoreResult<i64> {
    let TalentPoolFilter { reason, job_id, level, starred, blacklisted, search } = filter;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM applications a JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
               WHERE a.organization_id = $1 AND a.is_archived
                 AND CASE WHEN $2::text IS NULL THEN a.archive_reason <> $9 OR $6 IS TRUE ELSE a.archive_reason = $2 END
                 AND ($3::uuid IS NULL OR a.job_id = $3) AND ($4::text IS NULL OR a.recommendation_level = $4)
                 AND ($5::bool IS NULL OR p.starred = $5) AND ($6::bool IS NULL OR p.blacklisted = $6)
                 AND ($7::text IS NULL OR p.id IN (SELECT people_found($7)))
               LIMIT $8) AS counted"#,
        tx.organization().0,
        reason.map(ArchiveReason::as_str),
        job_id.map(|id| id.0),
        level.map(RecommendationLevel::as_str),
        *starred,
        *blacklisted,
        words(search.as_deref()),
        limit,
        ArchiveReason::Eliminated.as_str(),
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// The latest resume of a person in the pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolResume {
    pub person_id: PersonId,
    pub file_id: FileId,
    /// File name as uploaded.
    pub file_name: String,
}

/// Latest resumes of people in the pool that a batch does not contain yet, sorted by person, after the given one;
/// without eliminated and blacklisted people.
pub async fn other_resumes(
    tx: &mut TenantTx,
    batch: BatchId,
    after: Option<PersonId>,
    limit: i64,
) -> StoreResult<Vec<PoolResume>> {
    Ok(sqlx::query_as!(
        PoolResume,
        // The people are in order before anything is looked up for them, and each OFFSET keeps a lookup from becoming a
        // join: a page must not go through everyone left. The batch is compared in a way that no index serves, because
        // a new batch looks empty to the planner, which would then search all of it for each file.
        "SELECT p.id AS person_id, r.file_id, r.file_name
         FROM (SELECT organization_id, id FROM people
               WHERE organization_id = $1 AND NOT blacklisted AND id > $5 ORDER BY id OFFSET 0) p
         CROSS JOIN LATERAL (
             SELECT file_id, file_name FROM resumes
             WHERE organization_id = p.organization_id AND person_id = p.id ORDER BY id DESC LIMIT 1) r
         WHERE EXISTS (SELECT FROM applications a
                       WHERE a.organization_id = p.organization_id AND a.person_id = p.id AND a.is_archived
                         AND a.archive_reason <> $3 OFFSET 0)
           AND NOT EXISTS (SELECT FROM batch_tasks b
                           WHERE b.organization_id = p.organization_id AND b.file_id = r.file_id
                             AND b.batch_id IS NOT DISTINCT FROM $2 OFFSET 0)
         ORDER BY p.id LIMIT $4",
        tx.organization().0,
        batch.0,
        ArchiveReason::Eliminated.as_str(),
        limit,
        after.map_or(uuid::Uuid::nil(), |id| id.0),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// How many latest resumes of people in the pool a batch does not have yet, as [`other_resumes`] lists them; without a
/// batch, of how many people there is one.
pub async fn count_other_resumes(tx: &mut TenantTx, batch: Option<BatchId>) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
           FROM people p
           CROSS JOIN LATERAL (
               SELECT file_id FROM resumes
               WHERE organization_id = p.organization_id AND person_id = p.id ORDER BY id DESC LIMIT 1) r
           WHERE p.organization_id = $1 AND NOT p.blacklisted
             AND EXISTS (SELECT FROM applications a
                         WHERE a.organization_id = p.organization_id AND a.person_id = p.id AND a.is_archived
                           AND a.archive_reason <> $3)
             AND NOT EXISTS (SELECT FROM batch_tasks b
                             WHERE b.organization_id = p.organization_id AND b.batch_id = $2 AND b.file_id = r.file_id)"#,
        tx.organization().0,
        batch.map(|batch| batch.0),
        ArchiveReason::Eliminated.as_str(),
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}
