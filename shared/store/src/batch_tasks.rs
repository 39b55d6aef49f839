//! The entries of a batch: rows of the live queue, and their evaluations.

mod duplicates;

use bole_domain::batch::TaskStatus;
use bole_domain::evaluation::{Engine, EvaluationBasis, EvaluationDifference, Flag, RecommendationLevel};
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, EvaluationId, FileId, JobId, TaskId};
use bole_domain::profile::Profile;
use bole_domain::strip::{StripGlyph, glyphs};
use serde::Serialize;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::search::words;
use crate::{ListCursor, ListPage, StoreError, StoreResult, TenantTx, evaluations};

/// An entry to record.
#[derive(Debug, Clone)]
pub struct NewEntry {
    pub id: BatchTaskId,
    /// Position in the archive.
    pub position: i32,
    /// The displayed name; never used as a path.
    pub file_name: String,
    /// The outcome of unpacking.
    pub outcome: NewEntryOutcome,
}

/// The outcome of unpacking one entry.
#[derive(Debug, Clone)]
pub enum NewEntryOutcome {
    /// A file to evaluate and its ledger task.
    Queued {
        /// The stored file.
        file_id: FileId,
        /// The ledger task, enqueued in the same transaction; it may evaluate other entries as well.
        task_id: TaskId,
    },
    /// Not a resume, or a duplicate.
    Skipped(FailureReason),
    /// It could not be unpacked.
    Failed(FailureReason),
}

/// A row of the live queue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BatchTaskRow)]
pub struct BatchTask {
    pub id: BatchTaskId,
    pub batch_id: BatchId,
    /// The job it is evaluated for.
    pub job_id: JobId,
    /// Position in the archive.
    pub position: i32,
    /// The entry's file name.
    pub file_name: String,
    pub status: TaskStatus,
    /// The recommendation level, once evaluated.
    pub recommendation: Option<RecommendationLevel>,
    /// 0–100, once evaluated.
    pub score: Option<f64>,
    /// The name in the resume.
    pub name: Option<String>,
    /// Current or latest job title.
    pub current_position: Option<String>,
    /// Current or latest employer.
    pub current_company: Option<String>,
    /// Years of experience, one decimal.
    pub years: Option<f64>,
    /// Verdict and kind of each criterion, must-haves first.
    pub strip: Vec<StripGlyph>,
    /// Warnings about the score.
    pub flags: Vec<Flag>,
    /// The kind of judge.
    pub engine: Option<Engine>,
    /// Why the built-in engine was used instead of the organization's model, if it was.
    pub fallback_reason: Option<FailureReason>,
    /// How it differs from the job's latest evaluation, so that their scores are not comparable.
    pub differences: Vec<EvaluationDifference>,
    /// Why it failed or was skipped; a stable string with a text in the web app.
    pub failure_reason: Option<FailureReason>,
    /// The category of that reason.
    pub error_category: Option<ErrorCategory>,
    /// A suggestion, in English.
    pub suggestion: Option<String>,
    /// Whether it can be retried: only with a file to evaluate.
    pub retryable: bool,
    /// Whether a retry can succeed: not where the cause is in the file itself.
    pub retry_may_help: bool,
    /// When it will be retried automatically.
    #[serde(with = "time::serde::rfc3339::option")]
    pub retry_at: Option<OffsetDateTime>,
    /// Since when its question waits at the provider, answered within a day at a lower price.
    #[serde(with = "time::serde::rfc3339::option")]
    pub at_provider_since: Option<OffsetDateTime>,
    /// Whether it is a scan or photo, and no running worker reads those.
    pub waits_for_reader: bool,
    /// Attempts started.
    pub attempts: i32,
    /// The application it became.
    pub application_id: Option<ApplicationId>,
    /// The earlier entry with the same person or file.
    pub duplicate_of: Option<BatchTaskId>,
    /// When it was unpacked.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub evaluated_at: Option<OffsetDateTime>,
    #[serde(skip)]
    pub evaluation_id: Option<EvaluationId>,
    /// The profile read from the resume.
    #[serde(skip)]
    pub profile: Option<Profile>,
    /// The stored file.
    #[serde(skip)]
    pub file_id: Option<FileId>,
    /// The ledger task.
    #[serde(skip)]
    pub task_id: Option<TaskId>,
}

/// Filter of a list of entries.
#[derive(Debug, Clone, Default)]
pub struct BatchTaskFilter {
    /// Only in this state.
    pub status: Option<TaskStatus>,
    pub level: Option<RecommendationLevel>,
    /// Only entries that failed or were skipped for this reason.
    pub reason: Option<FailureReason>,
    /// Only entries with this in the file's or the candidate's name, ignoring case.
    pub search: Option<String>,
    /// Highest score first instead of archive order.
    pub by_score: bool,
}

/// Positions of a batch that are already recorded; unpacking again skips them.
pub async fn positions(tx: &mut TenantTx, batch: BatchId) -> StoreResult<Vec<i32>> {
    Ok(sqlx::query_scalar!(
        "SELECT position FROM batch_tasks WHERE organization_id = $1 AND batch_id = $2",
        tx.organization().0,
        batch.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Records entries of a batch.
///
/// # Errors
/// When a position is already recorded, or the database does not answer.
pub async fn record(tx: &mut TenantTx, batch: BatchId, job: JobId, entries: &[NewEntry]) -> StoreResult<()> {
    let mut ids = Vec::new();
    let (mut positions, mut names) = (Vec::new(), Vec::new());
    let (mut files, mut tasks) = (Vec::new(), Vec::new());
    let (mut statuses, mut reasons) = (Vec::new(), Vec::new());
    for entry in entries {
        ids.push(entry.id.0);
        positions.push(entry.position);
        names.push(entry.file_name.clone());
        let (file, task, status, reason) = match &entry.outcome {
            NewEntryOutcome::Queued { file_id, task_id } => (Some(file_id.0), Some(task_id.0), None, None),
            NewEntryOutcome::Skipped(reason) => (None, None, Some("skipped"), Some(reason.as_str())),
            NewEntryOutcome::Failed(reason) => (None, None, Some("failed"), Some(reason.as_str())),
        };
        files.push(file);
        tasks.push(task);
        statuses.push(status.map(str::to_owned));
        reasons.push(reason.map(str::to_owned));
    }
    sqlx::query!(
        r#"INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, file_id, task_id,
                                    entry_status, entry_reason)
           SELECT e.id, $1, $2, $3, e.position, e.file_name, e.file_id, e.task_id, e.status, e.reason
           FROM unnest($4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::uuid[], $9::text[], $10::text[])
                AS e (id, position, file_name, file_id, task_id, status, reason)"#,
        tx.organization().0,
        batch.0,
        job.0,
        &ids,
        &positions,
        &names,
        &files as &[Option<uuid::Uuid>],
        &tasks as &[Option<uuid::Uuid>],
        &statuses as &[Option<String>],
        &reasons as &[Option<String>],
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// A page of a batch's entries, their total number, and the cursor of the next page, if any and if they come in archive
/// order.
pub async fn list(
    tx: &mut TenantTx,
    batch: BatchId,
    filter: BatchTaskFilter,
    page: ListPage,
) -> StoreResult<(Vec<BatchTask>, i64, Option<ListCursor>)> {
    let BatchTaskFilter { status, level, reason, search, by_score } = filter;
    let reason = reason.as_ref().map(FailureReason::as_str);
    let search = words(search.as_deref());
    let mut ids = sqlx::query_scalar!(
        r#"SELECT e.id FROM batch_tasks e
           LEFT JOIN task_status s ON s.organization_id = e.organization_id AND s.id = e.task_id
           WHERE e.organization_id = $1 AND e.batch_id = $2
             AND ($3::text IS NULL OR CASE WHEN e.evaluated_at IS NULL THEN coalesce(e.entry_status, s.status) ELSE 'completed' END = $3)
             AND ($4::text IS NULL OR search_fold(e.file_name) LIKE search_pattern($4)
                  OR search_fold(e.profile ->> 'name') LIKE search_pattern($4))
             AND ($8::text IS NULL OR e.recommendation = $8)
             AND ($9::text IS NULL OR $9 = coalesce(e.entry_reason,
                  (SELECT t.error_reason FROM tasks t WHERE t.organization_id = $1 AND t.id = e.task_id), 'internal'))
             AND ($10::bigint IS NULL OR e.position > $10)
           ORDER BY CASE WHEN $5 THEN e.score END DESC NULLS LAST, e.position LIMIT $6 OFFSET $7"#,
        tx.organization().0,
        batch.0,
        status.map(TaskStatus::as_str),
        search,
        by_score,
        page.rows(),
        page.offset,
        level.map(RecommendationLevel::as_str),
        reason,
        page.after.map(|cursor| cursor.micros),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let has_next = page.cut(&mut ids) && !by_score;
    let total = page.total(ids.len(), count(tx, batch, status, level, reason, search)).await?;
    let ids: Vec<BatchTaskId> = ids.into_iter().map(BatchTaskId).collect();
    let found = find_many(tx, &ids).await?;
    let next = found.last().filter(|_| has_next).map(|last| ListCursor::by_position(last.position, last.id.0));
    Ok((found, total, next))
}

async fn count(
    tx: &mut TenantTx,
    batch: BatchId,
    status: Option<TaskStatus>,
    level: Option<RecommendationLevel>,
    reason: Option<&str>,
    search: Option<&str>,
) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM batch_tasks e
           LEFT JOIN task_status s ON s.organization_id = e.organization_id AND s.id = e.task_id
           WHERE e.organization_id = $1 AND e.batch_id = $2
             AND ($3::text IS NULL OR CASE WHEN e.evaluated_at IS NULL THEN coalesce(e.entry_status, s.status) ELSE 'completed' END = $3)
             AND ($4::text IS NULL OR search_fold(e.file_name) LIKE search_pattern($4)
                  OR search_fold(e.profile ->> 'name') LIKE search_pattern($4))
             AND ($5::text IS NULL OR e.recommendation = $5)
             AND ($6::text IS NULL OR $6 = coalesce(e.entry_reason,
                  (SELECT t.error_reason FROM tasks t WHERE t.organization_id = $1 AND t.id = e.task_id), 'internal'))"#,
        tx.organization().0,
        batch.0,
        status.map(TaskStatus::as_str),
        search,
        level.map(RecommendationLevel::as_str),
        reason,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// The number of a batch's entries per recommendation level.
pub async fn counts_by_level(tx: &mut TenantTx, batch: BatchId) -> StoreResult<Vec<(RecommendationLevel, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT recommendation AS "level!", count(*) AS "count!" FROM batch_tasks
           WHERE organization_id = $1 AND batch_id = $2 AND recommendation IS NOT NULL GROUP BY recommendation"#,
        tx.organization().0,
        batch.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter().map(|row| Ok((row.level.parse()?, row.count))).collect()
}

/// Entries of a batch that failed or were skipped for one reason.
#[derive(Debug, Clone)]
pub struct ReasonCount {
    pub reason: FailureReason,
    /// The category of the failures.
    pub category: ErrorCategory,
    pub count: i64,
    /// Those with a file that can be evaluated again.
    pub retryable: i64,
    /// The first of them in the archive.
    pub first: BatchTaskId,
}

/// A batch's failed or skipped entries by reason, the most frequent first.
pub async fn counts_by_reason(tx: &mut TenantTx, batch: BatchId, status: TaskStatus) -> StoreResult<Vec<ReasonCount>> {
    let rows = sqlx::query!(
        r#"SELECT coalesce(e.entry_reason, t.error_reason, 'internal') AS "reason!",
                  (array_agg(t.error_category ORDER BY e.position))[1] AS category,
                  count(*) AS "count!", count(e.task_id) AS "retryable!",
                  (array_agg(e.id ORDER BY e.position))[1] AS "first!"
           FROM batch_tasks e
           -- LATERAL with OFFSET looks up each status by key; without statistics the planner would scan the view for each row.
           CROSS JOIN LATERAL (
               SELECT s.status FROM batch_task_status s
               WHERE s.organization_id = e.organization_id AND s.id = e.id OFFSET 0) s
           LEFT JOIN tasks t ON t.organization_id = e.organization_id AND t.id = e.task_id
           WHERE e.organization_id = $1 AND e.batch_id = $2 AND s.status = $3
           GROUP BY 1 ORDER BY count(*) DESC, min(e.position)"#,
        tx.organization().0,
        batch.0,
        status.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let counts = rows.into_iter().map(|row| {
        let reason = FailureReason::from(row.reason);
        let category = row.category.map(|category| category.parse().unwrap_or(ErrorCategory::Unknown));
        ReasonCount {
            category: category.unwrap_or_else(|| reason.category()),
            reason,
            count: row.count,
            retryable: row.retryable,
            first: BatchTaskId(row.first),
        }
    });
    Ok(counts.collect())
}

/// Which failed entries are retried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetryScope {
    All,
    /// All but those whose cause is in the file itself.
    MayHelp,
    /// Those that failed for this reason.
    Reason(FailureReason),
}

/// The ledger tasks of a batch's failed entries; one that several entries share is repeated.
pub async fn failed_tasks(tx: &mut TenantTx, batch: BatchId, scope: &RetryScope) -> StoreResult<Vec<TaskId>> {
    let reason = match scope {
        RetryScope::Reason(reason) => Some(reason.as_str()),
        RetryScope::All | RetryScope::MayHelp => None,
    };
    let left_out: Vec<String> = match scope {
        RetryScope::MayHelp => FailureReason::lasting().map(|reason| reason.to_string()).collect(),
        RetryScope::All | RetryScope::Reason(_) => Vec::new(),
    };
    Ok(sqlx::query_scalar!(
        r#"SELECT e.task_id AS "task_id!: TaskId" FROM batch_tasks e
           -- As in counts_by_reason.
           CROSS JOIN LATERAL (
               SELECT s.status FROM batch_task_status s
               WHERE s.organization_id = e.organization_id AND s.id = e.id OFFSET 0) s
           JOIN tasks t ON t.organization_id = e.organization_id AND t.id = e.task_id
           CROSS JOIN LATERAL (SELECT coalesce(e.entry_reason, t.error_reason, 'internal') AS reason) r
           WHERE e.organization_id = $1 AND e.batch_id = $2 AND s.status = 'failed'
             AND ($3::text IS NULL OR r.reason = $3) AND r.reason <> ALL ($4)
           ORDER BY e.position"#,
        tx.organization().0,
        batch.0,
        reason,
        &left_out,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// These entries in this order; missing ones are left out.
pub async fn find_many(tx: &mut TenantTx, ids: &[BatchTaskId]) -> StoreResult<Vec<BatchTask>> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT e.id, e.batch_id, e.job_id, e.position, e.file_name,
                  CASE WHEN e.evaluated_at IS NULL THEN coalesce(e.entry_status, s.status) ELSE 'completed' END AS "status!",
                  coalesce(s.attempts, 0) AS "attempts!",
                  coalesce(e.entry_reason, t.error_reason) AS reason, t.error_category AS "category?",
                  e.recommendation, e.score, e.evaluation_id, v.strip AS "strip?",
                  v.ai_eval -> 'flags' AS "flags: Json<Vec<Flag>>", v.engine AS "engine?",
                  v.ai_eval ->> 'fallbackReason' AS fallback_reason, v.rubric_hash AS "rubric_hash?",
                  v.ai_eval -> 'versions' ->> 'model' AS model, e.profile AS "profile: Json<Profile>",
                  e.application_id, e.file_id, e.task_id, e.created_at, e.evaluated_at,
                  CASE WHEN t.state = 'retry' AND e.evaluated_at IS NULL THEN t.run_at END AS retry_at,
                  CASE WHEN t.state = 'delayed' AND e.evaluated_at IS NULL THEN (
                      SELECT m.submitted_at FROM model_batch_requests r
                      JOIN model_batches m ON m.organization_id = r.organization_id AND m.id = r.model_batch_id
                      WHERE r.organization_id = e.organization_id AND r.task_id = e.task_id AND r.state = 'waiting'
                  ) END AS at_provider_since,
                  coalesce(e.evaluated_at IS NULL AND s.status = 'pending' AND t.state = 'queued', false)
                      AND EXISTS (SELECT FROM unserved_lanes u WHERE u.lane = t.lane) AS "waits_for_reader!"
           FROM batch_tasks e
           LEFT JOIN task_status s ON s.organization_id = e.organization_id AND s.id = e.task_id
           LEFT JOIN tasks t ON t.organization_id = e.organization_id AND t.id = e.task_id
           LEFT JOIN evaluations v ON v.organization_id = e.organization_id AND v.id = e.evaluation_id
           WHERE e.organization_id = $1 AND e.id = ANY ($2)
           ORDER BY array_position($2, e.id)"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let duplicates = duplicates::earlier_entries(tx, &ids).await?;
    let jobs = rows.iter().filter(|row| row.evaluation_id.is_some()).map(|row| JobId(row.job_id)).collect();
    let latest = evaluations::latest_basis(tx, &jobs).await?;
    rows.into_iter()
        .map(|row| {
            let status: TaskStatus = row.status.parse()?;
            let engine: Option<Engine> = row.engine.map(|engine| engine.parse()).transpose()?;
            let basis = row.rubric_hash.zip(engine).map(|(rubric_hash, engine)| EvaluationBasis {
                rubric_hash,
                engine,
                model: row.model,
                is_fallback: row.fallback_reason.is_some(),
            });
            let latest = latest.get(&JobId(row.job_id));
            let unsuccessful = matches!(status, TaskStatus::Failed | TaskStatus::Skipped | TaskStatus::Retry);
            let failure_reason = row.reason.filter(|_| unsuccessful).map(FailureReason::from);
            let retryable = status == TaskStatus::Failed && row.task_id.is_some();
            let profile = row.profile.as_deref();
            let error_category = row
                .category
                .filter(|_| unsuccessful)
                .map(|category| category.parse().unwrap_or(ErrorCategory::Unknown))
                .or(failure_reason.as_ref().map(FailureReason::category));
            Ok(BatchTask {
                id: BatchTaskId(row.id),
                batch_id: BatchId(row.batch_id),
                job_id: JobId(row.job_id),
                position: row.position,
                file_name: row.file_name,
                status,
                attempts: row.attempts,
                error_category,
                retry_may_help: retryable && failure_reason.as_ref().is_none_or(FailureReason::retry_may_help),
                suggestion: failure_reason.as_ref().map(|reason| reason.suggestion().to_owned()),
                failure_reason,
                retryable,
                recommendation: row.recommendation.map(|level| level.parse()).transpose()?,
                score: row.score,
                evaluation_id: row.evaluation_id.map(EvaluationId),
                strip: row.strip.as_deref().map(glyphs).unwrap_or_default(),
                flags: row.flags.map(|json| json.0).unwrap_or_default(),
                engine,
                fallback_reason: row.fallback_reason.map(FailureReason::from),
                differences: basis.zip(latest).map(|(basis, latest)| basis.differences(latest)).unwrap_or_default(),
                name: profile.and_then(|profile| profile.name.clone()),
                current_position: profile.and_then(|profile| profile.current_position.clone()),
                current_company: profile.and_then(|profile| profile.current_company.clone()),
                years: profile.and_then(|profile| profile.total_years_of_experience),
                profile: row.profile.map(|json| json.0),
                duplicate_of: duplicates.get(&row.id).copied(),
                application_id: row.application_id.map(ApplicationId),
                file_id: row.file_id.map(FileId),
                task_id: row.task_id.map(TaskId),
                created_at: row.created_at,
                evaluated_at: row.evaluated_at,
                retry_at: row.retry_at,
                at_provider_since: row.at_provider_since,
                waits_for_reader: row.waits_for_reader,
            })
        })
        .collect()
}

/// One entry.
pub async fn find(tx: &mut TenantTx, id: BatchTaskId) -> StoreResult<BatchTask> {
    find_many(tx, &[id]).await?.pop().ok_or(StoreError::NotFound)
}

/// Holds an entry until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: BatchTaskId) -> StoreResult<()> {
    sqlx::query_scalar!(
        "SELECT id FROM batch_tasks WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        tx.organization().0,
        id.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Gives an entry another file, which the ledger task evaluates.
pub async fn replace_file(
    tx: &mut TenantTx,
    id: BatchTaskId,
    file: FileId,
    file_name: &str,
    task: TaskId,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE batch_tasks SET file_id = $3, file_name = $4, task_id = $5, entry_status = NULL, entry_reason = NULL
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        file.0,
        file_name,
        task.0,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// The entries of a ledger task that are not evaluated yet, in the order of their batch.
pub async fn unevaluated_of(tx: &mut TenantTx, task: TaskId) -> StoreResult<Vec<BatchTaskId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: BatchTaskId" FROM batch_tasks WHERE organization_id = $1 AND task_id = $2 AND evaluated_at IS NULL ORDER BY position"#,
        tx.organization().0,
        task.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Whether a ledger task evaluates several entries.
pub async fn is_shared(tx: &mut TenantTx, task: TaskId) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) > 1 AS "is_shared!"
           FROM (SELECT FROM batch_tasks WHERE organization_id = $1 AND task_id = $2 LIMIT 2) AS entries"#,
        tx.organization().0,
        task.0,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?)
}

/// Gives entries other ledger tasks, which evaluate them from now on. Deleted entries are left out.
pub async fn set_tasks(tx: &mut TenantTx, tasks: &[(BatchTaskId, TaskId)]) -> StoreResult<()> {
    let (ids, tasks): (Vec<uuid::Uuid>, Vec<uuid::Uuid>) = tasks.iter().map(|(id, task)| (id.0, task.0)).unzip();
    sqlx::query!(
        // A join with the values would read all entries of the organization.
        "UPDATE batch_tasks SET task_id = ($3::uuid[])[array_position($2, id)]
         WHERE organization_id = $1 AND id = ANY ($2)",
        tx.organization().0,
        &ids,
        &tasks,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Locks a batch's evaluated entries that are not applications until the transaction ends.
pub async fn lock_unpromoted(tx: &mut TenantTx, batch: BatchId) -> StoreResult<Vec<BatchTaskId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: BatchTaskId" FROM batch_tasks
         WHERE organization_id = $1 AND batch_id = $2 AND evaluated_at IS NOT NULL AND application_id IS NULL
         ORDER BY id FOR UPDATE"#,
        tx.organization().0,
        batch.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Gives evaluated entries other ledger tasks, which evaluate them again; their former evaluations stay as history.
pub async fn begin_again(tx: &mut TenantTx, tasks: &[(BatchTaskId, TaskId)]) -> StoreResult<()> {
    set_tasks(tx, tasks).await?;
    let ids: Vec<uuid::Uuid> = tasks.iter().map(|(id, _)| id.0).collect();
    sqlx::query!(
        "UPDATE batch_tasks SET evaluation_id = NULL, evaluated_at = NULL, recommendation = NULL, score = NULL
         WHERE organization_id = $1 AND id = ANY ($2)",
        tx.organization().0,
        &ids,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Locks the queue rows of entries' ledger tasks until the transaction ends. Workers hold their tasks before they lock
/// applications and entries, so deletions do too.
pub(crate) async fn lock_queued(tx: &mut TenantTx, ids: &[uuid::Uuid]) -> StoreResult<()> {
    sqlx::query_scalar!(
        "SELECT id FROM queue
         WHERE organization_id = $1 AND id = ANY (ARRAY(
             SELECT task_id FROM batch_tasks WHERE organization_id = $1 AND id = ANY ($2) AND task_id IS NOT NULL))
         ORDER BY id FOR UPDATE",
        tx.organization().0,
        ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Removes entries and returns the ledger tasks that evaluate no other entry, for the caller to cancel in the same
/// transaction.
pub async fn delete(tx: &mut TenantTx, ids: &[BatchTaskId]) -> StoreResult<Vec<TaskId>> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    lock_queued(tx, &ids).await?;
    Ok(sqlx::query_scalar!(
        r#"WITH gone AS (
               DELETE FROM batch_tasks WHERE organization_id = $1 AND id = ANY ($2) RETURNING task_id
           )
           SELECT DISTINCT g.task_id AS "task_id!: TaskId" FROM gone g
           WHERE g.task_id IS NOT NULL
             AND NOT EXISTS (SELECT FROM batch_tasks o
                             WHERE o.organization_id = $1 AND o.task_id = g.task_id AND o.id <> ALL ($2) OFFSET 0)"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// Removes those of these entries that are in a state in which their ledger tasks are over; how many.
pub async fn clear(tx: &mut TenantTx, ids: &[BatchTaskId], status: TaskStatus) -> StoreResult<i64> {
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let cleared = sqlx::query!(
        // See ids_in for the lateral join.
        r#"DELETE FROM batch_tasks WHERE organization_id = $1 AND id = ANY (ARRAY(
               SELECT e.id FROM unnest($2::uuid[]) AS wanted (id)
               CROSS JOIN LATERAL (
                   SELECT s.id FROM batch_task_status s
                   WHERE s.organization_id = $1 AND s.id = wanted.id AND s.status = $3 OFFSET 0) e))"#,
        tx.organization().0,
        &ids,
        status.as_str(),
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(i64::try_from(cleared.rows_affected()).unwrap_or(i64::MAX))
}

/// Ids of a batch's entries in a state; with a time, only of those that ended by then.
pub async fn ids_in(
    tx: &mut TenantTx,
    batch: BatchId,
    status: TaskStatus,
    ended_by: Option<OffsetDateTime>,
) -> StoreResult<Vec<(BatchTaskId, Option<TaskId>)>> {
    let rows = sqlx::query!(
        // LATERAL with OFFSET looks up each status by key; without statistics the planner would scan the view for each row.
        r#"SELECT e.id, e.task_id FROM batch_tasks e
           CROSS JOIN LATERAL (
               SELECT s.status FROM batch_task_status s
               WHERE s.organization_id = e.organization_id AND s.id = e.id OFFSET 0) s
           LEFT JOIN tasks t ON t.organization_id = e.organization_id AND t.id = e.task_id
           WHERE e.organization_id = $1 AND e.batch_id = $2 AND s.status = $3
             AND ($4::timestamptz IS NULL OR coalesce(t.finished_at, e.created_at) <= $4)
           ORDER BY e.position"#,
        tx.organization().0,
        batch.0,
        status.as_str(),
        ended_by,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (BatchTaskId(row.id), row.task_id.map(TaskId))).collect())
}

/// A batch's evaluated entries that can be added to the pipeline, and how many are 待评估; those that are applications
/// already are left out.
pub async fn promotable(tx: &mut TenantTx, batch: BatchId) -> StoreResult<(Vec<BatchTaskId>, i64)> {
    let rows = sqlx::query!(
        r#"SELECT id, recommendation AS "recommendation!" FROM batch_tasks
           WHERE organization_id = $1 AND batch_id = $2 AND evaluated_at IS NOT NULL AND application_id IS NULL
             AND recommendation IS NOT NULL ORDER BY position"#,
        tx.organization().0,
        batch.0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let is_open = |level: &str| level == RecommendationLevel::ToBeEvaluated.as_str();
    let open = rows.iter().filter(|row| is_open(&row.recommendation)).count();
    let ids = rows.into_iter().filter(|row| !is_open(&row.recommendation)).map(|row| BatchTaskId(row.id));
    Ok((ids.collect(), i64::try_from(open).unwrap_or(i64::MAX)))
}
