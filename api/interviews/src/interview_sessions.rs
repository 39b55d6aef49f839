//! Conducted interviews, and unsaved drafts of interviewers.

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{FreeJson, Item, Json, Page, Paged, Paging, Query, ReadTenant, Tenant};
use bole_domain::ids::{ApplicationId, InterviewScheduleId, InterviewSessionId};
use bole_domain::permission::Permission;
use bole_domain::questions::{self, QuestionSection};
use bole_domain::stage::Move;
use bole_store::interview_sessions::{self, InterviewDraft, InterviewSession, NewSession, SessionChange};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest};
use bole_store::{StoreError, applications, interview_schedules, jobs};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "interviews":
    list_interview_sessions, create_interview_session, update_interview_session, get_interview_draft,
    put_interview_draft, delete_interview_draft, get_interview_guide
}

/// Permissions to interview.
const INTERVIEW: [Permission; 2] = [Permission::SCHEDULE_REVIEW, Permission::PIPELINE_SCHEDULE];

const MAX_NAME: usize = 200;
const MAX_TEXT: usize = 50_000;
/// Maximum size of questions or notes as JSON.
const MAX_JSON: usize = 100_000;
/// Maximum size of a draft as JSON: questions, notes and both texts.
const MAX_DRAFT: usize = 500_000;
/// A page of interviews is shorter than others, since each can have a lot of text.
const MAX_PAGE: i64 = 20;

/// The guide for an interview.
#[derive(Debug, Serialize, ToSchema)]
pub struct InterviewGuide {
    /// The round it will be saved as.
    round_number: i32,
    /// The job's questions.
    sections: Vec<QuestionSection>,
}

/// The questions of the application's job, and its next round.
#[utoipa::path(get, path = "/interview-guides/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = InterviewGuide)))]
pub async fn get_interview_guide(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<InterviewGuide>> {
    tenant.require_any(&INTERVIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let job = jobs::find(&mut tx, application.job_id).await.or_not_found(Code::ApplicationNotFound)?;
    let rounds = interview_sessions::count(&mut tx, id).await?;
    tx.release();
    let round_number = i32::try_from(rounds + 1).unwrap_or(i32::MAX);
    Ok(Json(InterviewGuide { round_number, sections: questions::parse(&job.ai_interview_questions) }))
}

/// Filter of a list of interviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SessionQuery {
    application_id: ApplicationId,
}

/// The interviews of an application, by round. A page has at most 20.
#[utoipa::path(get, path = "/interview-sessions", params(SessionQuery, Paging),
    responses((status = 200, body = Paged<InterviewSession>)))]
pub async fn list_interview_sessions(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(SessionQuery { application_id }): Query<SessionQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<InterviewSession>>> {
    tenant.require_any(&[Permission::SCHEDULE_VIEW, Permission::PIPELINE_VIEW])?;
    let limit = limit.min(MAX_PAGE);
    let sessions = interview_sessions::of_application(&mut tx, application_id, limit, offset).await?;
    let total = interview_sessions::count(&mut tx, application_id).await?;
    tx.release();
    Ok(Json(Paged::of((sessions, total))))
}

/// An interview to save.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SessionInput {
    application_id: Option<ApplicationId>,
    /// The scheduled interview.
    schedule_id: Option<InterviewScheduleId>,
    #[serde(default)]
    interviewer_name: String,
    /// The questions at the time of the interview.
    #[serde(default)]
    #[schema(value_type = Object)]
    question_snapshot: FreeJson,
    #[serde(default)]
    #[schema(value_type = Object)]
    notes_by_question: FreeJson,
    /// Additional notes.
    #[serde(default)]
    adhoc_notes: String,
    #[serde(default)]
    overall_evaluation: String,
    /// Start; required, because only an interview that was begun has a record.
    #[serde(default, with = "time::serde::rfc3339::option")]
    started_at: Option<OffsetDateTime>,
    /// End.
    #[serde(default, with = "time::serde::rfc3339::option")]
    ended_at: Option<OffsetDateTime>,
    /// Whether to complete the candidate's interview.
    #[serde(default)]
    mark_completed: bool,
}

/// Saves an interview as the application's next round and deletes the draft.
#[utoipa::path(post, path = "/interview-sessions", responses((status = 201, body = InterviewSession)))]
pub async fn create_interview_session(
    tenant: Tenant,
    Json(input): Json<SessionInput>,
) -> ApiResult<(StatusCode, Json<InterviewSession>)> {
    tenant.require_any(&INTERVIEW)?;
    let SessionInput {
        application_id,
        schedule_id,
        interviewer_name,
        question_snapshot,
        notes_by_question,
        adhoc_notes,
        overall_evaluation,
        started_at,
        ended_at,
        mark_completed,
    } = input;
    let mut check = Check::new();
    check.ensure(application_id.is_some(), "application_id", Code::FieldRequired);
    check.text("interviewer_name", &interviewer_name, MAX_NAME);
    check.ensure(started_at.is_some(), "started_at", Code::FieldRequired);
    let is_reversed = started_at.zip(ended_at).is_some_and(|(start, end)| end < start);
    check.ensure(!is_reversed, "ended_at", Code::FieldEndBeforeStart);
    check.at_most("adhoc_notes", &adhoc_notes, MAX_TEXT);
    check.at_most("overall_evaluation", &overall_evaluation, MAX_TEXT);
    let question_snapshot = question_snapshot.check(&mut check, "question_snapshot", MAX_JSON);
    let notes_by_question = notes_by_question.check(&mut check, "notes_by_question", MAX_JSON);
    check.finish()?;
    let application_id =
        application_id.ok_or_else(|| ApiError::invalid_field("application_id", Code::FieldRequired))?;
    let started_at = started_at.ok_or_else(|| ApiError::invalid_field("started_at", Code::FieldRequired))?;
    let new = NewSession {
        application_id,
        schedule_id,
        interviewer_name: interviewer_name.trim().to_owned(),
        question_snapshot,
        notes_by_question,
        adhoc_notes,
        overall_evaluation,
        started_at,
        ended_at,
    };
    let mut tx = tenant.begin().await?;
    if let Some(schedule) = schedule_id {
        let found = interview_schedules::find(&mut tx, schedule).await;
        let is_theirs = found.is_ok_and(|found| found.application_id == Some(application_id));
        if !is_theirs {
            return Err(ApiError::invalid_field("schedule_id", Code::FieldUnknownValue));
        }
    }
    let id = interview_sessions::create(&mut tx, &new).await.or_not_found(Code::ApplicationNotFound)?;
    if mark_completed {
        // If the interview is already completed, nothing is moved.
        let items = [MoveItem::current(application_id)];
        let what = Move::CompleteInterview;
        moves::apply(&mut tx, &MoveRequest { what, items: &items, reason: None, authority: Authority::System }).await?;
        if let Some(schedule) = schedule_id {
            interview_schedules::complete(&mut tx, schedule).await?;
        }
    }
    let session = interview_sessions::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(session)))
}

/// An update of a saved interview; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SessionPatch {
    /// The version the change is based on.
    version: Option<i32>,
    interviewer_name: Option<String>,
    #[schema(value_type = Option<Object>)]
    notes_by_question: Option<FreeJson>,
    /// Additional notes.
    adhoc_notes: Option<String>,
    overall_evaluation: Option<String>,
    /// End.
    #[serde(default, with = "time::serde::rfc3339::option")]
    ended_at: Option<OffsetDateTime>,
}

/// Updates a saved interview; allowed for its author and admins.
#[utoipa::path(patch, path = "/interview-sessions/{session_id}", params(("session_id" = InterviewSessionId, Path)),
    responses((status = 200, body = InterviewSession)))]
pub async fn update_interview_session(
    tenant: Tenant,
    Item(id): Item<InterviewSessionId>,
    Json(patch): Json<SessionPatch>,
) -> ApiResult<Json<InterviewSession>> {
    tenant.require_any(&INTERVIEW)?;
    let SessionPatch { version, interviewer_name, notes_by_question, adhoc_notes, overall_evaluation, ended_at } =
        patch;
    let mut tx = tenant.begin().await?;
    let current = interview_sessions::find(&mut tx, id).await.or_not_found(Code::InterviewSessionNotFound)?;
    let is_own = current.interviewer_id == Some(tenant.user_id());
    if !is_own && !tenant.role().is_admin_level() {
        return Err(ApiError::forbidden(Code::PermissionDenied, "Only its interviewer changes it."));
    }
    let version = version.ok_or_else(|| ApiError::invalid_field("version", Code::FieldRequired))?;
    if version != current.version {
        return Err(ApiError::stale(&current));
    }
    let mut check = Check::new();
    if let Some(name) = &interviewer_name {
        check.text("interviewer_name", name, MAX_NAME);
    }
    check.at_most("adhoc_notes", adhoc_notes.as_deref().unwrap_or_default(), MAX_TEXT);
    check.at_most("overall_evaluation", overall_evaluation.as_deref().unwrap_or_default(), MAX_TEXT);
    let notes_by_question = notes_by_question.map(|notes| notes.check(&mut check, "notes_by_question", MAX_JSON));
    check.finish()?;
    let change = SessionChange { interviewer_name, notes_by_question, adhoc_notes, overall_evaluation, ended_at };
    interview_sessions::change(&mut tx, id, version, &change).await?;
    let session = interview_sessions::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(session))
}

/// A draft to save.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DraftInput {
    /// In the screen's own format.
    #[serde(default)]
    #[schema(value_type = Object)]
    content: FreeJson,
    /// The version it replaces; any if absent.
    version: Option<i32>,
}

/// The caller's draft for an application.
#[utoipa::path(get, path = "/interview-drafts/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = InterviewDraft)))]
pub async fn get_interview_draft(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(application): Item<ApplicationId>,
) -> ApiResult<Json<InterviewDraft>> {
    tenant.require_any(&INTERVIEW)?;
    let draft =
        interview_sessions::find_draft(&mut tx, application).await.or_not_found(Code::InterviewDraftNotFound)?;
    tx.release();
    Ok(Json(draft))
}

/// Saves the caller's draft for an application. With a version, 409 with the later draft if it differs.
#[utoipa::path(put, path = "/interview-drafts/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = InterviewDraft)))]
pub async fn put_interview_draft(
    tenant: Tenant,
    Item(application): Item<ApplicationId>,
    Json(DraftInput { content, version }): Json<DraftInput>,
) -> ApiResult<Json<InterviewDraft>> {
    tenant.require_any(&INTERVIEW)?;
    let mut check = Check::new();
    let content = content.check(&mut check, "content", MAX_DRAFT);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    applications::find(&mut tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    let draft = match interview_sessions::keep_draft(&mut tx, application, version, &content).await {
        Ok(draft) => draft,
        Err(StoreError::Stale) => {
            let current = interview_sessions::find_draft(&mut tx, application).await?;
            return Err(ApiError::stale(&current));
        }
        Err(error) => return Err(error.into()),
    };
    tx.commit().await?;
    Ok(Json(draft))
}

/// Deletes the caller's draft for an application.
#[utoipa::path(delete, path = "/interview-drafts/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 204)))]
pub async fn delete_interview_draft(tenant: Tenant, Item(application): Item<ApplicationId>) -> ApiResult<StatusCode> {
    tenant.require_any(&INTERVIEW)?;
    let mut tx = tenant.begin().await?;
    interview_sessions::discard_draft(&mut tx, application).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
