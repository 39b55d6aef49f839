//! Email drafts written by members.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::email::{EmailLanguage, EmailStatus, EmailType, address_of, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId};
use bole_store::StoreError;
use bole_store::emails::{self, EmailEdit, NewEmail};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{EmailView, MAX_BODY, MAX_SUBJECT, require_writer};

/// A draft to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDraft {
    /// The application.
    application_id: ApplicationId,
    /// The type of the email.
    email_type: EmailType,
    /// The language; detected from the text if absent.
    language: Option<EmailLanguage>,
    /// The subject line.
    #[serde(default)]
    subject: String,
    /// Plain text.
    #[serde(default)]
    body: String,
    /// The version it replaces, 0 for none; any if absent.
    version: Option<i32>,
}

/// Saves a draft, replacing one of the same type for the same application. 409 `request.stale` if its version
/// differs.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails", operation_id = "create_email_draft",
    tag = "emails", params(("organization_id" = OrganizationId, Path)), request_body = NewDraft,
    responses((status = 201, body = EmailView)))]
pub async fn create_email_draft(
    tenant: Tenant,
    Json(NewDraft { application_id, email_type, language, subject, body, version }): Json<NewDraft>,
) -> ApiResult<(StatusCode, Json<EmailView>)> {
    require_writer(&tenant)?;
    let mut check = Check::new();
    check.at_most("subject", &subject, MAX_SUBJECT).at_most("body", &body, MAX_BODY);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let of = emails::correspondents(&mut tx, &[application_id]).await?.pop();
    let of = of.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    let draft = NewEmail {
        id: EmailId::new(),
        application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: email_type,
        to: address_of(of.email.as_deref(), of.contact.as_deref()).unwrap_or_default(),
        language: language.unwrap_or_else(|| EmailLanguage::of(&body)),
        subject: subject.trim().to_owned(),
        body,
        engine: None,
        fallback_reason: None,
        reason: None,
        task_id: None,
    };
    let kept = emails::keep_draft(&mut tx, draft, version).await;
    if let Err(StoreError::Stale) = kept {
        let current = emails::draft_of(&mut tx, application_id, email_type).await?;
        return Err(ApiError::stale(&EmailView::from(current)));
    }
    kept?;
    let draft = emails::draft_of(&mut tx, application_id, email_type).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(draft.into())))
}

/// An update of an email; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmailChanges {
    /// The version the update is based on; any if absent.
    version: Option<i32>,
    /// The recipient's address.
    to: Option<String>,
    /// The subject line; may only be empty in a draft.
    subject: Option<String>,
    /// Plain text; may only be empty in a draft.
    body: Option<String>,
    /// The new sending time of a scheduled email.
    #[serde(default, with = "time::serde::rfc3339::option")]
    send_at: Option<OffsetDateTime>,
}

/// Updates a draft or a scheduled email. 409 `request.stale` if it changed meanwhile, `email.not_draft` if it is
/// being sent or done.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/emails/{email_id}", operation_id = "update_email",
    tag = "emails", params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    request_body = EmailChanges,
    responses((status = 200, body = EmailView)))]
pub async fn update_email(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<EmailId>,
    Json(EmailChanges { version, to, subject, body, send_at }): Json<EmailChanges>,
) -> ApiResult<Json<EmailView>> {
    require_writer(&tenant)?;
    let mut check = Check::new();
    check.at_most("subject", subject.as_deref().unwrap_or_default(), MAX_SUBJECT);
    check.at_most("body", body.as_deref().unwrap_or_default(), MAX_BODY);
    let to = to.map(|to| recipient_address(&to));
    check.ensure(to != Some(None), "to", Code::EmailRecipientInvalid);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let email = emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    if version.is_some_and(|version| version != email.version) {
        return Err(ApiError::stale(&EmailView::from(email)));
    }
    let (to, subject) = (to.flatten(), subject.as_deref().map(str::trim));
    if email.status == EmailStatus::Queued {
        let is_blank = |text: Option<&str>| text.is_some_and(|text| text.trim().is_empty());
        let mut check = Check::new();
        check.ensure(!is_blank(subject), "subject", Code::FieldRequired);
        check.ensure(!is_blank(body.as_deref()), "body", Code::FieldRequired);
        check.finish()?;
    }
    let edit = EmailEdit { to: to.as_deref(), subject, body: body.as_deref(), send_at };
    emails::edit(&mut tx, &email, edit).await.map_err(|error| match error {
        StoreError::Stale => ApiError::conflict(Code::EmailNotDraft, "It is neither a draft nor waiting for its time."),
        other => other.into(),
    })?;
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    if send_at.is_some() {
        state.signals.wake();
    }
    Ok(Json(email.into()))
}
