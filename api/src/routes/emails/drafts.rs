//! Drafts of emails as a person writes them.

use axum::http::StatusCode;
use bole_domain::email::{EmailLanguage, EmailType, address_of, recipient_address};
use bole_domain::ids::{ApplicationId, EmailId, OrganizationId};
use bole_store::StoreError;
use bole_store::emails::{self, NewEmail};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EmailView, MAX_BODY, MAX_SUBJECT, require_writer};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Item, Json, Tenant};

/// A draft as far as it is written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDraft {
    /// The application.
    application_id: ApplicationId,
    /// What it is for.
    email_type: EmailType,
    /// The language it is written in; without it as its letters tell.
    language: Option<EmailLanguage>,
    /// The subject line.
    #[serde(default)]
    subject: String,
    /// Plain text.
    #[serde(default)]
    body: String,
}

/// Keeps a draft. One of the same type for the same candidate is written over.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/emails", operation_id = "create_email_draft",
    tag = "emails", params(("organization_id" = OrganizationId, Path)), request_body = NewDraft,
    responses((status = 201, body = EmailView)))]
pub async fn create_email_draft(
    tenant: Tenant,
    Json(NewDraft { application_id, email_type, language, subject, body }): Json<NewDraft>,
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
    emails::put_drafts(&mut tx, &[draft]).await?;
    let draft = emails::draft_of(&mut tx, application_id, email_type).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(draft.into())))
}

/// Changes to a draft; absent stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmailChanges {
    /// The recipient's address.
    to: Option<String>,
    /// The subject line.
    subject: Option<String>,
    /// Plain text.
    body: Option<String>,
}

/// Changes a draft.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/emails/{email_id}", operation_id = "update_email",
    tag = "emails", params(("organization_id" = OrganizationId, Path), ("email_id" = EmailId, Path)),
    request_body = EmailChanges,
    responses((status = 200, body = EmailView)))]
pub async fn update_email(
    tenant: Tenant,
    Item(id): Item<EmailId>,
    Json(EmailChanges { to, subject, body }): Json<EmailChanges>,
) -> ApiResult<Json<EmailView>> {
    require_writer(&tenant)?;
    let mut check = Check::new();
    check.at_most("subject", subject.as_deref().unwrap_or_default(), MAX_SUBJECT);
    check.at_most("body", body.as_deref().unwrap_or_default(), MAX_BODY);
    let to = to.map(|to| recipient_address(&to));
    check.ensure(to != Some(None), "to", Code::EmailRecipientInvalid);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    emails::lock(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    let subject = subject.as_deref().map(str::trim);
    emails::edit_draft(&mut tx, id, to.flatten().as_deref(), subject, body.as_deref()).await.map_err(|error| {
        match error {
            StoreError::Stale => ApiError::conflict(Code::EmailNotDraft, "It is no draft anymore."),
            other => other.into(),
        }
    })?;
    let email = emails::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(email.into()))
}
