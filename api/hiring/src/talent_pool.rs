//! The talent pool: archived candidates.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Claimed, Idempotency, Json, Page, Paged, Paging, Query, ReadTenant, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::location;
use bole_api_core::totals::List;
use bole_domain::ai::EvaluationTiming;
use bole_domain::batch::BatchSource;
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{BatchId, JobId};
use bole_domain::permission::Permission;
use bole_domain::stage::ArchiveReason;
use bole_queue::TaskKind;
use bole_queue::kinds::RankPool;
use bole_store::batches::{self, Batch, NewBatch};
use bole_store::talent_pool::{self, TalentPoolEntry, TalentPoolFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::board::check_search;
use crate::timing::check_timing;

bole_api_core::area! { "applications": count_rankable_people, rank_talent_pool, list_talent_pool }

/// Filter of the talent pool.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TalentPoolQuery {
    /// Search in name, email, phone, company and position.
    search: Option<String>,
    /// The archive reason; without it, all except eliminated candidates.
    #[param(inline)]
    reason: Option<ArchiveReason>,
    /// Only applications for this job.
    job_id: Option<JobId>,
    /// With this recommendation level.
    #[param(inline)]
    level: Option<RecommendationLevel>,
    /// With or without the favourite mark.
    starred: Option<bool>,
    /// Blacklisted or not.
    blacklisted: Option<bool>,
}

/// Archived candidates, latest first.
#[utoipa::path(get, path = "/talent-pool", params(TalentPoolQuery, Paging),
    responses((status = 200, body = Paged<TalentPoolEntry>)))]
pub async fn list_talent_pool(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<TalentPoolQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<TalentPoolEntry>>> {
    tenant.require(Permission::TALENT_POOL_VIEW)?;
    let TalentPoolQuery { search, reason, job_id, level, starred, blacklisted } = query;
    check_search(search.as_deref())?;
    let filter = TalentPoolFilter { reason, job_id, level, starred, blacklisted, search };
    let found = talent_pool::list(&mut tx, &filter, limit, offset).await?;
    let total = state.totals.of_page(&mut tx, List::TalentPool(filter), Page { limit, offset }, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total)))
}

/// A job to rank candidates for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RankInput {
    job_id: Option<JobId>,
    /// When to evaluate; `within_a_day` only where `has_batch_prices` of the AI state says so.
    #[serde(default)]
    #[schema(required = false)]
    when: EvaluationTiming,
}

/// A new batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ranking {
    /// Its entries are evaluated and promoted like those of an upload.
    batch: Batch,
}

/// Who would be ranked.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankablePeople {
    /// People in the talent pool with a resume, each counted once; without eliminated and blacklisted ones.
    people: i64,
}

/// The number of people that a ranking of the talent pool evaluates.
#[utoipa::path(get, path = "/talent-pool/rank", responses((status = 200, body = RankablePeople)))]
pub async fn count_rankable_people(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<RankablePeople>> {
    tenant.require(Permission::TALENT_POOL_VIEW)?;
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let people = talent_pool::count_other_resumes(&mut tx, None).await?;
    tx.release();
    Ok(Json(RankablePeople { people }))
}

/// Evaluates everyone in the talent pool for a job, as a batch.
#[utoipa::path(post, path = "/talent-pool/rank", responses((status = 202, body = Ranking)))]
pub async fn rank_talent_pool(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<RankInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::TALENT_POOL_VIEW)?;
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let job_id = input.job_id.ok_or_else(|| ApiError::invalid_field("job_id", Code::FieldRequired))?;
    let mut tx = tenant.begin().await?;
    let request = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let ticket = match idempotency.claim(&mut tx, &request).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    if !batches::job_is_open(&mut tx, job_id).await.or_not_found(Code::JobNotFound)? {
        return Err(ApiError::conflict(Code::JobArchived, "The job is archived."));
    }
    check_timing(&state, &mut tx, input.when).await?;
    let id = BatchId::new();
    let task = RankPool { batch_id: id, timing: input.when }.enqueue(&mut tx, Some(request_id)).await?;
    let new = NewBatch {
        id,
        job_id,
        file_name: String::new(),
        source: BatchSource::Pool,
        zip: None,
        unpack_task_id: Some(task.id),
    };
    batches::create(&mut tx, new).await?;
    let ranking = Ranking { batch: batches::find(&mut tx, id).await? };
    ticket.record(&mut tx, StatusCode::ACCEPTED, &ranking).await?;
    tx.commit().await?;
    state.signals.wake();
    let path = format!("/api/organizations/{}/batches/{id}", tenant.organization());
    Ok((StatusCode::ACCEPTED, location(&path), Json(ranking)).into_response())
}
