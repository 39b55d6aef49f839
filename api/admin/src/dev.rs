//! Captured mail, for local use.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{ClientAddress, Json};
use bole_api_core::state::ApiState;
use bole_store::mailbox::{self, CapturedAttachment, CapturedMail};
use serde::Serialize;
use subtle::ConstantTimeEq;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

bole_api_core::area! { "development": mailbox }

/// Email captured because no SMTP server is configured.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mailbox {
    /// The latest emails, newest first.
    items: Vec<Mail>,
}

/// A captured email.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mail {
    id: Uuid,
    /// The address.
    to: String,
    /// The subject line.
    subject: String,
    /// The plain text part.
    text: String,
    /// The HTML part.
    html: String,
    /// The links in it, in order.
    links: Vec<String>,
    attachments: Vec<MailAttachment>,
    /// When it was captured.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// An attachment of a captured email.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailAttachment {
    /// The file name.
    name: String,
    media_type: String,
    /// Size in bytes.
    size: usize,
    /// Its content, if text.
    text: Option<String>,
}

impl From<CapturedAttachment> for MailAttachment {
    fn from(CapturedAttachment { name, media_type, size, text }: CapturedAttachment) -> Self {
        Self { name, media_type, size, text }
    }
}

impl From<CapturedMail> for Mail {
    fn from(mail: CapturedMail) -> Self {
        let CapturedMail { id, to, subject, text, html, links, attachments, created_at } = mail;
        let attachments = attachments.into_iter().map(Into::into).collect();
        Self { id, to, subject, text, html, links, attachments, created_at }
    }
}

/// The most emails of an answer.
const MAX_MAILS: i64 = 500;

/// The latest captured email. Only in local mode, only from this machine, with the token printed by `bole up`.
#[utoipa::path(get, path = "/api/dev/mailbox", operation_id = "dev_mailbox", security(("mailbox" = [])),
    responses((status = 200, body = Mailbox), (status = 404)))]
pub async fn mailbox(
    State(state): State<ApiState>,
    caller: ClientAddress,
    headers: HeaderMap,
) -> ApiResult<Json<Mailbox>> {
    if !state.config.local || !caller.is_loopback {
        return Err(ApiError::not_found(Code::RequestNotFound));
    }
    let token = &state.config.mailbox_token;
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if token.is_empty() || !given.is_some_and(|given| given.as_bytes().ct_eq(token.as_bytes()).into()) {
        return Err(ApiError::unauthenticated());
    }
    let mut tx = state.db.identity().await?;
    let mails = mailbox::list(&mut tx, MAX_MAILS).await?;
    tx.release();
    Ok(Json(Mailbox { items: mails.into_iter().map(Into::into).collect() }))
}
