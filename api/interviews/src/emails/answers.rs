//! Answers to received emails, with what they answer quoted below.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Claimed, Idempotency, Item, Json, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{Task, accepted};
use bole_domain::email::{EmailLanguage, EmailType, recipient_address};
use bole_domain::ids::{EmailId, InboundMessageId, OrganizationId};
use bole_domain::inbound::{answer_subject, with_quotation};
use bole_store::emails::{self, NewEmail};
use bole_store::inbound::{self, InboundMessage};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{MAX_BODY, queue_one, require_writer};

/// An answer to a received message.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AnswerInput {
    /// Plain text; the message is quoted below it.
    #[serde(default)]
    #[schema(required)]
    body: String,
    /// The earliest sending time.
    #[serde(default, with = "time::serde::rfc3339::option")]
    send_at: Option<OffsetDateTime>,
}

/// Answers a received message of a candidate. The answer moves nobody and marks the message as read; the task completes when
/// it is sent, failed or unknown.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/inbound-messages/{message_id}/answer",
    operation_id = "answer_inbound_message", tag = "emails",
    params(("organization_id" = OrganizationId, Path), ("message_id" = InboundMessageId, Path)),
    request_body = AnswerInput,
    responses((status = 202, body = Task)))]
pub async fn answer_inbound_message(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Item(id): Item<InboundMessageId>,
    Json(input): Json<AnswerInput>,
) -> ApiResult<Response> {
    require_writer(&tenant)?;
    let mut check = Check::new();
    check.text("body", &input.body, MAX_BODY);
    check.finish()?;
    let asked = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let AnswerInput { body, send_at } = input;
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &asked).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let message = inbound::find(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    let to =
        recipient_address(&message.sender).ok_or_else(|| ApiError::invalid_field("to", Code::EmailRecipientInvalid))?;
    let application_id = message.application_id.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    let of = emails::correspondents(&mut tx, &[application_id]).await?.pop();
    let of = of.ok_or_else(|| ApiError::not_found(Code::ApplicationNotFound))?;
    let email = NewEmail {
        id: EmailId::new(),
        application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind: EmailType::Message,
        to,
        subject: answer_subject(&message.subject),
        language: EmailLanguage::of(&body),
        body: with_quotation(&body, &attribution(&message), &message.body),
        engine: None,
        fallback_reason: None,
        reason: None,
        task_id: None,
    };
    let email_id = email.id;
    let request = queue_one(&mut tx, email, send_at).await?;
    emails::set_answered(&mut tx, email_id, id).await?;
    inbound::mark(&mut tx, id, Some(true), None).await?;
    accepted(&state, tx, Some(ticket), request).await
}

/// Who wrote a message, and when.
fn attribution(message: &InboundMessage) -> String {
    let InboundMessage { sender, sender_name, received_at, .. } = message;
    let name = if sender_name.is_empty() { String::new() } else { format!("{sender_name} ") };
    format!("{name}<{sender}>, {}", received_at.date())
}
