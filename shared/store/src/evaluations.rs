//! What evaluating resumes reads before and writes after: always many at a time, whatever their batches and jobs.
//!
//! A batch fills these tables faster than statistics follow, and a plan that was right for the empty table would read all
//! of the full one. So every statement is written such that its rows can only be found by their keys.

use bole_domain::evaluation::AiEval;
use bole_domain::ids::{BatchTaskId, FileId, JobId};
use bole_domain::profile::Profile;
use sqlx::types::Json;

use crate::files::FileText;
use crate::{StoreError, StoreResult, TenantTx};

/// An entry of a batch that waits to be evaluated.
#[derive(Debug, Clone)]
pub struct ToEvaluate {
    /// The entry.
    pub id: BatchTaskId,
    /// The job it is evaluated for.
    pub job_id: JobId,
    /// The entry's name.
    pub file_name: String,
    /// The stored file.
    pub file_id: FileId,
    /// Where it lies in storage.
    pub storage_key: String,
    /// Its text, if this version of the extraction has read it before.
    pub text: Option<FileText>,
}

/// An entry's evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Evaluated<'a> {
    /// The entry.
    pub id: BatchTaskId,
    /// The evaluation.
    pub eval: &'a AiEval,
    /// Who the resume says it is of.
    pub profile: &'a Profile,
}

/// What the entries are, in no order; those that are not there any more are left out.
///
/// # Errors
/// When the database does not answer, or a text kept is of another form than its version says.
pub async fn find(tx: &mut TenantTx, ids: &[BatchTaskId], extraction_version: &str) -> StoreResult<Vec<ToEvaluate>> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        // OFFSET keeps the planner from beginning with all rows of the organization, which it believes to be few.
        r#"SELECT e.id AS "id!", e.job_id AS "job_id!", e.file_name AS "file_name!", e.file_id AS "file_id!",
                  e.storage_key AS "storage_key!", e.text AS "text?", e.hidden_text AS "hidden_text?: Json<Vec<String>>",
                  e.profile AS "profile?: Json<Profile>", e.pages AS "pages?"
           FROM unnest($2::uuid[]) AS wanted (id)
           CROSS JOIN LATERAL (
               SELECT e.id, e.job_id, e.file_name, f.id AS file_id, f.storage_key, t.text, t.hidden_text, t.profile,
                      t.pages
               FROM batch_tasks e
               JOIN files f ON f.organization_id = e.organization_id AND f.id = e.file_id
               LEFT JOIN file_texts t
                   ON t.organization_id = f.organization_id AND t.file_id = f.id AND t.extraction_version = $3
               WHERE e.organization_id = $1 AND e.id = wanted.id OFFSET 0) e"#,
        tx.organization().0,
        &ids,
        extraction_version,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let read = rows.into_iter().map(|row| {
        let text = match (row.text, row.hidden_text, row.profile, row.pages) {
            (Some(text), Some(Json(hidden_text)), Some(Json(profile)), Some(pages)) => {
                Some(FileText { text, hidden_text, profile, pages, extraction_version: extraction_version.to_owned() })
            }
            _ => None,
        };
        ToEvaluate {
            id: BatchTaskId(row.id),
            job_id: JobId(row.job_id),
            file_name: row.file_name,
            file_id: FileId(row.file_id),
            storage_key: row.storage_key,
            text,
        }
    });
    Ok(read.collect())
}

/// Keeps evaluations of different entries.
///
/// # Errors
/// [`StoreError::NotFound`] when an entry was deleted meanwhile, or the database does not answer.
pub async fn keep(tx: &mut TenantTx, evaluated: &[Evaluated<'_>]) -> StoreResult<()> {
    let ids: Vec<uuid::Uuid> = evaluated.iter().map(|evaluated| evaluated.id.0).collect();
    let evals: Vec<Json<&AiEval>> = evaluated.iter().map(|evaluated| Json(evaluated.eval)).collect();
    let profiles: Vec<Json<&Profile>> = evaluated.iter().map(|evaluated| Json(evaluated.profile)).collect();
    let levels: Vec<&str> = evaluated.iter().map(|evaluated| evaluated.eval.recommendation_level.as_str()).collect();
    let scores: Vec<f64> = evaluated.iter().map(|evaluated| evaluated.eval.overall_score).collect();
    let emails: Vec<Option<&str>> = evaluated.iter().map(|evaluated| evaluated.profile.email.as_deref()).collect();
    let phones: Vec<Option<&str>> = evaluated.iter().map(|evaluated| evaluated.profile.phone.as_deref()).collect();
    let updated = sqlx::query!(
        // Joined with the values, all entries of the organization would be read to find these.
        r#"UPDATE batch_tasks b
           SET ai_eval = ($3::jsonb[])[array_position($2, b.id)], profile = ($4::jsonb[])[array_position($2, b.id)],
               recommendation = ($5::text[])[array_position($2, b.id)],
               score = ($6::double precision[])[array_position($2, b.id)],
               person_email = ($7::text[])[array_position($2, b.id)],
               person_phone = ($8::text[])[array_position($2, b.id)], evaluated_at = now()
           WHERE b.organization_id = $1 AND b.id = ANY ($2)"#,
        tx.organization().0,
        &ids,
        &evals as _,
        &profiles as _,
        &levels as _,
        &scores,
        &emails as _,
        &phones as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    let all = usize::try_from(updated.rows_affected()).is_ok_and(|updated| updated == ids.len());
    if all { Ok(()) } else { Err(StoreError::NotFound) }
}
