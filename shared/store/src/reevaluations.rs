//! Re-evaluation of applications, also for another job: batches without a ZIP, created by one task.

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, FileId, JobId, PersonId, TaskId};
use bole_domain::stage::{Stage, SubStatus};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{StoreResult, TenantTx};

/// The resume of an application.
#[derive(Debug, Clone)]
pub struct Source {
    pub application_id: ApplicationId,
    pub job_id: JobId,
    pub job_title: String,
    pub file_id: FileId,
    /// File name as uploaded.
    pub file_name: String,
}

/// Progress of batches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    pub total: i64,
    /// Finished entries.
    pub over: i64,
    pub failed: i64,
}

/// The applications that the transaction's actor can access.
pub async fn visible(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<ApplicationId>> {
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: ApplicationId" FROM applications WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id"#,
        organization,
        &ids,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The resumes of applications; those without one are left out.
pub async fn sources(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<Source>> {
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    Ok(sqlx::query_as!(
        Source,
        "SELECT a.id AS application_id, a.job_id, j.title AS job_title, r.file_id, r.file_name
         FROM applications a
         JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
         JOIN resumes r ON r.organization_id = a.organization_id AND r.id = a.resume_id
         WHERE a.organization_id = $1 AND a.id = ANY ($2) ORDER BY a.id",
        organization,
        &ids,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The resumes of a job's open applications; those without one are left out.
pub async fn sources_of_job(tx: &mut TenantTx, job: JobId) -> StoreResult<Vec<Source>> {
    let rows = sqlx::query!(
        "SELECT a.id, j.title, r.file_id, r.file_name
         FROM applications a
         JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
         JOIN resumes r ON r.organization_id = a.organization_id AND r.id = a.resume_id
         WHERE a.organization_id = $1 AND a.job_id = $2 AND NOT a.is_archived ORDER BY a.id",
        tx.organization().0,
        job.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let sources = rows.into_iter().map(|row| Source {
        application_id: ApplicationId(row.id),
        job_id: job,
        job_title: row.title,
        file_id: FileId(row.file_id),
        file_name: row.file_name,
    });
    Ok(sources.collect())
}

/// Links entries to the applications they re-evaluate.
pub async fn link(tx: &mut TenantTx, entries: &[(BatchTaskId, ApplicationId)]) -> StoreResult<()> {
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = entries.iter().map(|(entry, _)| entry.0).collect();
    let applications: Vec<uuid::Uuid> = entries.iter().map(|(_, application)| application.0).collect();
    sqlx::query!(
        "UPDATE batch_tasks b SET application_id = ($3::uuid[])[array_position($2, b.id)]
         WHERE b.organization_id = $1 AND b.id = ANY ($2)",
        organization,
        &ids,
        &applications,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The batches created by a task.
pub async fn batches_of(tx: &mut TenantTx, task: TaskId) -> StoreResult<Vec<BatchId>> {
    let organization = tx.organization().0;
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: BatchId" FROM batches WHERE organization_id = $1 AND unpack_task_id = $2 ORDER BY id"#,
        organization,
        task.0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

pub async fn progress(tx: &mut TenantTx, batches: &[BatchId]) -> StoreResult<Progress> {
    let organization = tx.organization().0;
    let ids: Vec<uuid::Uuid> = batches.iter().map(|id| id.0).collect();
    Ok(sqlx::query_as!(
        Progress,
        r#"SELECT coalesce(sum(e.entries), 0)::bigint AS "total!",
                  coalesce(sum(e.entries) FILTER (
                      WHERE e.is_evaluated OR s.status NOT IN ('pending', 'processing', 'retry')), 0)::bigint AS "over!",
                  coalesce(sum(e.entries) FILTER (WHERE s.status = 'failed'), 0)::bigint AS "failed!"
           FROM (SELECT o.is_evaluated, o.task_id, count(*) AS entries
                 FROM (SELECT evaluated_at IS NOT NULL AS is_evaluated, CASE WHEN evaluated_at IS NULL THEN task_id END AS task_id
                       FROM batch_tasks WHERE organization_id = $1 AND batch_id = ANY ($2)) o
                 GROUP BY o.is_evaluated, o.task_id) e
           LEFT JOIN LATERAL (
               SELECT s.status FROM task_status s
               WHERE s.organization_id = $1 AND s.id = e.task_id OFFSET 0) s ON true"#,
        organization,
        &ids,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// A score, its level, and its rank within the batch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct JudgedLevel {
    pub score: f64,
    pub level: RecommendationLevel,
    /// The rank, from 1; equal scores share one.
    pub rank: i64,
}

/// An application whose level was changed by an evaluation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BatchLevelChange {
    pub application_id: ApplicationId,
    pub person_id: PersonId,
    pub name: Option<String>,
    /// The stage.
    pub status: Stage,
    pub sub_status: SubStatus,
    /// The previous evaluation.
    pub before: JudgedLevel,
    /// The batch's evaluation.
    pub after: JudgedLevel,
}

/// The applications whose level was changed by a batch, largest change of score first, and their total number.
pub async fn level_changes(
    tx: &mut TenantTx,
    batch: BatchId,
    limit: i64,
    offset: i64,
) -> StoreResult<(Vec<BatchLevelChange>, i64)> {
    let organization = tx.organization().0;
    let rows = sqlx::query!(
        r#"WITH judged AS (
               SELECT a.id AS application_id, a.person_id, p.name, a.status, a.sub_status,
                      before.overall_score AS score_before, before.recommendation_level AS level_before,
                      b.score AS score_after, b.recommendation AS level_after,
                      rank() OVER (ORDER BY before.overall_score DESC) AS rank_before,
                      rank() OVER (ORDER BY b.score DESC) AS rank_after
               FROM batch_tasks b
               JOIN applications a
                   ON a.organization_id = b.organization_id AND a.id = b.application_id AND a.job_id = b.job_id
               JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
               CROSS JOIN LATERAL (
                   SELECT e.overall_score, e.recommendation_level FROM evaluations e
                   WHERE e.organization_id = b.organization_id AND e.file_id = b.file_id AND e.job_id = b.job_id
                     AND e.id < b.evaluation_id
                   ORDER BY e.id DESC LIMIT 1) before
               WHERE b.organization_id = $1 AND b.batch_id = $2 AND b.evaluation_id IS NOT NULL
           )
           SELECT application_id AS "application_id!", person_id AS "person_id!", name, status AS "status!",
                  sub_status AS "sub_status!", score_before AS "score_before!", level_before AS "level_before!",
                  score_after AS "score_after!", level_after AS "level_after!", rank_before AS "rank_before!",
                  rank_after AS "rank_after!", count(*) OVER () AS "total!"
           FROM judged WHERE level_before <> level_after
           ORDER BY abs(score_after - score_before) DESC, application_id LIMIT $3 OFFSET $4"#,
        organization,
        batch.0,
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    // Sorting computes all changes anyway, so counting them is free.
    let total = match rows.first() {
        Some(row) => row.total,
        // Past the end there is no row with the total.
        None if offset > 0 => Box::pin(level_changes(tx, batch, 1, 0)).await?.1,
        None => 0,
    };
    let changes = rows.into_iter().map(|row| {
        Ok(BatchLevelChange {
            application_id: ApplicationId(row.application_id),
            person_id: PersonId(row.person_id),
            name: row.name,
            status: row.status.parse()?,
            sub_status: row.sub_status.parse()?,
            before: JudgedLevel { score: row.score_before, level: row.level_before.parse()?, rank: row.rank_before },
            after: JudgedLevel { score: row.score_after, level: row.level_after.parse()?, rank: row.rank_after },
        })
    });
    Ok((changes.collect::<StoreResult<_>>()?, total))
}
