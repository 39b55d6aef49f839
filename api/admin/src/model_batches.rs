//! Batches at the organization's AI provider: since when they are there, and no longer waiting for one.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Item, Json, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{ModelBatchId, OrganizationId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::ExchangeModelBatches;
use bole_store::ledger::{self, NewTask};
use bole_store::model_batches::{self, ListedBatch};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ai_settings::dollars;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(list_model_batches)).routes(routes!(withdraw_model_batch))
}

/// The batches that are not over.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelBatches {
    /// The oldest first.
    items: Vec<ModelBatch>,
}

/// Evaluations that the provider answers together, at a lower price.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelBatch {
    /// Its id.
    id: ModelBatchId,
    /// The model that is asked.
    model: String,
    /// Titles of the jobs that the evaluations are for.
    jobs: Vec<String>,
    /// Evaluations that wait for it.
    waiting: i64,
    /// Since when it is at the provider; absent while it is being sent.
    #[serde(with = "time::serde::rfc3339::option")]
    at_provider_since: Option<OffsetDateTime>,
    /// When it is cancelled there, and what has no answer is asked right away; absent when nothing waits for it.
    #[serde(with = "time::serde::rfc3339::option")]
    falls_back_at: Option<OffsetDateTime>,
    /// Its expected cost in US dollars, which counts towards the budget until the real one is known.
    reserved_cost: f64,
    /// Whether it is being cancelled at the provider.
    is_ending: bool,
}

impl From<ListedBatch> for ModelBatch {
    fn from(batch: ListedBatch) -> Self {
        let ListedBatch { id, model, jobs, waiting, submitted_at, falls_back_at, reserved_micros, is_ending } = batch;
        Self {
            id,
            model,
            jobs,
            waiting,
            at_provider_since: submitted_at,
            falls_back_at,
            reserved_cost: dollars(reserved_micros),
            is_ending,
        }
    }
}

/// Batches at the organization's AI provider.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/model-batches", operation_id = "list_model_batches",
    tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = ModelBatches)))]
pub async fn list_model_batches(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<ModelBatches>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let items = model_batches::list(&mut tx).await?;
    tx.release();
    Ok(Json(ModelBatches { items: items.into_iter().map(ModelBatch::from).collect() }))
}

/// Cancels a batch at the provider. Answers that are there are used and paid for; the other evaluations ask right away, at the
/// usual price.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/model-batches/{batch_id}/withdraw",
    operation_id = "withdraw_model_batch", tag = "settings",
    params(("organization_id" = OrganizationId, Path), ("batch_id" = ModelBatchId, Path)),
    responses((status = 204)))]
pub async fn withdraw_model_batch(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<ModelBatchId>,
) -> ApiResult<StatusCode> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    model_batches::withdraw(&mut tx, id).await?;
    let task = ExchangeModelBatches { submits: false }.new_task(None)?;
    ledger::enqueue(&mut tx, NewTask { dedupe_key: Some("clock".to_owned()), ..task }).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(StatusCode::NO_CONTENT)
}
