//! For whoever sits at the machine: captured mail.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use bole_store::mailbox::{self, CapturedAttachment, CapturedMail};
use serde::Serialize;
use subtle::ConstantTimeEq;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::{ClientAddress, Json};
use crate::state::ApiState;

/// Mail that no SMTP server is configured for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mailbox {
    /// The latest, newest first.
    items: Vec<Mail>,
}

/// One captured mail.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mail {
    /// Identity.
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
    /// What it carried.
    attachments: Vec<MailAttachment>,
    /// When it was captured.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// What a captured mail carried.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailAttachment {
    /// What it was called.
    name: String,
    /// Its media type.
    media_type: String,
    /// How many bytes it had.
    size: usize,
    /// Its text, where it was text.
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

/// The latest captured mail. Exists in local mode alone, and answers to this machine alone, with the token that `bole up`
/// prints.
#[utoipa::path(get, path = "/api/dev/mailbox", operation_id = "dev_mailbox", tag = "development",
    security(("mailbox" = [])), responses((status = 200, body = Mailbox), (status = 404)))]
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
    let mails = mailbox::list(&mut tx, 200).await?;
    tx.release();
    Ok(Json(Mailbox { items: mails.into_iter().map(Into::into).collect() }))
}
