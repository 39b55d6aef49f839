//! An organization's AI usage: requests, tokens and cost.

use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, Query, ReadTenant};
use bole_domain::ai::AiPurpose;
use bole_domain::ids::{BatchId, JobId};
use bole_domain::permission::Permission;
use bole_store::ai_usage::{self, AiUsageFilter, AiUsageRow};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::dollars;

/// Filter of AI usage.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsageQuery {
    /// Start, inclusive.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<OffsetDateTime>,
    /// End, exclusive.
    #[serde(default, with = "time::serde::rfc3339::option")]
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<OffsetDateTime>,
    /// Only this job; requires viewing jobs.
    job_id: Option<JobId>,
    /// Only this batch; requires viewing batches.
    batch_id: Option<BatchId>,
}

/// AI usage of the organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiUsageView {
    /// By day, purpose, model and job, latest day first.
    items: Vec<AiUsageItem>,
    total: AiTokens,
}

/// Usage of one day, purpose, model and job.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiUsageItem {
    /// The day, in UTC.
    #[schema(format = Date)]
    day: String,
    /// The kind of work: `evaluation`, `draft`, `translation`, `email`, `insights`, `interview`.
    purpose: AiPurpose,
    /// The model's name.
    model: String,
    job_id: Option<JobId>,
    /// The amounts.
    #[serde(flatten)]
    tokens: AiTokens,
}

/// Requests and tokens.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
pub struct AiTokens {
    /// Requests sent, including failed ones.
    requests: i64,
    prompt_tokens: i64,
    /// Cached prompt tokens, included in `prompt_tokens`.
    cached_tokens: i64,
    completion_tokens: i64,
    /// Cost at the prices at the time, in US dollars.
    cost: f64,
}

/// The organization's AI usage; optionally of one job or batch.
#[utoipa::path(get, path = "/ai-usage", params(UsageQuery), responses((status = 200, body = AiUsageView)))]
pub async fn get_ai_usage(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(UsageQuery { from, to, job_id, batch_id }): Query<UsageQuery>,
) -> ApiResult<Json<AiUsageView>> {
    // Row security hides jobs the member cannot access.
    tenant.require(match (job_id, batch_id) {
        (_, Some(_)) => Permission::EVALUATE_VIEW,
        (Some(_), None) => Permission::JOBS_VIEW,
        (None, None) => Permission::SETTINGS_VIEW,
    })?;
    let rows = ai_usage::list(&mut tx, AiUsageFilter { from, to, job_id, batch_id }).await?;
    tx.release();
    let mut total = AiTokens::default();
    for row in &rows {
        let tokens = tokens(row);
        total.requests += tokens.requests;
        total.prompt_tokens += tokens.prompt_tokens;
        total.cached_tokens += tokens.cached_tokens;
        total.completion_tokens += tokens.completion_tokens;
        total.cost += tokens.cost;
    }
    let items = rows.into_iter().map(|row| AiUsageItem {
        tokens: tokens(&row),
        day: row.day,
        purpose: row.purpose,
        model: row.model,
        job_id: row.job_id.map(JobId),
    });
    Ok(Json(AiUsageView { items: items.collect(), total }))
}

fn tokens(row: &AiUsageRow) -> AiTokens {
    AiTokens {
        requests: row.requests,
        prompt_tokens: row.prompt_tokens,
        cached_tokens: row.cached_tokens,
        completion_tokens: row.completion_tokens,
        cost: dollars(row.cost_micros),
    }
}
