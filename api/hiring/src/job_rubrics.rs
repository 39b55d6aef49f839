//! A job's rubric: the criteria extracted from its texts, shown to HR before evaluation.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use bole_ai::provider::{rubric_version, says_what_the_work_is};
use bole_ai::{AiError, JobBrief, allowed};
use bole_api_core::auth::limits::{CRITERIA_READINGS, RUBRIC_PREVIEWS, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{JobInTenant, Json, Query, Tenant};
use bole_api_core::state::ApiState;
use bole_criteria::{JobCriteria, JobTexts, read_job, without_protected};
use bole_domain::evaluation::{
    CAREER_WEIGHT, Criterion, CriterionKind, Dimension, Engine, Phrase, Rubric, RubricFallback, Thresholds,
};
use bole_domain::ids::JobId;
use bole_domain::permission::Permission;
use bole_providers::Provider;
use bole_store::TenantTx;
use bole_store::rate_limits::RateLimit;
use bole_store::rubrics::{self, RubricSource};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokio::runtime::Handle;
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "jobs": get_job_rubric, put_job_rubric, delete_job_rubric, preview_rubric, read_job_criteria }

/// Time limit for waiting for a thread, and for the extraction.
const READING_LIMIT: Duration = Duration::from_secs(10);

/// The rubric of a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobRubric {
    #[serde(flatten)]
    rubric: Rubric,
    /// How often it was edited or reset, for optimistic locking.
    revision: i32,
    /// The model that is set up and judges by this rubric, although the built-in engine read it: people saw it, or
    /// candidates were evaluated by it, before there was a model.
    unread_by: Option<String>,
    /// The model whose reading was refused, because it left out lines of the job's texts; the built-in engine read them
    /// instead.
    refused_by: Option<String>,
    /// The model whose answer about the job could not be used; the built-in engine read the texts instead.
    unusable_by: Option<String>,
    /// Whether resumes can be assessed: by these criteria, or without any by a model over the default dimensions.
    can_assess: bool,
}

impl JobRubric {
    /// A rubric that the engine in use has read, or a person edited.
    fn read(rubric: Rubric, revision: i32) -> Self {
        Self {
            can_assess: rubric.has_criteria(),
            rubric,
            revision,
            unread_by: None,
            refused_by: None,
            unusable_by: None,
        }
    }
}

/// The rubric of a job, cached until the job's texts change.
#[utoipa::path(get, path = "/jobs/{job_id}/rubric", params(("job_id" = JobId, Path)),
    responses((status = 200, body = JobRubric)))]
pub async fn get_job_rubric(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
) -> ApiResult<Json<JobRubric>> {
    tenant.require(Permission::JOBS_VIEW)?;
    Ok(Json(current(&state, &tenant, job.id).await?))
}

async fn current(state: &ApiState, tenant: &Tenant, job: JobId) -> ApiResult<JobRubric> {
    let mut tx = tenant.begin().await?;
    let engine = state.judge.engine().as_str();
    let mut source = rubrics::source(&mut tx, job, engine).await.or_not_found(Code::JobNotFound)?;
    // A rubric extracted by a model takes precedence; a request never calls a model.
    let configured = state.providers.configured(&mut tx).await?;
    let is_without_model = matches!(configured, Provider::BuiltIn);
    let of_model = match configured {
        Provider::Model(chat) => {
            let of_model = rubrics::source(&mut tx, job, Engine::Model.as_str()).await?;
            Some((of_model, chat.configured_model().to_owned()))
        }
        _ => None,
    };
    tx.release();
    let revision = source.revision;
    let brief = take_brief(&mut source);
    let edited_from = brief.fingerprint(rubrics::EDITED);
    // Rubrics that were edited before the texts' fingerprint was stored have an empty one.
    let is_of_others = |of: &[u8]| !of.is_empty() && *of != edited_from;
    let has_moved = source.kept.as_ref().is_some_and(|(rubric, of)| rubric.edited_at.is_some() && is_of_others(of));
    let (of_model, model) = match of_model {
        Some((mut source, model)) => {
            (source.current(&brief.fingerprint(&rubric_version(&model, state.judge.version()))), Some(model))
        }
        None => (None, None),
    };
    let is_read = of_model.is_some();
    let can_assess = model.is_some() && says_what_the_work_is(&brief);
    let fingerprint = brief.fingerprint(state.judge.version());
    if let Some(mut rubric) = of_model.or_else(|| source.current(&fingerprint)) {
        if has_moved {
            // The texts have changed since, so its phrases would mark other words.
            rubric.criteria.iter_mut().for_each(|criterion| criterion.source = None);
        }
        let is_extracted = rubric.edited_at.is_none() && rubric.has_criteria();
        let is_of_engine = rubric.version == state.judge.version();
        if is_extracted && model.is_some() {
            // A model gives the career points only where a person does.
            rubric.career_weight = 0.0;
        }
        if is_extracted && is_without_model && !source.is_used {
            note_shown(tenant, job, engine).await?;
        }
        let is_unusable = rubric.fallback == Some(RubricFallback::AnswerUnusable);
        let (unread_by, refused_by, unusable_by) = match (source.is_used, is_read) {
            _ if !is_extracted => (None, None, None),
            (_, true) if is_of_engine && is_unusable => (None, None, model),
            (_, true) if is_of_engine => (None, model, None),
            (true, false) => (model, None, None),
            (_, _) => (None, None, None),
        };
        let can_assess = can_assess || rubric.has_criteria();
        return Ok(JobRubric { rubric, revision, unread_by, refused_by, unusable_by, can_assess });
    }
    let rubric = read(state, brief).await?;
    let mut tx = tenant.begin().await?;
    rubrics::keep(&mut tx, job, engine, &rubric, &fingerprint).await?;
    if is_without_model && rubric.has_criteria() {
        rubrics::mark_used(&mut tx, &[job], engine).await?;
    }
    tx.commit().await?;
    let can_assess = can_assess || rubric.has_criteria();
    Ok(JobRubric { can_assess, ..JobRubric::read(rubric, revision) })
}

/// Notes that a person saw the engine's rubric while there was no model, so that one which is set up later changes it only
/// when a person asks for that.
async fn note_shown(tenant: &Tenant, job: JobId, engine: &str) -> ApiResult<()> {
    let mut tx = tenant.begin().await?;
    rubrics::mark_used(&mut tx, &[job], engine).await?;
    tx.commit().await?;
    Ok(())
}

fn take_brief(source: &mut RubricSource) -> JobBrief {
    JobBrief {
        title: std::mem::take(&mut source.title),
        core_requirement: std::mem::take(&mut source.core_requirement),
        jd: std::mem::take(&mut source.jd),
        ai_evaluation_criteria: std::mem::take(&mut source.ai_evaluation_criteria),
    }
}

/// A rubric edited by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RubricInput {
    /// In display order.
    criteria: Vec<CriterionInput>,
    /// Level thresholds; default 80, 60 and 40.
    thresholds: Option<Thresholds>,
    /// Share of the score, out of 100, for career fit; default 25.
    #[schema(minimum = 0, maximum = 100)]
    career_weight: Option<f64>,
    /// The revision it replaces; any if absent.
    revision: Option<i32>,
}

/// A criterion edited by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CriterionInput {
    /// Its id; generated for a new one.
    id: Option<String>,
    /// The requirement.
    #[schema(max_length = 500)]
    text: String,
    /// Must-have or nice to have.
    kind: CriterionKind,
    /// Share of the score; all together 100.
    #[schema(minimum = 0, maximum = 100)]
    weight: f64,
    /// The dimension it counts towards.
    #[schema(max_length = 100)]
    dimension: Option<String>,
    /// The highest score of a resume that shows it to be missing.
    #[schema(minimum = 0, maximum = 100)]
    cap: Option<f64>,
    /// The phrase it was extracted from.
    source: Option<Phrase>,
}

/// The most criteria of a rubric.
const MAX_CRITERIA: usize = 60;

/// Saves a rubric edited by hand, which applies to all later evaluations whatever the job's texts. What the law forbids
/// to ask for is left out. With a revision, 409 with the current rubric if it differs.
#[utoipa::path(put, path = "/jobs/{job_id}/rubric", params(("job_id" = JobId, Path)),
    responses((status = 200, body = JobRubric)))]
pub async fn put_job_rubric(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
    Json(input): Json<RubricInput>,
) -> ApiResult<Json<JobRubric>> {
    tenant.require(Permission::JOBS_EDIT)?;
    let RubricInput { criteria, thresholds, career_weight, revision } = input;
    let mut tx = lock(&state, &tenant, job.id, revision).await?;
    let thresholds = thresholds.unwrap_or_default();
    let career_weight = career_weight.unwrap_or(CAREER_WEIGHT);
    let share = |value: f64| (0.0..=100.0).contains(&value);
    let Thresholds { strongly_recommend, recommend, average } = thresholds;
    let mut check = Check::new();
    check.ensure((1..=MAX_CRITERIA).contains(&criteria.len()), "criteria", Code::FieldInvalid);
    for (at, criterion) in criteria.iter().enumerate() {
        check.text(&format!("criteria.{at}.text"), &criterion.text, 500);
        check.at_most(&format!("criteria.{at}.dimension"), criterion.dimension.as_deref().unwrap_or(""), 100);
        check.at_most(&format!("criteria.{at}.id"), criterion.id.as_deref().unwrap_or(""), 40);
        check.ensure(share(criterion.weight), &format!("criteria.{at}.weight"), Code::FieldInvalid);
        check.ensure(criterion.cap.is_none_or(share), &format!("criteria.{at}.cap"), Code::FieldInvalid);
    }
    let is_allowed = |criterion: &CriterionInput| without_protected(&criterion.text).is_some();
    check.ensure(criteria.iter().any(is_allowed), "criteria", Code::FieldInvalid);
    let sum: f64 = criteria.iter().map(|criterion| criterion.weight).sum();
    check.ensure((sum - 100.0).abs() < 0.05, "criteria", Code::FieldInvalid);
    let falling =
        share(strongly_recommend) && strongly_recommend >= recommend && recommend >= average && share(average);
    check.ensure(falling, "thresholds", Code::FieldInvalid);
    check.ensure(share(career_weight), "career_weight", Code::FieldInvalid);
    check.finish()?;
    let texts: Vec<&str> = criteria.iter().map(|criterion| criterion.text.as_str()).collect();
    let rubric = allowed(Rubric {
        language: bole_ai::language_of(&texts.join("\n")),
        criteria: numbered(criteria),
        thresholds,
        career_weight,
        version: rubrics::EDITED.to_owned(),
        fallback: None,
        edited_by: Some(tenant.user_id()),
        edited_at: Some(OffsetDateTime::now_utc()),
    });
    let mut source = rubrics::source(&mut tx, job.id, rubrics::EDITED).await.or_not_found(Code::JobNotFound)?;
    let edited_from = take_brief(&mut source).fingerprint(rubrics::EDITED);
    let revision = rubrics::keep_edited(&mut tx, job.id, &rubric, &edited_from).await?;
    tx.commit().await?;
    Ok(Json(JobRubric::read(rubric, revision)))
}

/// A transaction in which the rubric has this revision.
async fn lock(state: &ApiState, tenant: &Tenant, job: JobId, revision: Option<i32>) -> ApiResult<TenantTx> {
    let mut tx = tenant.begin().await?;
    let found = rubrics::lock_revision(&mut tx, job).await.or_not_found(Code::JobNotFound)?;
    if revision.is_none_or(|revision| revision == found) {
        return Ok(tx);
    }
    tx.rollback().await?;
    Err(ApiError::stale(&current(state, tenant, job).await?))
}

/// Assigns missing ids and sorts must-haves first.
fn numbered(criteria: Vec<CriterionInput>) -> Vec<Criterion> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut numbered: Vec<Criterion> = Vec::with_capacity(criteria.len());
    for CriterionInput { id, text, kind, weight, dimension, cap, source } in criteria {
        let own = id.filter(|id| !id.is_empty() && !taken.contains(id));
        let free = (1..).map(|number| format!("e{number}")).find(|id| !taken.contains(id));
        let id = own.or(free).unwrap_or_default();
        taken.insert(id.clone());
        let dimension = dimension.filter(|name| !name.trim().is_empty());
        let dimension = dimension.unwrap_or_else(|| Dimension::SkillsMatch.to_string());
        numbered.push(Criterion { id, text: text.trim().to_owned(), kind, weight, dimension, cap, source });
    }
    numbered.sort_by_key(|criterion| criterion.kind);
    numbered
}

/// The state that a reset is based on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResetQuery {
    /// The revision it resets; any if absent.
    revision: Option<i32>,
    /// Whether the engine in use reads the job's texts again at the next evaluation, instead of what was read before.
    #[serde(default)]
    #[param(default = false)]
    read_again: bool,
}

/// Restores the rubric extracted from the job. With a revision, 409 with the current rubric if it differs.
#[utoipa::path(delete, path = "/jobs/{job_id}/rubric", params(("job_id" = JobId, Path), ResetQuery),
    responses((status = 204)))]
pub async fn delete_job_rubric(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
    Query(ResetQuery { revision, read_again }): Query<ResetQuery>,
) -> ApiResult<StatusCode> {
    tenant.require(Permission::JOBS_EDIT)?;
    let mut tx = lock(&state, &tenant, job.id, revision).await?;
    rubrics::delete_edited(&mut tx, job.id).await?;
    if read_again {
        rubrics::delete_extracted(&mut tx, job.id).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A job being written.
#[derive(Debug, Deserialize, ToSchema)]
pub struct JobDraft {
    #[serde(default)]
    #[schema(required, max_length = 200)]
    title: String,
    /// The core requirement, in short.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    core_requirement: String,
    /// The job description.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    jd: String,
    #[serde(default)]
    #[schema(max_length = 50_000)]
    ai_evaluation_criteria: String,
}

/// Previews the rubric of a job being written. Nothing is stored.
#[utoipa::path(post, path = "/job-rubric", responses((status = 200, body = JobRubric)))]
pub async fn preview_rubric(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(draft): Json<JobDraft>,
) -> ApiResult<Json<JobRubric>> {
    let brief = checked(&state, &tenant, draft, &RUBRIC_PREVIEWS).await?;
    Ok(Json(JobRubric::read(read(&state, brief).await?, 0)))
}

/// Reads the criteria of a job being written, for a person to confirm: each line of them is in the answer, also those that
/// ask for nothing, and what the law forbids to ask for is marked. Nothing is stored.
#[utoipa::path(post, path = "/job-criteria", responses((status = 200, body = JobCriteria)))]
pub async fn read_job_criteria(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(draft): Json<JobDraft>,
) -> ApiResult<Json<JobCriteria>> {
    let brief = checked(&state, &tenant, draft, &CRITERIA_READINGS).await?;
    let read = on_a_thread(&state, move |_| {
        let JobBrief { title, core_requirement, jd, ai_evaluation_criteria } = &brief;
        read_job(JobTexts { title, core_requirement, jd, ai_evaluation_criteria })
    });
    Ok(Json(read.await?))
}

/// The texts of a job being written, counted against a limit.
async fn checked(state: &ApiState, tenant: &Tenant, draft: JobDraft, limit: &RateLimit) -> ApiResult<JobBrief> {
    tenant.require(Permission::JOBS_EDIT)?;
    let JobDraft { title, core_requirement, jd, ai_evaluation_criteria } = draft;
    let mut check = Check::new();
    // The description is often pasted before there is a title.
    check.at_most("title", &title, 200);
    for (field, text) in
        [("core_requirement", &core_requirement), ("jd", &jd), ("ai_evaluation_criteria", &ai_evaluation_criteria)]
    {
        check.at_most(field, text, 50_000);
    }
    check.finish()?;
    count_all(&state.db, &[(limit, &tenant.user_id().to_string())], Code::RequestTooMany).await?;
    Ok(JobBrief { title, core_requirement, jd, ai_evaluation_criteria })
}

/// Extracts the rubric.
async fn read(state: &ApiState, brief: JobBrief) -> ApiResult<Rubric> {
    let judge = state.judge.clone();
    let rubric = on_a_thread(state, move |runtime| runtime.block_on(judge.rubric(&brief))).await?;
    rubric.map_err(|error| unread(&error))
}

/// Reads on a blocking thread. Requests that wait too long are asked to retry.
async fn on_a_thread<T: Send + 'static>(
    state: &ApiState,
    read: impl FnOnce(&Handle) -> T + Send + 'static,
) -> ApiResult<T> {
    let waiting = tokio::time::timeout(READING_LIMIT, state.readings.clone().acquire_owned()).await;
    let permit = waiting.map_err(|error| ApiError::unavailable(&error))?;
    let permit = permit.map_err(|error| ApiError::unavailable(&error))?;
    let runtime = Handle::current();
    let reading = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        read(&runtime)
    });
    match tokio::time::timeout(READING_LIMIT, reading).await {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(error)) => Err(ApiError::internal(&error)),
        Err(error) => Err(ApiError::unavailable(&error)),
    }
}

fn unread(error: &AiError) -> ApiError {
    if error.reason.category().is_transient() { ApiError::unavailable(error) } else { ApiError::internal(error) }
}
