//! Received messages: lists, which are unread, and what members did with them.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, Item, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::totals::List;
use bole_domain::ids::{ApplicationId, BatchId, InboundMessageId, JobId, PersonId};
use bole_domain::inbound::{InboundKind, InboundReason, InboundState};
use bole_domain::permission::Permission;
use bole_store::inbound::{self, InboundFilter};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::emails::require_writer;

bole_api_core::area! { "emails":
    list_inbound_messages, count_unread_messages, get_inbound_message, mark_inbound_message
}

/// The most applications that are named as having an unread reply.
const MAX_REPLIED: i64 = 1_000;

/// Requires permission to email candidates, or to see the settings of the mailbox.
pub fn require_reader(tenant: &Tenant) -> ApiResult<()> {
    if tenant.access.allows(Permission::SETTINGS_VIEW) { Ok(()) } else { require_writer(tenant) }
}

/// A received message.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboundMessage {
    /// The id.
    id: InboundMessageId,
    /// The result.
    state: InboundState,
    /// What it is in the inbox; absent for applications, which are not in it.
    kind: Option<InboundKind>,
    /// Why it was set aside or rejected.
    reason: Option<InboundReason>,
    /// Address of the sender.
    sender: String,
    /// The name.
    sender_name: String,
    /// Its subject.
    subject: String,
    /// Its text.
    body: String,
    /// The number of attachments.
    files: i32,
    /// The job it was addressed to.
    job_id: Option<JobId>,
    /// Its title.
    job_title: Option<String>,
    /// The application it is from or about.
    application_id: Option<ApplicationId>,
    /// The candidate.
    person_id: Option<PersonId>,
    /// The candidate's name.
    person_name: Option<String>,
    /// The candidate's address.
    person_email: Option<String>,
    /// The batch of its files.
    batch_id: Option<BatchId>,
    /// Whether its files can be downloaded.
    has_files: bool,
    /// When it was received.
    #[serde(with = "time::serde::rfc3339")]
    received_at: OffsetDateTime,
    /// When a member first read it.
    #[serde(with = "time::serde::rfc3339::option")]
    read_at: Option<OffsetDateTime>,
    /// When a member put it away.
    #[serde(with = "time::serde::rfc3339::option")]
    done_at: Option<OffsetDateTime>,
    /// When it was last answered.
    #[serde(with = "time::serde::rfc3339::option")]
    answered_at: Option<OffsetDateTime>,
}

impl From<inbound::InboundMessage> for InboundMessage {
    fn from(row: inbound::InboundMessage) -> Self {
        Self {
            id: row.id,
            state: row.state,
            kind: row.state.kind(),
            reason: row.reason,
            sender: row.sender,
            sender_name: row.sender_name,
            subject: row.subject,
            body: row.body,
            files: row.files,
            job_id: row.job_id,
            job_title: row.job_title,
            application_id: row.application_id,
            person_id: row.person_id,
            person_name: row.person_name,
            person_email: row.person_email,
            batch_id: row.batch_id,
            has_files: row.storage_key.is_some(),
            received_at: row.received_at,
            read_at: row.read_at,
            done_at: row.done_at,
            answered_at: row.answered_at,
        }
    }
}

/// Filter of received messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InboundQuery {
    /// Only this application.
    application_id: Option<ApplicationId>,
    /// Only with this result.
    #[param(inline)]
    state: Option<InboundState>,
    /// Only this kind.
    #[param(inline)]
    kind: Option<InboundKind>,
    /// Only those that are put away, or only those that are not.
    is_done: Option<bool>,
}

/// Received messages, newest first.
#[utoipa::path(get, path = "/inbound-messages", params(InboundQuery, CursorPaging),
    responses((status = 200, body = Paged<InboundMessage>)))]
pub async fn list_inbound_messages(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(InboundQuery { application_id, state: came_to, kind, is_done }): Query<InboundQuery>,
    page: CursorPage,
) -> ApiResult<Json<Paged<InboundMessage>>> {
    if application_id.is_some() || kind.is_some() {
        require_writer(&tenant)?;
    } else {
        // With applications, the list shows all senders, which requires access to the settings.
        tenant.require(Permission::SETTINGS_VIEW)?;
    }
    let filter = InboundFilter { application_id, state: came_to, kind, is_done };
    let (found, next) = inbound::list(&mut tx, filter, page.0).await?;
    let total = state.totals.of_cursor_page(&mut tx, List::InboundMessages(filter), page, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total).before(next)))
}

/// The number of messages of each kind that nobody has read yet.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct UnreadMessages {
    /// Replies.
    reply: i64,
    /// Bounces.
    bounce: i64,
    /// Messages that need a person.
    held: i64,
    /// Messages sent by programs.
    automatic: i64,
    /// The applications with an unread reply; at most 1,000.
    application_ids: Vec<ApplicationId>,
}

/// What nobody has read yet in the inbox.
#[utoipa::path(get, path = "/inbound-messages/unread", responses((status = 200, body = UnreadMessages)))]
pub async fn count_unread_messages(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<UnreadMessages>> {
    require_writer(&tenant)?;
    let found = inbound::unread(&mut tx, MAX_REPLIED).await?;
    tx.release();
    let mut unread = UnreadMessages { application_ids: found.replied, ..UnreadMessages::default() };
    for (state, count) in found.counts {
        match state.kind() {
            Some(InboundKind::Reply) => unread.reply += count,
            Some(InboundKind::Bounce) => unread.bounce += count,
            Some(InboundKind::Held) => unread.held += count,
            Some(InboundKind::Automatic) => unread.automatic += count,
            None => {}
        }
    }
    Ok(Json(unread))
}

/// One received message.
#[utoipa::path(get, path = "/inbound-messages/{message_id}", params(("message_id" = InboundMessageId, Path)),
    responses((status = 200, body = InboundMessage)))]
pub async fn get_inbound_message(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<InboundMessageId>,
) -> ApiResult<Json<InboundMessage>> {
    require_writer(&tenant)?;
    let message = inbound::find(&mut tx, id).await.or_not_found(Code::EmailNotFound)?;
    tx.release();
    Ok(Json(message.into()))
}

/// What a member did with a message; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InboundMark {
    /// Whether it counts as read.
    is_read: Option<bool>,
    /// Whether it is put away.
    is_done: Option<bool>,
}

/// Marks a message as read or unread, and puts it away or back, for all members.
#[utoipa::path(patch, path = "/inbound-messages/{message_id}", params(("message_id" = InboundMessageId, Path)),
    responses((status = 200, body = InboundMessage)))]
pub async fn mark_inbound_message(
    tenant: Tenant,
    Item(id): Item<InboundMessageId>,
    Json(InboundMark { is_read, is_done }): Json<InboundMark>,
) -> ApiResult<Json<InboundMessage>> {
    require_writer(&tenant)?;
    let mut tx = tenant.begin().await?;
    inbound::mark(&mut tx, id, is_read, is_done).await.or_not_found(Code::EmailNotFound)?;
    let message = inbound::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(message.into()))
}
