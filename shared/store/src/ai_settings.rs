//! An organization's AI provider settings, and whether its model work is paused.

use bole_domain::failure::FailureReason;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// An organization's AI settings.
#[derive(Debug, Clone, Default)]
pub struct AiSettings {
    pub model_name: String,
    /// Base URL of the API; the default provider's if `None`.
    pub base_url: Option<String>,
    /// The API key, encrypted with the server key.
    pub api_key_sealed: Option<Vec<u8>>,
    /// Whether the model at the base URL is asked without a key.
    pub without_key: bool,
    /// How much the model reasons: `none`, `minimal`, `low`, `medium` or `high`.
    pub reasoning_effort: Option<String>,
    /// Further parameters of each request, an object.
    pub extra_parameters: Option<serde_json::Value>,
    /// Whether the model is the default one, rather than a person's choice.
    pub is_default_model: bool,
    /// Requests per minute for this key.
    pub requests_per_minute: Option<i32>,
    /// Tokens per minute for this key.
    pub tokens_per_minute: Option<i32>,
    /// Concurrent requests for this key.
    pub concurrency: Option<i32>,
    /// Whether to fall back to the built-in engine when the provider fails.
    pub falls_back: bool,
    /// Monthly budget for model work, in US dollars.
    pub monthly_budget: Option<f64>,
    /// US dollars per million prompt tokens; the list price if `None`.
    pub prompt_price: Option<f64>,
    /// The same for cached prompt tokens.
    pub cached_price: Option<f64>,
    /// The same for completion tokens.
    pub completion_price: Option<f64>,
}

impl AiSettings {
    /// Whether the organization has a model of its own, rather than the server's.
    #[must_use]
    pub const fn has_own_model(&self) -> bool {
        self.api_key_sealed.is_some() || self.without_key
    }
}

/// A pause of model work until a member resumes it.
#[derive(Debug, Clone)]
pub struct AiPause {
    pub reason: FailureReason,
    pub since: OffsetDateTime,
}

/// The organization's settings, if any.
pub async fn find(tx: &mut TenantTx) -> StoreResult<Option<AiSettings>> {
    let organization = tx.organization().0;
    Ok(sqlx::query_as!(
        AiSettings,
        "SELECT model_name, base_url, api_key_sealed, requests_per_minute, tokens_per_minute, concurrency, falls_back,
                monthly_budget, prompt_price, cached_price, completion_price, without_key, reasoning_effort, extra_parameters,
                is_default_model
         FROM ai_settings WHERE organization_id = $1",
        organization,
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

pub async fn save(tx: &mut TenantTx, settings: &AiSettings) -> StoreResult<()> {
    let (organization, user) = (tx.organization().0, tx.actor().user().map(|user| user.0));
    let AiSettings {
        model_name,
        base_url,
        api_key_sealed,
        requests_per_minute,
        tokens_per_minute,
        concurrency,
        falls_back,
        monthly_budget,
        prompt_price,
        cached_price,
        completion_price,
        without_key,
        reasoning_effort,
        extra_parameters,
        is_default_model,
    } = settings;
    sqlx::query!(
        "INSERT INTO ai_settings (organization_id, model_name, base_url, api_key_sealed, requests_per_minute,
                                  tokens_per_minute, concurrency, falls_back, monthly_budget, prompt_price, cached_price,
                                  completion_price, updated_by, without_key, reasoning_effort, extra_parameters,
                                  is_default_model)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT (organization_id) DO UPDATE
         SET model_name = excluded.model_name, base_url = excluded.base_url, api_key_sealed = excluded.api_key_sealed,
             requests_per_minute = excluded.requests_per_minute, tokens_per_minute = excluded.tokens_per_minute,
             concurrency = excluded.concurrency, falls_back = excluded.falls_back,
             monthly_budget = excluded.monthly_budget, prompt_price = excluded.prompt_price,
             cached_price = excluded.cached_price, completion_price = excluded.completion_price,
             without_key = excluded.without_key, reasoning_effort = excluded.reasoning_effort,
             extra_parameters = excluded.extra_parameters, is_default_model = excluded.is_default_model,
             updated_by = excluded.updated_by, updated_at = now()",
        organization,
        model_name,
        base_url.as_deref(),
        api_key_sealed.as_deref(),
        *requests_per_minute,
        *tokens_per_minute,
        *concurrency,
        *falls_back,
        *monthly_budget,
        *prompt_price,
        *cached_price,
        *completion_price,
        user,
        *without_key,
        reasoning_effort.as_deref(),
        extra_parameters.as_ref(),
        *is_default_model,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn pause(tx: &mut TenantTx) -> StoreResult<Option<AiPause>> {
    let organization = tx.organization().0;
    let row = sqlx::query!("SELECT reason, since FROM ai_pauses WHERE organization_id = $1", organization)
        .fetch_optional(tx.conn()?)
        .await?;
    row.map(|row| Ok(AiPause { reason: row.reason.into(), since: row.since })).transpose()
}

/// Pauses model work. An earlier reason is kept.
pub async fn set_pause(tx: &mut TenantTx, reason: &FailureReason) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!(
        "INSERT INTO ai_pauses (organization_id, reason) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organization,
        reason.as_str(),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

pub async fn end_pause(tx: &mut TenantTx) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!("DELETE FROM ai_pauses WHERE organization_id = $1", organization).execute(tx.conn()?).await?;
    Ok(())
}
