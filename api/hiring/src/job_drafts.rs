//! AI drafts of a job's texts, and translations, as tasks.

use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use bole_ai::JobBrief;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Claimed, Idempotency, Json, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_domain::evaluation::Language;
use bole_domain::job::DraftKind;
use bole_domain::permission::{Action, Permission, Resource};
use bole_domain::prompt::PromptType;
use bole_providers::Provider;
use bole_queue::kinds::{DraftJob, TranslateText};
use bole_store::{TenantTx, prompts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

bole_api_core::area! { "jobs": draft_job, translate_text, parse_questions }

const EXECUTE: Permission = Permission::new(Resource::Jobs, Action::Execute);
const MAX_TEXT: usize = 50_000;

/// The text to draft, and the job's other fields.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct JobDraftInput {
    /// The text to draft.
    kind: DraftKind,
    /// The job's title.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    title: String,
    /// The core requirement, in short.
    #[serde(default)]
    #[schema(required, max_length = 50_000)]
    core_requirement: String,
    /// The job description; required for criteria and questions.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    jd: String,
    /// The company, used in the description.
    #[serde(default)]
    #[schema(max_length = 200)]
    company_name: String,
}

/// Drafts a job's description, criteria or interview questions. The task's result is `{text, engine}`.
#[utoipa::path(post, path = "/job-drafts", responses((status = 202, body = Task, headers(("Location" = String)))))]
pub async fn draft_job(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<JobDraftInput>,
) -> ApiResult<Response> {
    tenant.require(EXECUTE)?;
    let mut check = Check::new();
    check.text("title", &input.title, 200).text("core_requirement", &input.core_requirement, MAX_TEXT);
    match input.kind {
        DraftKind::Jd => check.at_most("jd", &input.jd, MAX_TEXT),
        DraftKind::Criteria | DraftKind::Questions => check.text("jd", &input.jd, MAX_TEXT),
    };
    check.at_most("company_name", &input.company_name, 200);
    check.finish()?;
    let asked = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let JobDraftInput { kind, title, core_requirement, jd, company_name } = input;
    let brief = JobBrief { title, core_requirement, jd, ai_evaluation_criteria: String::new() };
    // What may not be asked is not copied into a draft.
    let allowed = bole_ai::off_thread(usize::MAX, move || brief.allowed()).await;
    let JobBrief { title, core_requirement, jd, .. } = allowed.map_err(|error| ApiError::internal(&error))?;
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &asked).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let prompt_type = match kind {
        DraftKind::Jd => PromptType::Jd,
        DraftKind::Criteria => PromptType::Criteria,
        DraftKind::Questions => PromptType::Questions,
    };
    let value = |name: &str| match name {
        "title" => Some(title.clone()),
        "core_requirement" => Some(core_requirement.clone()),
        "jd" => Some(jd.clone()),
        "company_name" => Some(company_name.clone()),
        _ => None,
    };
    let prompt = in_force(&mut tx, prompt_type, value).await?;
    let work = DraftJob { draft: kind, title, core_requirement, jd, company_name, prompt };
    tasks::begin(&state, tx, Some(ticket), &work, request_id).await
}

/// The caller's prompt of this type, with its variables filled in.
async fn in_force(
    tx: &mut TenantTx,
    prompt_type: PromptType,
    value: impl Fn(&str) -> Option<String>,
) -> ApiResult<String> {
    let own = prompts::active(tx, prompt_type).await?;
    let text = own.as_ref().map_or(prompt_type.built_in(), |prompt| prompt.text.as_str());
    Ok(bole_domain::prompt::render(text, value))
}

/// Requires access to texts written by AI; interviewers see them in their schedule.
fn require_reader(tenant: &Tenant) -> ApiResult<()> {
    let views = [
        Permission::SCHEDULE_VIEW,
        Permission::TALENT_POOL_VIEW,
        Permission::PIPELINE_VIEW,
        Permission::AI_REVIEW_VIEW,
    ];
    if views.iter().any(|permission| tenant.access.allows(*permission)) {
        return Ok(());
    }
    tenant.require(Permission::JOBS_VIEW)
}

/// A text to translate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranslationInput {
    #[serde(default)]
    #[schema(required, max_length = 20_000)]
    text_to_translate: String,
    /// `zh-CN`, `id-ID` or `en-US`; also Simplified Chinese, Indonesian, English.
    #[serde(default)]
    #[schema(required)]
    target_language: String,
}

/// Parses a language tag or an English language name.
fn language(name: &str) -> Option<Language> {
    match name {
        "Simplified Chinese" => Some(Language::Zh),
        "Indonesian" => Some(Language::Id),
        "English" => Some(Language::En),
        tag => tag.parse().ok(),
    }
}

/// Translates a text written by AI. The task's result is `{translatedText}`. Requires a model; without one the
/// request is refused.
#[utoipa::path(post, path = "/translate-text", tag = "settings",
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 409)))]
pub async fn translate_text(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<TranslationInput>,
) -> ApiResult<Response> {
    require_reader(&tenant)?;
    let language = language(&input.target_language);
    let mut check = Check::new();
    check.text("textToTranslate", &input.text_to_translate, 20_000);
    check.ensure(language.is_some(), "targetLanguage", Code::FieldUnknownValue);
    check.finish()?;
    let asked = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let (text, language) = (input.text_to_translate, language.unwrap_or(Language::En));
    let mut tx = tenant.begin().await?;
    if matches!(state.providers.configured(&mut tx).await?, Provider::BuiltIn) {
        return Err(ApiError::conflict(
            Code::AiKeyRequired,
            "Translating needs a model: set an API key under Settings, AI, or BOLE_AI_API_KEY for the server.",
        ));
    }
    let ticket = match idempotency.claim(&mut tx, &asked).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let value = |name: &str| match name {
        "text" => Some(text.clone()),
        "language" => Some(language_name(language).to_owned()),
        _ => None,
    };
    let prompt = in_force(&mut tx, PromptType::Translation, value).await?;
    tasks::begin(&state, tx, Some(ticket), &TranslateText { text, language, prompt }, request_id).await
}

/// The language's name in prompts.
const fn language_name(language: Language) -> &'static str {
    match language {
        Language::Zh => "Simplified Chinese",
        Language::En => "English",
        Language::Id => "Indonesian",
    }
}

/// Interview questions as Markdown.
#[derive(Debug, Deserialize, ToSchema)]
pub struct QuestionsInput {
    /// `##` opens a section, numbered lines are questions.
    #[serde(default)]
    #[schema(required, max_length = 50_000)]
    markdown: String,
}

/// Parsed interview questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParsedQuestions {
    /// In document order.
    sections: Vec<bole_domain::questions::QuestionSection>,
}

/// Parses interview questions, as in the editor's preview and in interviews. Nothing is stored.
#[utoipa::path(post, path = "/interview-questions", responses((status = 200, body = ParsedQuestions)))]
pub async fn parse_questions(
    tenant: Tenant,
    Json(QuestionsInput { markdown }): Json<QuestionsInput>,
) -> ApiResult<Json<ParsedQuestions>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let mut check = Check::new();
    check.at_most("markdown", &markdown, MAX_TEXT);
    check.finish()?;
    Ok(Json(ParsedQuestions { sections: bole_domain::questions::parse(&markdown) }))
}
