//! Rubrics by job and engine, with the hash of the text they were extracted from.

use bole_domain::evaluation::Rubric;
use bole_domain::ids::JobId;
use sqlx::types::Json;

use crate::{StoreResult, TenantTx};

/// A job's texts, and its stored rubric.
#[derive(Debug, Clone)]
pub struct RubricSource {
    pub title: String,
    pub core_requirement: String,
    pub jd: String,
    pub ai_evaluation_criteria: String,
    /// The rubric edited by hand, else the last one extracted by this engine, and the hash of its source.
    pub kept: Option<(Rubric, Vec<u8>)>,
    /// Whether resumes were evaluated by that rubric, or a person saw it while there was no model.
    pub is_used: bool,
    /// Whether identifying data is withheld from models.
    pub blind_mode: bool,
    /// How often the rubric was edited or reset.
    pub revision: i32,
}

impl RubricSource {
    /// The rubric valid for a job with this fingerprint: one edited by hand, or one extracted from the same text.
    #[must_use]
    pub fn current(&mut self, fingerprint: &[u8]) -> Option<Rubric> {
        let kept = self.kept.take().filter(|(rubric, of)| rubric.edited_at.is_some() || of == fingerprint);
        kept.map(|(rubric, _)| rubric)
    }
}

/// The engine name and version of rubrics edited by hand, which apply to every engine.
pub const EDITED: &str = "edited";

/// A job's texts, for extracting its rubric.
pub async fn source(tx: &mut TenantTx, job: JobId, engine: &str) -> StoreResult<RubricSource> {
    let row = sqlx::query!(
        r#"SELECT j.title, j.core_requirement, j.jd, j.ai_evaluation_criteria, j.blind_mode, j.rubric_revision,
                  r.rubric AS "rubric?: Json<Rubric>", r.source_hash AS "source_hash?", r.is_used AS "is_used?"
           FROM jobs j
           LEFT JOIN LATERAL (
               SELECT k.rubric, k.source_hash, k.is_used FROM job_rubrics k
               WHERE k.organization_id = j.organization_id AND k.job_id = j.id AND k.engine IN ($3, 'edited')
               ORDER BY k.engine = 'edited' DESC LIMIT 1) r ON true
           WHERE j.organization_id = $1 AND j.id = $2"#,
        tx.organization().0,
        job.0,
        engine,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(RubricSource {
        title: row.title,
        core_requirement: row.core_requirement,
        jd: row.jd,
        ai_evaluation_criteria: row.ai_evaluation_criteria,
        kept: row.rubric.map(|json| json.0).zip(row.source_hash),
        is_used: row.is_used.unwrap_or(false),
        blind_mode: row.blind_mode,
        revision: row.rubric_revision,
    })
}

/// Stores an extracted rubric with the hash of its source.
///
/// # Errors
/// When the job is not there, or the database does not answer.
pub async fn keep(tx: &mut TenantTx, job: JobId, engine: &str, rubric: &Rubric, source_hash: &[u8]) -> StoreResult<()> {
    sqlx::query!(
        r#"INSERT INTO job_rubrics (organization_id, job_id, engine, source_hash, rubric) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (organization_id, job_id, engine) DO UPDATE
           SET source_hash = excluded.source_hash, rubric = excluded.rubric, created_at = now(),
               is_used = job_rubrics.is_used AND job_rubrics.source_hash = excluded.source_hash"#,
        tx.organization().0,
        job.0,
        engine,
        source_hash,
        Json(rubric) as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Notes that resumes were evaluated by the rubrics that this engine extracted from these jobs, or that people saw them.
pub async fn mark_used(tx: &mut TenantTx, jobs: &[JobId], engine: &str) -> StoreResult<()> {
    let jobs: Vec<uuid::Uuid> = jobs.iter().map(|job| job.0).collect();
    sqlx::query!(
        "UPDATE job_rubrics SET is_used = true
         WHERE organization_id = $1 AND job_id = ANY ($2) AND engine = $3 AND NOT is_used",
        tx.organization().0,
        &jobs,
        engine,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Locks the rubric until the transaction ends; returns how often it was edited or reset.
///
/// # Errors
/// [`crate::StoreError::NotFound`] if the actor may not change the job, or the database does not answer.
pub async fn lock_revision(tx: &mut TenantTx, job: JobId) -> StoreResult<i32> {
    Ok(sqlx::query_scalar!(
        "SELECT rubric_revision FROM jobs WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE",
        tx.organization().0,
        job.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// Stores a rubric edited by hand, with the hash of the texts that its phrases lie in; it is valid until
/// [`delete_edited`], whatever the texts. Returns the new revision.
///
/// # Errors
/// When the job is not there, or the database does not answer.
pub async fn keep_edited(tx: &mut TenantTx, job: JobId, rubric: &Rubric, source_hash: &[u8]) -> StoreResult<i32> {
    keep(tx, job, EDITED, rubric, source_hash).await?;
    raise_revision(tx, job).await
}

/// Deletes the edited rubric, if any, so that the extracted one is used again.
pub async fn delete_edited(tx: &mut TenantTx, job: JobId) -> StoreResult<()> {
    let deleted = sqlx::query!(
        "DELETE FROM job_rubrics WHERE organization_id = $1 AND job_id = $2 AND engine = $3",
        tx.organization().0,
        job.0,
        EDITED,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    if deleted.rows_affected() > 0 {
        raise_revision(tx, job).await?;
    }
    Ok(())
}

/// Deletes the extracted rubrics, so that the engine in use reads the job again.
pub async fn delete_extracted(tx: &mut TenantTx, job: JobId) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM job_rubrics WHERE organization_id = $1 AND job_id = $2 AND engine <> $3",
        tx.organization().0,
        job.0,
        EDITED,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

async fn raise_revision(tx: &mut TenantTx, job: JobId) -> StoreResult<i32> {
    Ok(sqlx::query_scalar!(
        "UPDATE jobs SET rubric_revision = rubric_revision + 1 WHERE organization_id = $1 AND id = $2
         RETURNING rubric_revision",
        tx.organization().0,
        job.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}
