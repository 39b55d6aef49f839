//! AI usage of organizations.

use bole_domain::ai::AiPurpose;
use bole_domain::ids::{BatchId, JobId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StoreResult, TenantTx};

/// Usage of one piece of work.
#[derive(Debug, Clone)]
pub struct AiUse {
    /// The kind of work: `evaluation`, `draft`, `translation`.
    pub purpose: AiPurpose,
    pub model: String,
    pub job_id: Option<JobId>,
    pub batch_id: Option<BatchId>,
    /// Requests sent.
    pub requests: i32,
    pub prompt_tokens: i64,
    /// Cached prompt tokens, included in `prompt_tokens`.
    pub cached_tokens: i64,
    pub completion_tokens: i64,
    /// Cost in millionths of a US dollar.
    pub cost_micros: i64,
}

/// Filter for adding up usage.
#[derive(Debug, Clone, Copy, Default)]
pub struct AiUsageFilter {
    /// Start, inclusive.
    pub from: Option<OffsetDateTime>,
    /// End, exclusive.
    pub to: Option<OffsetDateTime>,
    pub job_id: Option<JobId>,
    pub batch_id: Option<BatchId>,
}

/// Usage by day, purpose, model and job.
#[derive(Debug, Clone)]
pub struct AiUsageRow {
    /// The day, in UTC.
    pub day: String,
    /// The kind of work.
    pub purpose: AiPurpose,
    pub model: String,
    pub job_id: Option<Uuid>,
    /// Requests sent.
    pub requests: i64,
    pub prompt_tokens: i64,
    /// Cached prompt tokens, included in `prompt_tokens`.
    pub cached_tokens: i64,
    pub completion_tokens: i64,
    /// Cost in millionths of a US dollar.
    pub cost_micros: i64,
}

/// The model that answered last.
pub async fn latest_model(tx: &mut TenantTx) -> StoreResult<Option<String>> {
    let organization = tx.organization().0;
    let found = sqlx::query_scalar!(
        "SELECT model FROM ai_usage WHERE organization_id = $1 AND completion_tokens > 0 ORDER BY created_at DESC LIMIT 1",
        organization,
    );
    Ok(found.fetch_optional(tx.conn()?).await?)
}

/// Records usage and adds it to the month's cost, whose row stays locked until the transaction ends.
pub async fn record(tx: &mut TenantTx, all: &[AiUse]) -> StoreResult<()> {
    let ids: Vec<Uuid> = all.iter().map(|_| Uuid::now_v7()).collect();
    let purposes: Vec<&str> = all.iter().map(|used| used.purpose.as_str()).collect();
    let models: Vec<&str> = all.iter().map(|used| used.model.as_str()).collect();
    let jobs: Vec<Option<Uuid>> = all.iter().map(|used| used.job_id.map(|id| id.0)).collect();
    let batches: Vec<Option<Uuid>> = all.iter().map(|used| used.batch_id.map(|id| id.0)).collect();
    let requests: Vec<i32> = all.iter().map(|used| used.requests).collect();
    let prompt: Vec<i64> = all.iter().map(|used| used.prompt_tokens).collect();
    let cached: Vec<i64> = all.iter().map(|used| used.cached_tokens).collect();
    let completion: Vec<i64> = all.iter().map(|used| used.completion_tokens).collect();
    let costs: Vec<i64> = all.iter().map(|used| used.cost_micros).collect();
    sqlx::query!(
        "WITH used AS (
             INSERT INTO ai_usage (id, organization_id, purpose, model, job_id, batch_id, requests, prompt_tokens,
                                   cached_tokens, completion_tokens, cost_micros)
             SELECT u.id, $1, u.purpose, u.model, u.job_id, u.batch_id, u.requests, u.prompt_tokens, u.cached_tokens,
                    u.completion_tokens, u.cost_micros
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::integer[], $8::bigint[],
                         $9::bigint[], $10::bigint[], $11::bigint[])
                  AS u (id, purpose, model, job_id, batch_id, requests, prompt_tokens, cached_tokens, completion_tokens,
                        cost_micros)
             RETURNING organization_id, created_at, cost_micros
         )
         INSERT INTO ai_spending (organization_id, month, cost_micros)
         SELECT organization_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, sum(cost_micros)::bigint
         FROM used WHERE cost_micros > 0 GROUP BY 1, 2
         ON CONFLICT (organization_id, month) DO UPDATE SET cost_micros = ai_spending.cost_micros + excluded.cost_micros",
        tx.organization().0,
        &ids,
        &purposes as _,
        &models as _,
        &jobs as _,
        &batches as _,
        &requests,
        &prompt,
        &cached,
        &completion,
        &costs,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Usage by day, purpose, model and job, latest day first.
pub async fn list(tx: &mut TenantTx, filter: AiUsageFilter) -> StoreResult<Vec<AiUsageRow>> {
    let organization = tx.organization().0;
    let AiUsageFilter { from, to, job_id, batch_id } = filter;
    Ok(sqlx::query_as!(
        AiUsageRow,
        r#"SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day!", purpose AS "purpose: _", model,
                  job_id, sum(requests)::bigint AS "requests!", sum(prompt_tokens)::bigint AS "prompt_tokens!",
                  sum(cached_tokens)::bigint AS "cached_tokens!",
                  sum(completion_tokens)::bigint AS "completion_tokens!", sum(cost_micros)::bigint AS "cost_micros!"
           FROM ai_usage
           WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)
             AND ($3::timestamptz IS NULL OR created_at < $3) AND ($4::uuid IS NULL OR batch_id = $4)
             AND ($5::uuid IS NULL OR job_id = $5)
           GROUP BY 1, purpose, model, job_id ORDER BY 1 DESC, purpose, model, job_id"#,
        organization,
        from,
        to,
        batch_id.map(|id| id.0),
        job_id.map(|id| id.0),
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The cost of model work in the current UTC month, in millionths of a US dollar, over all jobs, including those the
/// actor cannot access.
pub async fn cost_of_month(tx: &mut TenantTx) -> StoreResult<i64> {
    let organization = tx.organization().0;
    Ok(sqlx::query_scalar!(
        "SELECT cost_micros FROM ai_spending
         WHERE organization_id = $1 AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date",
        organization,
    )
    .fetch_optional(tx.conn()?)
    .await?
    .unwrap_or_default())
}
