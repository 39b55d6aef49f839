//! Measurements of an organization's judge on the labelled sample.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_ai::labelled_sample as sample;
use bole_ai::provider::Usage;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Claimed, Idempotency, Json, ReadTenant, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_domain::ids::MeasurementId;
use bole_domain::measurement::{JudgeFigures, JudgeIdentity};
use bole_domain::permission::Permission;
use bole_providers::{Prices, Provider, judge_identity};
use bole_queue::kinds::MeasureJudge;
use bole_store::ai_settings;
use bole_store::judge_measurements::{self as measurements, Measurement};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::ai_settings::dollars;

/// The most measurements returned.
const MAX_LISTED: i64 = 20;

bole_api_core::area! { "settings": list_judge_measurements, measure_judge }

/// Measurements, and what another one takes.
#[derive(Debug, Serialize, ToSchema)]
pub struct JudgeMeasurements {
    /// The judge in use; absent while its settings are invalid.
    judge: Option<JudgeIdentity>,
    /// Whether it was measured on the current sample.
    is_measured: bool,
    /// Resumes in the sample.
    resumes: usize,
    /// What a measurement of this judge is expected to use.
    expected: ExpectedUse,
    /// Finished measurements, latest first.
    items: Vec<JudgeMeasurement>,
}

/// The expected use of a model without reasoning; zero for the built-in engine.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ExpectedUse {
    prompt_tokens: u64,
    completion_tokens: u64,
    /// Cost in US dollars; absent if the price is unknown.
    cost: Option<f64>,
}

/// A finished measurement.
#[derive(Debug, Serialize, ToSchema)]
pub struct JudgeMeasurement {
    id: MeasurementId,
    /// The measured judge.
    judge: JudgeIdentity,
    /// Whether it was measured on the current sample.
    is_current_sample: bool,
    /// Resumes judged.
    resumes: usize,
    figures: JudgeFigures,
    /// Cost in US dollars.
    cost: f64,
    #[serde(with = "time::serde::rfc3339")]
    finished_at: OffsetDateTime,
}

impl From<Measurement> for JudgeMeasurement {
    fn from(measurement: Measurement) -> Self {
        let Measurement { id, sample, judge, outcomes, cost_micros, finished_at } = measurement;
        Self {
            id,
            judge,
            is_current_sample: sample == sample::SAMPLE_VERSION,
            resumes: outcomes.len(),
            figures: JudgeFigures::of(&outcomes),
            cost: dollars(cost_micros),
            finished_at,
        }
    }
}

/// Measurements of the organization's judge, and the expected cost of another one.
#[utoipa::path(get, path = "/judge-measurements", responses((status = 200, body = JudgeMeasurements)))]
pub async fn list_judge_measurements(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<JudgeMeasurements>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let provider = state.providers.configured(&mut tx).await?;
    let settings = ai_settings::find(&mut tx).await?;
    let judge = match &provider {
        Provider::Model(chat) => Some(judge_identity(Some(chat))),
        Provider::BuiltIn => Some(judge_identity(None)),
        Provider::Paused(_) | Provider::Unusable(_) => None,
    };
    let is_measured = match &judge {
        Some(judge) => measurements::is_measured(&mut tx, judge, sample::SAMPLE_VERSION).await?,
        None => false,
    };
    let items = measurements::latest(&mut tx, MAX_LISTED).await?;
    tx.release();
    let expected = match &provider {
        Provider::Model(chat) => {
            let (prompt_tokens, completion_tokens) = sample::expected_tokens();
            let usage = Usage { prompt_tokens, completion_tokens, ..Usage::default() };
            let is_known = Prices::are_known(chat.model(), settings.as_ref());
            let cost = is_known.then(|| dollars(Prices::of(chat.model(), settings.as_ref()).cost(&usage)));
            ExpectedUse { prompt_tokens, completion_tokens, cost }
        }
        _ => ExpectedUse { cost: Some(0.0), ..ExpectedUse::default() },
    };
    let items = items.into_iter().map(JudgeMeasurement::from).collect();
    Ok(Json(JudgeMeasurements { judge, is_measured, resumes: sample::resume_count(), expected, items }))
}

/// Measures the organization's judge on the labelled sample, which costs as many requests as the sample has resumes. The
/// task's result are the figures.
#[utoipa::path(post, path = "/judge-measurements",
    responses((status = 202, body = Task, headers(("Location" = String)))))]
pub async fn measure_judge(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, b"").await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let measurement_id = MeasurementId::new();
    measurements::insert(&mut tx, measurement_id, sample::SAMPLE_VERSION).await?;
    tasks::begin(&state, tx, Some(ticket), &MeasureJudge { measurement_id }, request_id).await
}
