//! Prompts: the member's own, the organization's default, and the built-in ones.

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Json, Paged, Path, Query, ReadTenant, Tenant};
use bole_domain::ids::{JobId, OrganizationId, PromptId, UserId};
use bole_domain::permission::{Action, Permission, Resource};
use bole_domain::prompt::{self, PromptType};
use bole_store::prompts::{self, NewPrompt};
use bole_store::{TenantTx, jobs};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

bole_api_core::area! { "settings": list_prompts, create_prompt, update_prompt, delete_prompt, preview_prompt }

/// Maximum prompts of a member, and of an organization.
const MAX_PROMPTS: i64 = 200;
/// Maximum characters of a prompt.
const MAX_TEXT: usize = 20_000;

const VIEW: Permission = Permission::new(Resource::Prompts, Action::View);
const CREATE: Permission = Permission::new(Resource::Prompts, Action::Create);
const EDIT: Permission = Permission::new(Resource::Prompts, Action::Edit);
const DELETE: Permission = Permission::new(Resource::Prompts, Action::Delete);

/// A prompt. `organization_id` is null for a built-in one, `user_id` for one without an owner.
#[derive(Debug, Serialize, ToSchema)]
pub struct Prompt {
    /// The id; constant for a built-in prompt.
    id: PromptId,
    organization_id: Option<OrganizationId>,
    prompt_type: PromptType,
    /// The text, with variables as `{{name}}`.
    text: String,
    /// The variables available in a prompt of this type.
    variables: Vec<&'static str>,
    /// Whether it is active for its owner.
    is_active: bool,
    /// Whether it is the organization's default.
    is_default: bool,
    /// Whether it is the active one for the signed-in member.
    in_force: bool,
    /// The owner.
    user_id: Option<UserId>,
    version: i32,
    #[serde(with = "time::serde::rfc3339::option")]
    created_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    updated_at: Option<OffsetDateTime>,
}

impl Prompt {
    fn of(organization: OrganizationId, row: prompts::Prompt) -> Self {
        let prompts::Prompt { id, prompt_type, text, is_active, user_id, version, created_at, updated_at } = row;
        Self {
            id,
            organization_id: Some(organization),
            prompt_type,
            text,
            variables: prompt_type.variables().to_vec(),
            is_active,
            is_default: user_id.is_none(),
            in_force: false,
            user_id,
            version,
            created_at: Some(created_at),
            updated_at: Some(updated_at),
        }
    }

    fn built_in(prompt_type: PromptType) -> Self {
        Self {
            id: built_in_id(prompt_type),
            organization_id: None,
            prompt_type,
            text: prompt_type.built_in().to_owned(),
            variables: prompt_type.variables().to_vec(),
            is_active: true,
            is_default: false,
            in_force: false,
            user_id: None,
            version: 1,
            created_at: None,
            updated_at: None,
        }
    }
}

/// UUIDs without a version, which stored prompts never have.
fn built_in_id(prompt_type: PromptType) -> PromptId {
    let at = PromptType::ALL.iter().position(|other| *other == prompt_type).unwrap_or_default();
    PromptId(Uuid::from_u128(0xb01e_0000 + at as u128))
}

fn built_in(id: PromptId) -> Option<PromptType> {
    PromptType::ALL.iter().copied().find(|prompt_type| built_in_id(*prompt_type) == id)
}

/// Filter of a list of prompts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PromptQuery {
    /// Only this type.
    #[param(inline)]
    prompt_type: Option<PromptType>,
}

/// The path of a prompt.
#[derive(Debug, Deserialize)]
pub struct PromptPath {
    prompt_id: PromptId,
}

/// The prompts visible to the member: their own, the organization's and the built-in ones, by type. The first active
/// one is marked as active.
#[utoipa::path(get, path = "/prompts", params(PromptQuery), responses((status = 200, body = Paged<Prompt>)))]
pub async fn list_prompts(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(PromptQuery { prompt_type }): Query<PromptQuery>,
) -> ApiResult<Json<Paged<Prompt>>> {
    tenant.require(VIEW)?;
    let rows = prompts::list(&mut tx, prompt_type).await?;
    tx.release();
    let mut written: Vec<Prompt> = rows.into_iter().map(|row| Prompt::of(tenant.organization(), row)).collect();
    let mut items = Vec::new();
    for kind in PromptType::ALL.iter().copied().filter(|kind| prompt_type.is_none_or(|only| only == *kind)) {
        let begin = items.len();
        items.extend(written.extract_if(.., |prompt| prompt.prompt_type == kind));
        items.push(Prompt::built_in(kind));
        if let Some(first) = items[begin..].iter_mut().find(|prompt| prompt.is_active) {
            first.in_force = true;
        }
    }
    Ok(Json(Paged::all(items)))
}

/// A prompt to create.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PromptInput {
    prompt_type: PromptType,
    /// The text, with variables as `{{name}}`.
    #[serde(default)]
    #[schema(required, max_length = 20_000)]
    text: String,
    /// Whether it becomes active; true if absent.
    is_active: Option<bool>,
    /// Whether it is the organization's default instead of the caller's own; requires managing the organization.
    #[serde(default)]
    is_default: bool,
}

/// Creates a prompt: the caller's own, or the organization's default.
#[utoipa::path(post, path = "/prompts", responses((status = 201, body = Prompt, headers(("Location" = String)))))]
pub async fn create_prompt(tenant: Tenant, Json(input): Json<PromptInput>) -> ApiResult<impl IntoResponse> {
    tenant.require(CREATE)?;
    let PromptInput { prompt_type, text, is_active, is_default } = input;
    let user_id = (!is_default).then_some(tenant.user_id());
    require_default(&tenant, user_id)?;
    check(prompt_type, &text)?;
    let id = PromptId::new();
    let mut tx = tenant.begin().await?;
    if prompts::count(&mut tx, user_id).await? >= MAX_PROMPTS {
        return Err(ApiError::conflict(Code::PromptLimitReached, format!("At most {MAX_PROMPTS} prompts are kept.")));
    }
    let text = text.trim();
    let new = NewPrompt { id, prompt_type, text, is_active: is_active.unwrap_or(true), user_id };
    prompts::insert(&mut tx, &new).await.on_constraint("prompts_active_key", changed_meanwhile)?;
    let made = answer(&tenant, &mut tx, id).await?;
    tx.commit().await?;
    let location = [(header::LOCATION, format!("/api/organizations/{}/prompts/{id}", tenant.organization()))];
    Ok((StatusCode::CREATED, location, Json(made)))
}

/// An update of a prompt; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PromptChanges {
    #[schema(max_length = 20_000)]
    text: Option<String>,
    /// Whether it is active, replacing another of the same owner.
    is_active: Option<bool>,
    /// The version the change is based on; if it differs, 409 with the current prompt.
    version: Option<i32>,
}

/// Updates a custom prompt.
#[utoipa::path(patch, path = "/prompts/{prompt_id}", params(("prompt_id" = PromptId, Path)),
    responses((status = 200, body = Prompt)))]
pub async fn update_prompt(
    tenant: Tenant,
    Path(PromptPath { prompt_id }): Path<PromptPath>,
    Json(PromptChanges { text, is_active, version }): Json<PromptChanges>,
) -> ApiResult<Json<Prompt>> {
    tenant.require(EDIT)?;
    let mut tx = tenant.begin().await?;
    let before = lock(&tenant, &mut tx, prompt_id).await?;
    if version.is_some_and(|seen| seen != before.version) {
        return Err(ApiError::stale(&Prompt::of(tenant.organization(), before)));
    }
    let text = text.as_deref().map_or(before.text.as_str(), str::trim);
    check(before.prompt_type, text)?;
    prompts::change(&mut tx, &before, text, is_active.unwrap_or(before.is_active))
        .await
        .on_constraint("prompts_active_key", changed_meanwhile)?;
    let changed = answer(&tenant, &mut tx, prompt_id).await?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// Deletes a custom prompt; the next one in line becomes active, finally the built-in one.
#[utoipa::path(delete, path = "/prompts/{prompt_id}", params(("prompt_id" = PromptId, Path)),
    responses((status = 204)))]
pub async fn delete_prompt(tenant: Tenant, Path(PromptPath { prompt_id }): Path<PromptPath>) -> ApiResult<StatusCode> {
    tenant.require(DELETE)?;
    let mut tx = tenant.begin().await?;
    lock(&tenant, &mut tx, prompt_id).await?;
    prompts::delete(&mut tx, prompt_id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Values for a preview.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PromptPreviewInput {
    /// The job that provides title, core requirement, JD, criteria, company and recruiter.
    job_id: Option<JobId>,
    /// The unsaved text, instead of the stored one.
    #[schema(max_length = 20_000)]
    text: Option<String>,
    /// The other variables.
    #[serde(default)]
    variables: std::collections::BTreeMap<String, String>,
}

/// A prompt with its variables filled in.
#[derive(Debug, Serialize, ToSchema)]
pub struct PromptPreview {
    /// As sent to a model.
    text: String,
    /// Variables without a value.
    missing: Vec<String>,
}

/// Previews a prompt for a job. Nothing is stored or sent.
#[utoipa::path(post, path = "/prompts/{prompt_id}/preview", params(("prompt_id" = PromptId, Path)),
    responses((status = 200, body = PromptPreview)))]
pub async fn preview_prompt(
    tenant: Tenant,
    Path(PromptPath { prompt_id }): Path<PromptPath>,
    Json(input): Json<PromptPreviewInput>,
) -> ApiResult<Json<PromptPreview>> {
    tenant.require(VIEW)?;
    let PromptPreviewInput { job_id, text, variables: mut values } = input;
    let given: usize = values.iter().map(|(name, value)| name.len() + value.len()).sum();
    let mut limits = Check::new();
    limits.ensure(given <= MAX_GIVEN, "variables", Code::FieldTooLong);
    limits.finish()?;
    let mut tx = tenant.begin().await?;
    let (prompt_type, stored) = match built_in(prompt_id) {
        Some(prompt_type) => (prompt_type, prompt_type.built_in().to_owned()),
        None => {
            let prompt = prompts::lock(&mut tx, prompt_id).await.or_not_found(Code::PromptNotFound)?;
            (prompt.prompt_type, prompt.text)
        }
    };
    let text = text.unwrap_or(stored);
    check(prompt_type, &text)?;
    if let Some(job) = job_id {
        tenant.require(Permission::JOBS_VIEW)?;
        let job = jobs::find(&mut tx, job).await.or_not_found(Code::JobNotFound)?;
        for (name, value) in [
            ("title", job.title),
            ("core_requirement", job.core_requirement),
            ("jd", job.jd),
            ("ai_evaluation_criteria", job.ai_evaluation_criteria),
            ("company_name", job.company_name),
            ("recruiter_name", job.recruiter_name),
        ] {
            values.entry(name.to_owned()).or_insert(value);
        }
    }
    tx.release();
    let missing = prompt::variables(&text).into_iter().filter(|name| !values.contains_key(name)).collect();
    Ok(Json(PromptPreview { text: prompt::render(&text, |name| values.get(name).cloned()), missing }))
}

/// Maximum bytes of the variables of a preview.
const MAX_GIVEN: usize = 200_000;

/// Refuses a text that is empty, too long, or contains unknown variables.
fn check(prompt_type: PromptType, text: &str) -> ApiResult<()> {
    let mut check = Check::new();
    check.text("text", text, MAX_TEXT);
    let known = |name: &String| prompt_type.variables().contains(&name.as_str());
    check.ensure(prompt::variables(text).iter().all(known), "text", Code::PromptVariableUnknown);
    check.finish()
}

/// The organization's prompts require managing the organization.
fn require_default(tenant: &Tenant, user_id: Option<UserId>) -> ApiResult<()> {
    if user_id.is_none() { tenant.require(Permission::ORGANIZATION_MANAGE) } else { Ok(()) }
}

/// A prompt that the member may change, locked.
async fn lock(tenant: &Tenant, tx: &mut TenantTx, id: PromptId) -> ApiResult<prompts::Prompt> {
    if built_in(id).is_some() {
        return Err(ApiError::conflict(Code::PromptBuiltIn, "A built-in prompt stays as it is. Write another one."));
    }
    let prompt = prompts::lock(tx, id).await.or_not_found(Code::PromptNotFound)?;
    require_default(tenant, prompt.user_id)?;
    Ok(prompt)
}

/// The current prompt, and whether it is in force.
async fn answer(tenant: &Tenant, tx: &mut TenantTx, id: PromptId) -> ApiResult<Prompt> {
    let row = prompts::lock(tx, id).await.or_not_found(Code::PromptNotFound)?;
    let active = prompts::active(tx, row.prompt_type).await?;
    let in_force = active.is_some_and(|active| active.id == id);
    Ok(Prompt { in_force, ..Prompt::of(tenant.organization(), row) })
}

fn changed_meanwhile() -> ApiError {
    ApiError::conflict(Code::RequestStale, "It was changed by somebody else in the meantime.")
}
