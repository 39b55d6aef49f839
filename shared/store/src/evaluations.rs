//! Evaluations of files for jobs, read and written in bulk across batches and jobs.
//!
//! A batch fills these tables faster than statistics are updated, and a plan made for empty tables would scan the
//! full ones. So rows are named by their keys, and [`crate::statistics`] follows the growth.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use utoipa::ToSchema;

use bole_domain::evaluation::{AiEval, Engine, EvaluationBasis};
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, EvaluationId, FileId, JobId, ResumeId};
use bole_domain::profile::{ModelProfile, Profile};
use bole_domain::strip::strip;
use serde_json::value::RawValue;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::files::{self, FileText};
use crate::paging::total;
use crate::{StoreError, StoreResult, TenantTx};

/// A batch entry waiting for evaluation.
#[derive(Debug, Clone)]
pub struct ToEvaluate {
    pub id: BatchTaskId,
    /// The batch it came with.
    pub batch_id: BatchId,
    /// The job it is evaluated for.
    pub job_id: JobId,
    /// The application to update, if the entry re-evaluates one.
    pub application_id: Option<ApplicationId>,
    pub file_name: String,
    pub file_id: FileId,
    pub storage_key: String,
    /// Its text, if this extraction version has read it before.
    pub text: Option<FileText>,
}

/// An entry's evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Evaluated<'a> {
    pub entry: BatchTaskId,
    pub file_id: FileId,
    pub job_id: JobId,
    /// The application to update.
    pub application_id: Option<ApplicationId>,
    /// SHA-256 of the rubric.
    pub rubric_hash: &'a [u8],
    pub eval: &'a AiEval,
    /// The profile read from the resume.
    pub profile: &'a Profile,
}

/// An evaluation to insert.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judged<'a> {
    pub(crate) file_id: FileId,
    pub(crate) job_id: JobId,
    pub(crate) rubric_hash: &'a [u8],
    pub(crate) eval: &'a AiEval,
    /// When, if not now.
    pub(crate) at: Option<OffsetDateTime>,
}

impl<'a> From<&Evaluated<'a>> for Judged<'a> {
    fn from(of: &Evaluated<'a>) -> Self {
        Self { file_id: of.file_id, job_id: of.job_id, rubric_hash: of.rubric_hash, eval: of.eval, at: None }
    }
}

/// The entries, unordered; deleted ones are left out.
///
/// # Errors
/// When the database does not answer, or a stored text does not match its version's format.
pub async fn find(tx: &mut TenantTx, ids: &[BatchTaskId], extraction_version: &str) -> StoreResult<Vec<ToEvaluate>> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        // OFFSET keeps the planner from beginning with all rows of the organization, which it believes to be few.
        r#"SELECT e.id AS "id!", e.batch_id AS "batch_id!", e.job_id AS "job_id!", e.application_id AS "application_id?",
                  e.file_name AS "file_name!", e.file_id AS "file_id!", e.storage_key AS "storage_key!", e.text AS "text?", e.hidden_text AS "hidden_text?: Json<Vec<String>>",
                  e.profile AS "profile?: Json<Profile>", e.pages AS "pages?",
                  e.model_profile AS "model_profile?: Json<ModelProfile>",
                  e.unread_pages AS "unread_pages?: Json<Vec<u32>>",
                  e.recognized_pages AS "recognized_pages?: Json<Vec<u32>>",
                  e.is_recognition_tried AS "is_recognition_tried?"
           FROM unnest($2::uuid[]) AS wanted (id)
           CROSS JOIN LATERAL (
               SELECT e.id, e.batch_id, e.job_id, e.application_id, e.file_name, f.id AS file_id, f.storage_key, t.text, t.hidden_text, t.profile,
                      t.pages, t.model_profile, t.unread_pages, t.recognized_pages, t.is_recognition_tried
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
            (Some(text), Some(Json(hidden_text)), Some(Json(profile)), Some(pages)) => Some(FileText {
                text,
                hidden_text,
                profile,
                model_profile: row.model_profile.map(|json| json.0),
                pages,
                unread_pages: row.unread_pages.map(|json| json.0).unwrap_or_default(),
                recognized_pages: row.recognized_pages.map(|json| json.0).unwrap_or_default(),
                is_recognition_tried: row.is_recognition_tried.unwrap_or_default(),
                extraction_version: extraction_version.to_owned(),
            }),
            _ => None,
        };
        ToEvaluate {
            id: BatchTaskId(row.id),
            batch_id: BatchId(row.batch_id),
            job_id: JobId(row.job_id),
            application_id: row.application_id.map(ApplicationId),
            file_name: row.file_name,
            file_id: FileId(row.file_id),
            storage_key: row.storage_key,
            text,
        }
    });
    Ok(read.collect())
}

/// Stores the prompts used for evaluations, under the versions that evaluations refer to.
pub async fn keep_prompts(tx: &mut TenantTx, prompts: &BTreeMap<&str, &str>) -> StoreResult<()> {
    let versions: Vec<&str> = prompts.keys().copied().collect();
    let texts: Vec<&str> = prompts.values().copied().collect();
    sqlx::query!(
        "INSERT INTO evaluation_prompts (organization_id, version, text)
         SELECT $1, p.version, p.text FROM unnest($2::text[], $3::text[]) AS p (version, text)
         ON CONFLICT DO NOTHING",
        tx.organization().0,
        &versions as _,
        &texts as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Stores evaluations of different entries.
///
/// # Errors
/// [`StoreError::NotFound`] when an entry was deleted meanwhile, or the database does not answer.
pub async fn keep(tx: &mut TenantTx, evaluated: &[Evaluated<'_>]) -> StoreResult<()> {
    lock(tx, evaluated).await?;
    let judged: Vec<Judged<'_>> = evaluated.iter().map(Into::into).collect();
    let rows = insert(tx, &judged).await?;
    let ids: Vec<uuid::Uuid> = evaluated.iter().map(|evaluated| evaluated.entry.0).collect();
    let profiles: Vec<Json<&Profile>> = evaluated.iter().map(|evaluated| Json(evaluated.profile)).collect();
    let emails: Vec<Option<&str>> = evaluated.iter().map(|evaluated| evaluated.profile.email.as_deref()).collect();
    let phones: Vec<Option<&str>> = evaluated.iter().map(|evaluated| evaluated.profile.phone.as_deref()).collect();
    let updated = sqlx::query!(
        // A join with the values would read all entries of the organization.
        r#"UPDATE batch_tasks b
           SET evaluation_id = ($3::uuid[])[array_position($2, b.id)], profile = ($4::jsonb[])[array_position($2, b.id)],
               recommendation = ($5::text[])[array_position($2, b.id)],
               score = ($6::double precision[])[array_position($2, b.id)],
               person_email = ($7::text[])[array_position($2, b.id)],
               person_phone = ($8::text[])[array_position($2, b.id)], evaluated_at = now()
           WHERE b.organization_id = $1 AND b.id = ANY ($2)"#,
        tx.organization().0,
        &ids,
        &rows.ids,
        &profiles as _,
        &rows.levels as _,
        &rows.scores,
        &emails as _,
        &phones as _,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    let all = usize::try_from(updated.rows_affected()).is_ok_and(|updated| updated == ids.len());
    if !all {
        return Err(StoreError::NotFound);
    }
    take_over(tx, evaluated, &rows).await
}

/// Locks what is updated in the order of deleting a person: applications before entries, and these before files.
async fn lock(tx: &mut TenantTx, evaluated: &[Evaluated<'_>]) -> StoreResult<()> {
    let organization = tx.organization().0;
    let applications: Vec<uuid::Uuid> =
        evaluated.iter().filter_map(|evaluated| evaluated.application_id).map(|id| id.0).collect();
    if !applications.is_empty() {
        sqlx::query!(
            "SELECT id FROM applications WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE",
            organization,
            &applications,
        )
        .fetch_all(tx.conn()?)
        .await?;
    }
    let entries: Vec<uuid::Uuid> = evaluated.iter().map(|evaluated| evaluated.entry.0).collect();
    sqlx::query!(
        "SELECT id FROM batch_tasks WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE",
        organization,
        &entries,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(())
}

/// Columns of new evaluations that entries and applications copy.
pub(crate) struct Rows<'a> {
    pub(crate) ids: Vec<uuid::Uuid>,
    levels: Vec<&'a str>,
    scores: Vec<f64>,
}

pub(crate) async fn insert<'a>(tx: &mut TenantTx, evaluated: &[Judged<'a>]) -> StoreResult<Rows<'a>> {
    let rows = Rows {
        ids: evaluated.iter().map(|_| EvaluationId::new().0).collect(),
        levels: evaluated.iter().map(|evaluated| evaluated.eval.recommendation_level.as_str()).collect(),
        scores: evaluated.iter().map(|evaluated| evaluated.eval.overall_score).collect(),
    };
    let files: Vec<uuid::Uuid> = evaluated.iter().map(|evaluated| evaluated.file_id.0).collect();
    let jobs: Vec<uuid::Uuid> = evaluated.iter().map(|evaluated| evaluated.job_id.0).collect();
    let hashes: Vec<&[u8]> = evaluated.iter().map(|evaluated| evaluated.rubric_hash).collect();
    let evals: Vec<Json<&AiEval>> = evaluated.iter().map(|evaluated| Json(evaluated.eval)).collect();
    let engines: Vec<&str> = evaluated.iter().map(|evaluated| evaluated.eval.engine.as_str()).collect();
    let versions: Vec<&str> = evaluated.iter().map(|evaluated| evaluated.eval.versions.engine.as_str()).collect();
    let readings: Vec<&str> = evaluated.iter().map(|evaluated| evaluated.eval.versions.reading.as_str()).collect();
    let strips: Vec<String> = evaluated.iter().map(|evaluated| strip(&evaluated.eval.criteria)).collect();
    let times: Vec<Option<OffsetDateTime>> = evaluated.iter().map(|evaluated| evaluated.at).collect();
    sqlx::query!(
        r#"INSERT INTO evaluations (id, organization_id, file_id, job_id, rubric_hash, engine, engine_version,
                                    reading_version, ai_eval, overall_score, recommendation_level, strip, created_at)
           SELECT e.id, $1, e.file_id, e.job_id, e.rubric_hash, e.engine, e.engine_version, e.reading_version, e.ai_eval,
                  e.overall_score, e.recommendation_level, e.strip, coalesce(e.at, now())
           FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
                       $10::double precision[], $11::text[], $12::text[], $13::timestamptz[])
                AS e (id, file_id, job_id, rubric_hash, engine, engine_version, reading_version, ai_eval, overall_score,
                      recommendation_level, strip, at)"#,
        tx.organization().0,
        &rows.ids,
        &files,
        &jobs,
        &hashes as _,
        &engines as _,
        &versions as _,
        &readings as _,
        &evals as _,
        &rows.scores,
        &rows.levels as _,
        &strips,
        &times as _,
    )
    .execute(&mut *tx.conn()?)
    .await
    .map_err(|error| files::not_found(error, "evaluations_organization_id_file_id_fkey"))?;
    Ok(rows)
}

/// Updates re-evaluated applications. Their stage stays, because only people move candidates.
async fn take_over(tx: &mut TenantTx, evaluated: &[Evaluated<'_>], rows: &Rows<'_>) -> StoreResult<()> {
    let again = evaluated.iter().enumerate().filter_map(|(at, evaluated)| Some((at, evaluated.application_id?)));
    let (places, applications): (Vec<usize>, Vec<uuid::Uuid>) = again.map(|(at, id)| (at, id.0)).unzip();
    if applications.is_empty() {
        return Ok(());
    }
    let ids: Vec<uuid::Uuid> = places.iter().map(|&at| rows.ids[at]).collect();
    let jobs: Vec<uuid::Uuid> = places.iter().map(|&at| evaluated[at].job_id.0).collect();
    let levels: Vec<&str> = places.iter().map(|&at| rows.levels[at]).collect();
    let scores: Vec<f64> = places.iter().map(|&at| rows.scores[at]).collect();
    sqlx::query!(
        r#"UPDATE applications a
           SET evaluation_id = ($4::uuid[])[array_position($2, a.id)],
               recommendation_level = ($5::text[])[array_position($2, a.id)],
               overall_score = ($6::double precision[])[array_position($2, a.id)], updated_at = now()
           WHERE a.organization_id = $1 AND a.id = ANY ($2) AND a.job_id = ($3::uuid[])[array_position($2, a.id)]"#,
        tx.organization().0,
        &applications,
        &jobs,
        &ids,
        &levels as _,
        &scores,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// What the latest evaluation of each job is based on, without those by the built-in engine in place of a model.
pub(crate) async fn latest_basis(
    tx: &mut TenantTx,
    jobs: &BTreeSet<JobId>,
) -> StoreResult<HashMap<JobId, EvaluationBasis>> {
    let jobs: Vec<uuid::Uuid> = jobs.iter().map(|job| job.0).collect();
    let rows = sqlx::query!(
        r#"SELECT j.id AS "id!", e.rubric_hash AS "rubric_hash!", e.engine AS "engine!", e.ai_eval -> 'versions' ->> 'model' AS model
           FROM unnest($2::uuid[]) AS j (id)
           CROSS JOIN LATERAL (
               SELECT e.rubric_hash, e.engine, e.ai_eval FROM evaluations e
               WHERE e.organization_id = $1 AND e.job_id = j.id AND NOT e.ai_eval ? 'fallbackReason'
               ORDER BY e.id DESC LIMIT 1) e"#,
        tx.organization().0,
        &jobs,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let basis = rows.into_iter().map(|row| {
        let engine: Engine = row.engine.parse()?;
        let basis = EvaluationBasis { rubric_hash: row.rubric_hash, engine, model: row.model, is_fallback: false };
        Ok((JobId(row.id), basis))
    });
    basis.collect()
}

/// One evaluation, as stored.
pub async fn ai_eval(tx: &mut TenantTx, id: EvaluationId) -> StoreResult<AiEval> {
    let row = sqlx::query!(
        r#"SELECT ai_eval AS "ai_eval: Json<AiEval>" FROM evaluations WHERE organization_id = $1 AND id = $2"#,
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(row.ai_eval.0)
}

/// An evaluation of an application's person.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EvaluationView)]
pub struct PastEvaluation {
    pub id: EvaluationId,
    /// The job the resume was judged for.
    pub job_id: JobId,
    pub job_title: String,
    pub resume_id: ResumeId,
    /// The resume's file name.
    pub file_name: String,
    /// Whether it is the application's current evaluation.
    pub is_current: bool,
    /// The evaluation.
    #[schema(value_type = AiEval)]
    pub ai_eval: Json<Box<RawValue>>,
    /// The organization's evaluation prompt at the time, if customized.
    pub prompt: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// All evaluations of an application's person, newest first, and their total number.
pub async fn of_application(
    tx: &mut TenantTx,
    application: ApplicationId,
    limit: i64,
    offset: i64,
) -> StoreResult<(Vec<PastEvaluation>, i64)> {
    let organization = tx.organization().0;
    let evaluations = sqlx::query_as!(
        PastEvaluation,
        r#"SELECT e.id, e.job_id, j.title AS job_title, r.id AS resume_id, r.file_name,
                  e.id IS NOT DISTINCT FROM a.evaluation_id AS "is_current!", e.ai_eval AS "ai_eval: _", p.text AS "prompt?", e.created_at
           FROM applications a
           JOIN resumes r ON r.organization_id = a.organization_id AND r.person_id = a.person_id
           JOIN evaluations e ON e.organization_id = r.organization_id AND e.file_id = r.file_id
           JOIN jobs j ON j.organization_id = e.organization_id AND j.id = e.job_id
           LEFT JOIN evaluation_prompts p
               ON p.organization_id = e.organization_id AND p.version = e.ai_eval -> 'versions' ->> 'prompt'
           WHERE a.organization_id = $1 AND a.id = $2 ORDER BY e.created_at DESC, e.id DESC LIMIT $3 OFFSET $4"#,
        organization,
        application.0,
        limit,
        offset,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM applications a
           JOIN resumes r ON r.organization_id = a.organization_id AND r.person_id = a.person_id
           JOIN evaluations e ON e.organization_id = r.organization_id AND e.file_id = r.file_id
           WHERE a.organization_id = $1 AND a.id = $2"#,
        organization,
        application.0,
    )
    .fetch_one(&mut *tx.conn()?);
    let total = total(limit, offset, evaluations.len(), count).await?;
    Ok((evaluations, total))
}
