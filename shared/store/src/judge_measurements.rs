//! Measurements of an organization's judge on the labelled sample.

use bole_domain::ids::MeasurementId;
use bole_domain::measurement::{JudgeIdentity, MeasuredResume};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// A measurement in progress.
#[derive(Debug, Clone)]
pub struct Progress {
    /// The judge so far; `None` before the first run.
    pub judge: Option<JudgeIdentity>,
    /// The resumes judged so far.
    pub outcomes: Vec<MeasuredResume>,
    pub finished_at: Option<OffsetDateTime>,
}

/// A finished measurement.
#[derive(Debug, Clone)]
pub struct Measurement {
    pub id: MeasurementId,
    /// The version of the sample.
    pub sample: String,
    pub judge: JudgeIdentity,
    pub outcomes: Vec<MeasuredResume>,
    /// Cost in millionths of a US dollar.
    pub cost_micros: i64,
    pub finished_at: OffsetDateTime,
}

/// What one resume of a measurement has used.
#[derive(Debug, Clone, Copy, Default)]
pub struct Used {
    pub prompt_tokens: i64,
    pub completion_tokens: i64,
    /// Cost in millionths of a US dollar.
    pub cost_micros: i64,
}

pub async fn insert(tx: &mut TenantTx, id: MeasurementId, sample: &str) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO judge_measurements (id, organization_id, sample, created_by) VALUES ($1, $2, $3, $4)",
        id.0,
        tx.organization().0,
        sample,
        tx.actor().user().map(|user| user.0),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// # Errors
/// [`crate::StoreError::NotFound`].
pub async fn progress(tx: &mut TenantTx, id: MeasurementId) -> StoreResult<Progress> {
    let row = sqlx::query!(
        "SELECT engine, model, version, outcomes, finished_at FROM judge_measurements
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    let judge = match (row.engine, row.version) {
        (Some(engine), Some(version)) => Some(JudgeIdentity { engine: engine.parse()?, model: row.model, version }),
        _ => None,
    };
    Ok(Progress { judge, outcomes: serde_json::from_value(row.outcomes)?, finished_at: row.finished_at })
}

/// Starts over with a judge, without the results of another one and what they cost.
pub async fn begin(tx: &mut TenantTx, id: MeasurementId, judge: &JudgeIdentity) -> StoreResult<()> {
    let JudgeIdentity { engine, model, version } = judge;
    sqlx::query!(
        "UPDATE judge_measurements
         SET engine = $3, model = $4, version = $5, outcomes = '[]', prompt_tokens = 0, completion_tokens = 0,
             cost_micros = 0
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        engine.as_str(),
        model.as_deref(),
        version,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Adds a resume and the judge that has answered.
pub async fn add(
    tx: &mut TenantTx,
    id: MeasurementId,
    judge: &JudgeIdentity,
    outcome: &MeasuredResume,
    used: Used,
) -> StoreResult<()> {
    let JudgeIdentity { engine, model, version } = judge;
    let Used { prompt_tokens, completion_tokens, cost_micros } = used;
    sqlx::query!(
        "UPDATE judge_measurements
         SET outcomes = outcomes || jsonb_build_array($3::jsonb), prompt_tokens = prompt_tokens + $4,
             completion_tokens = completion_tokens + $5, cost_micros = cost_micros + $6, engine = $7, model = $8,
             version = $9
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        serde_json::to_value(outcome)?,
        prompt_tokens,
        completion_tokens,
        cost_micros,
        engine.as_str(),
        model.as_deref(),
        version,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Ends a measurement; its judge is the one that answered last.
pub async fn finish(tx: &mut TenantTx, id: MeasurementId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE judge_measurements SET finished_at = now() WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Finished measurements, latest first.
pub async fn latest(tx: &mut TenantTx, limit: i64) -> StoreResult<Vec<Measurement>> {
    let rows = sqlx::query!(
        r#"SELECT id, sample, engine AS "engine!", model, version AS "version!", outcomes, cost_micros,
                  finished_at AS "finished_at!"
           FROM judge_measurements WHERE organization_id = $1 AND finished_at IS NOT NULL
           ORDER BY finished_at DESC LIMIT $2"#,
        tx.organization().0,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let rows = rows.into_iter().map(|row| {
        Ok(Measurement {
            id: MeasurementId(row.id),
            sample: row.sample,
            judge: JudgeIdentity { engine: row.engine.parse()?, model: row.model, version: row.version },
            outcomes: serde_json::from_value(row.outcomes)?,
            cost_micros: row.cost_micros,
            finished_at: row.finished_at,
        })
    });
    rows.collect()
}

/// Whether this judge was measured on this version of the sample.
pub async fn is_measured(tx: &mut TenantTx, judge: &JudgeIdentity, sample: &str) -> StoreResult<bool> {
    let JudgeIdentity { engine, model, version } = judge;
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM judge_measurements
               WHERE organization_id = $1 AND finished_at IS NOT NULL AND engine = $2 AND model IS NOT DISTINCT FROM $3
                 AND version = $4 AND sample = $5
           ) AS "is_measured!""#,
        tx.organization().0,
        engine.as_str(),
        model.as_deref(),
        version,
        sample,
    )
    .fetch_one(tx.conn()?)
    .await?)
}
