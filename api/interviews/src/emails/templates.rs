//! Built-in templates, filled in for one candidate at once.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Json, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::ids::{ApplicationId, OrganizationId, UserId};
use bole_mail::{CandidateMail, Draft};
use bole_store::emails;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::generating::MAX_LINK;
use super::require_writer;
use crate::booking::{self, InvitingInterviewer};

/// An email whose template is filled in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateInput {
    /// The application.
    application_id: ApplicationId,
    /// The type of the email.
    email_type: EmailType,
    /// The language; without it that of the last email sent to the candidate, else `defaultLanguage`.
    language: Option<EmailLanguage>,
    /// The language for candidates who were not written to; detected from the job's title if absent.
    default_language: Option<EmailLanguage>,
    /// The member whose free slots an invitation links to; as for generated emails if absent.
    interviewer_id: Option<UserId>,
    /// The booking link, instead of one to free slots.
    calendar_link: Option<String>,
}

/// A filled in template.
#[derive(Debug, Serialize, ToSchema)]
pub struct FilledTemplate {
    /// The subject line.
    subject: String,
    /// Plain text.
    body: String,
    /// The language.
    language: EmailLanguage,
}

/// Fills in the built-in template of an email. Nothing is saved except the booking link of an invitation.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/email-template",
    operation_id = "fill_email_template", tag = "emails", params(("organization_id" = OrganizationId, Path)),
    request_body = TemplateInput,
    responses((status = 200, body = FilledTemplate)))]
pub async fn fill_email_template(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<TemplateInput>,
) -> ApiResult<Json<FilledTemplate>> {
    require_writer(&tenant)?;
    let TemplateInput { application_id, email_type, language, default_language, interviewer_id, calendar_link } = input;
    let link = calendar_link.unwrap_or_default();
    let mut check = Check::new();
    check.at_most("calendarLink", &link, MAX_LINK);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let of = emails::correspondents(&mut tx, &[application_id]).await?.pop();
    let of = of.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    if let Some(chosen) = interviewer_id {
        booking::check_interviewer(&mut tx, "interviewerId", chosen).await?;
    }
    let link = if link.trim().is_empty() {
        let interviewer = InvitingInterviewer { chosen: interviewer_id, otherwise: tenant.user_id() };
        let items = [(application_id, email_type)];
        let links = booking::invitation_links(&mut tx, &state.config.public_url, interviewer, &items).await?;
        links.into_iter().next().map(|(_, link)| link).unwrap_or_default()
    } else {
        link
    };
    let language = match language {
        Some(language) => language,
        None => {
            let last = emails::last_language(&mut tx, application_id).await?;
            last.or(default_language).unwrap_or_else(|| EmailLanguage::of(&of.job_title))
        }
    };
    let mail = CandidateMail {
        kind: email_type,
        language,
        candidate: &of.name,
        job: &of.job_title,
        company: &of.company,
        recruiter: &of.recruiter,
        link: &link,
        address: of.onsite_address.as_deref().unwrap_or_default(),
    };
    let Draft { subject, body } = mail.draft().map_err(|error| ApiError::internal(&error))?;
    tx.commit().await?;
    Ok(Json(FilledTemplate { subject, body, language }))
}
