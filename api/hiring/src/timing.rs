//! When resumes are evaluated that were evaluated before: now, or within a day at a lower price.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::state::ApiState;
use bole_domain::ai::EvaluationTiming;
use bole_store::TenantTx;
use serde::Deserialize;
use utoipa::IntoParams;

/// When to evaluate.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TimingQuery {
    /// `within_a_day` only where `has_batch_prices` of the AI state says so.
    #[serde(default)]
    #[param(inline, required = false)]
    pub when: EvaluationTiming,
}

/// Refuses to wait for a provider that charges no less for it.
pub async fn check_timing(state: &ApiState, tx: &mut TenantTx, timing: EvaluationTiming) -> ApiResult<()> {
    if timing == EvaluationTiming::WithinADay && !state.providers.has_batch_prices(tx).await? {
        let detail = "The organization's provider has no batch interface. Evaluate now.";
        return Err(ApiError::unprocessable(Code::AiBatchPricesUnavailable, detail));
    }
    Ok(())
}
