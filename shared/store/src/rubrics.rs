//! The rubric a job was last understood as, kept with the hash of the text it was read from.

use bole_domain::evaluation::Rubric;
use bole_domain::ids::JobId;
use sqlx::types::Json;

use crate::{StoreResult, TenantTx};

/// What a job says, and the rubric it was last read as.
#[derive(Debug, Clone)]
pub struct RubricSource {
    /// Title.
    pub title: String,
    /// Core requirement.
    pub core_requirement: String,
    /// Job description.
    pub jd: String,
    /// AI evaluation criteria.
    pub ai_evaluation_criteria: String,
    /// The rubric last read, and the hash of what it was read from.
    pub kept: Option<(Rubric, Vec<u8>)>,
}

/// What a job says, for reading its rubric.
///
/// # Errors
/// [`crate::StoreError::NotFound`], or the database does not answer.
pub async fn source(tx: &mut TenantTx, job: JobId) -> StoreResult<RubricSource> {
    let row = sqlx::query!(
        r#"SELECT title, core_requirement, jd, ai_evaluation_criteria, rubric AS "rubric: Json<Rubric>",
                  rubric_source_hash
           FROM jobs WHERE organization_id = $1 AND id = $2"#,
        tx.organization().0,
        job.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(RubricSource {
        title: row.title,
        core_requirement: row.core_requirement,
        jd: row.jd,
        ai_evaluation_criteria: row.ai_evaluation_criteria,
        kept: row.rubric.map(|json| json.0).zip(row.rubric_source_hash),
    })
}

/// Keeps a rubric with the hash of what it was read from.
///
/// # Errors
/// When the database does not answer.
pub async fn keep(tx: &mut TenantTx, job: JobId, rubric: &Rubric, source_hash: &[u8]) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE jobs SET rubric = $3, rubric_source_hash = $4 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        job.0,
        Json(rubric) as _,
        source_hash,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}
