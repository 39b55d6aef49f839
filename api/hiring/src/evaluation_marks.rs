//! People's own marks on the criteria of an application's evaluation, and how often they disagree with it.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, JobInTenant, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::permissions::CANDIDATE_VIEW;
use bole_domain::evaluation::{AiEval, CriterionMarks, CriterionResult, MAX_MARK_REASON, Verdict, place_marks};
use bole_domain::ids::{ApplicationId, EvaluationId, JobId, UserId};
use bole_domain::permission::Permission;
use bole_store::TenantTx;
use bole_store::evaluation_marks::{self, Mark, NewMark};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "applications": get_marks, put_mark, delete_mark, list_mark_counts }

/// Permissions to mark: of those who review candidates, and of interviewers for the candidates they interview.
const MARK: [Permission; 2] = [Permission::AI_REVIEW_REVIEW, Permission::SCHEDULE_REVIEW];

/// A person's verdict on one criterion of an evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub struct EvaluationMark {
    /// The criterion's index in the current evaluation; null for marks of earlier ones whose criterion is not in it.
    criterion: Option<usize>,
    /// The criterion's text.
    text: String,
    /// The judge's verdict in the evaluation that was marked.
    judged: Verdict,
    /// The person's.
    verdict: Verdict,
    /// Why, or empty.
    reason: String,
    /// Whether it was given to an earlier evaluation.
    is_earlier: bool,
    /// Who gave it.
    user_id: UserId,
    /// Their name, unless they have left.
    user_name: Option<String>,
    /// When it was given or changed.
    #[serde(with = "time::serde::rfc3339")]
    marked_at: OffsetDateTime,
}

impl EvaluationMark {
    fn of((place, mark): (Option<usize>, Mark)) -> Self {
        let Mark { position, criterion: text, judged, verdict, reason, user_id, user_name, marked_at } = mark;
        let (criterion, is_earlier) = (place, position.is_none());
        Self { criterion, text, judged, verdict, reason, is_earlier, user_id, user_name, marked_at }
    }
}

/// The marks on an application's evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub struct EvaluationMarks {
    /// The current evaluation, which marks are given to.
    evaluation_id: Option<EvaluationId>,
    /// Whether the caller may mark.
    can_mark: bool,
    /// The caller's.
    own: Vec<EvaluationMark>,
    /// Those of others, as far as the caller may see them.
    others: Vec<EvaluationMark>,
    /// How many marks of others are hidden until the caller marks the same criteria.
    concealed: usize,
    /// The score with the caller's verdicts in place of the judge's; null without marks on the current criteria, and for
    /// old evaluations whose sum was not stored.
    own_score: Option<f64>,
}

/// The marks on an application's evaluation. Those of others are hidden from whoever may mark, until they mark the same
/// criterion. A mark given to an earlier evaluation follows a criterion that reads the same.
#[utoipa::path(get, path = "/applications/{application_id}/marks", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = EvaluationMarks)))]
pub async fn get_marks(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<EvaluationMarks>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let evaluation = evaluation_marks::evaluation(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let marks = marks(&tenant, &mut tx, id, evaluation.as_ref()).await?;
    tx.release();
    Ok(Json(marks))
}

async fn marks(
    tenant: &Tenant,
    tx: &mut TenantTx,
    application: ApplicationId,
    evaluation: Option<&(EvaluationId, AiEval)>,
) -> ApiResult<EvaluationMarks> {
    let given = evaluation_marks::of_application(tx, application).await?;
    let criteria = evaluation.map_or(&[][..], |(_, eval)| eval.criteria.as_slice());
    let (own, others): (Vec<_>, Vec<_>) =
        place_marks(criteria, given).into_iter().partition(|(_, mark)| mark.user_id == tenant.user_id());
    let can_mark = tenant.require_any(&MARK).is_ok();
    let marked: BTreeSet<usize> = own.iter().filter_map(|(place, _)| *place).collect();
    let is_shown = |place: Option<usize>| !can_mark || place.is_none_or(|at| marked.contains(&at));
    let (shown, hidden): (Vec<_>, Vec<_>) = others.into_iter().partition(|(place, _)| is_shown(*place));
    let verdicts: BTreeMap<usize, Verdict> =
        own.iter().filter_map(|(place, mark)| Some(((*place)?, mark.verdict))).collect();
    let own_score = evaluation.filter(|_| !verdicts.is_empty()).and_then(|(_, eval)| eval.score_by(&verdicts));
    Ok(EvaluationMarks {
        evaluation_id: evaluation.map(|(id, _)| *id),
        can_mark,
        own: own.into_iter().map(EvaluationMark::of).collect(),
        others: shown.into_iter().map(EvaluationMark::of).collect(),
        concealed: hidden.len(),
        own_score,
    })
}

/// A mark to give.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MarkInput {
    /// The evaluation; 409 with the current marks if the application has another meanwhile.
    evaluation_id: EvaluationId,
    /// The criterion's index in it.
    criterion: usize,
    /// The caller's verdict; the judge's to agree.
    verdict: Verdict,
    /// Why.
    #[serde(default)]
    #[schema(max_length = 200)]
    reason: String,
}

/// Gives a mark, or changes the caller's. The evaluation's score, level and the application's status stay as they are.
#[utoipa::path(put, path = "/applications/{application_id}/marks", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = EvaluationMarks)))]
pub async fn put_mark(
    tenant: Tenant,
    Item(id): Item<ApplicationId>,
    Json(input): Json<MarkInput>,
) -> ApiResult<Json<EvaluationMarks>> {
    tenant.require_any(&MARK)?;
    let MarkInput { evaluation_id, criterion: position, verdict, reason } = input;
    let reason = reason.trim();
    let mut tx = tenant.begin().await?;
    let evaluation = current(&tenant, &mut tx, id, evaluation_id).await?;
    let result = evaluation.1.criteria.get(position).filter(|result| result.weight > 0.0);
    let mut check = Check::new();
    check.ensure(result.is_some(), "criterion", Code::FieldUnknownValue);
    check.at_most("reason", reason, MAX_MARK_REASON);
    check.finish()?;
    if let Some(CriterionResult { criterion, verdict: judged, .. }) = result {
        let mark = NewMark { position, criterion, judged: *judged, verdict, reason };
        evaluation_marks::put(&mut tx, id, evaluation_id, mark).await?;
    }
    let marks = marks(&tenant, &mut tx, id, Some(&evaluation)).await?;
    tx.commit().await?;
    Ok(Json(marks))
}

/// The application's evaluation, which must still be this one.
async fn current(
    tenant: &Tenant,
    tx: &mut TenantTx,
    application: ApplicationId,
    expected: EvaluationId,
) -> ApiResult<(EvaluationId, AiEval)> {
    let found = evaluation_marks::evaluation(tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    match found {
        Some(evaluation) if evaluation.0 == expected => Ok(evaluation),
        found => Err(ApiError::stale(&marks(tenant, tx, application, found.as_ref()).await?)),
    }
}

/// The mark to withdraw.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MarkQuery {
    /// The evaluation; 409 with the current marks if the application has another meanwhile.
    evaluation_id: EvaluationId,
    /// The criterion's index in it.
    criterion: usize,
}

/// Withdraws the caller's mark on a criterion, with those they gave earlier evaluations on the same text.
#[utoipa::path(delete, path = "/applications/{application_id}/marks",
    params(("application_id" = ApplicationId, Path), MarkQuery), responses((status = 204)))]
pub async fn delete_mark(
    tenant: Tenant,
    Item(id): Item<ApplicationId>,
    Query(MarkQuery { evaluation_id, criterion }): Query<MarkQuery>,
) -> ApiResult<StatusCode> {
    tenant.require_any(&MARK)?;
    let mut tx = tenant.begin().await?;
    let (_, eval) = current(&tenant, &mut tx, id, evaluation_id).await?;
    let result = eval.criteria.get(criterion);
    let result = result.ok_or_else(|| ApiError::invalid_field("criterion", Code::FieldUnknownValue))?;
    evaluation_marks::delete(&mut tx, id, &result.criterion).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many marks were given on each criterion of a job, and how many of them disagree with the evaluations.
#[utoipa::path(get, path = "/jobs/{job_id}/marks", tag = "jobs", params(("job_id" = JobId, Path)),
    responses((status = 200, body = Paged<CriterionMarks>)))]
pub async fn list_mark_counts(JobInTenant { tenant, job }: JobInTenant) -> ApiResult<Json<Paged<CriterionMarks>>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let mut tx = tenant.begin().await?;
    let counts = evaluation_marks::counts_of_job(&mut tx, job.id).await?;
    tx.release();
    Ok(Json(Paged::all(counts)))
}
