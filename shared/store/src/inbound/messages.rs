//! Received messages as lists, and what members did with them: a message is read and put away once for everybody.

use std::collections::HashMap;

use bole_domain::ids::{ApplicationId, BatchId, InboundMessageId, JobId, PersonId};
use bole_domain::inbound::{InboundKind, InboundReason, InboundState};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{ListCursor, ListPage, StoreError, StoreResult, TenantTx};

/// A received message as displayed.
#[derive(Debug, Clone)]
pub struct InboundMessage {
    pub id: InboundMessageId,
    pub state: InboundState,
    /// Why it was set aside or rejected.
    pub reason: Option<InboundReason>,
    /// Address of the sender.
    pub sender: String,
    pub sender_name: String,
    pub subject: String,
    pub body: String,
    /// The number of attachments.
    pub files: i32,
    /// The job it was addressed to.
    pub job_id: Option<JobId>,
    pub job_title: Option<String>,
    /// The application of the candidate who replied.
    pub application_id: Option<ApplicationId>,
    /// The candidate.
    pub person_id: Option<PersonId>,
    pub person_name: Option<String>,
    /// The candidate's address.
    pub person_email: Option<String>,
    /// The batch of its files.
    pub batch_id: Option<BatchId>,
    /// Where its files are stored, if a person can read them.
    pub storage_key: Option<String>,
    pub received_at: OffsetDateTime,
    /// When a member first read it.
    pub read_at: Option<OffsetDateTime>,
    /// When a member put it away.
    pub done_at: Option<OffsetDateTime>,
    /// When it was last answered.
    pub answered_at: Option<OffsetDateTime>,
}

struct Row {
    id: Uuid,
    state: String,
    reason: Option<String>,
    sender: String,
    sender_name: String,
    subject: String,
    body: String,
    files: i32,
    job_id: Option<Uuid>,
    job_title: Option<String>,
    application_id: Option<Uuid>,
    person_id: Option<Uuid>,
    person_name: Option<String>,
    person_email: Option<String>,
    batch_id: Option<Uuid>,
    storage_key: Option<String>,
    received_at: OffsetDateTime,
    read_at: Option<OffsetDateTime>,
    done_at: Option<OffsetDateTime>,
    answered_at: Option<OffsetDateTime>,
}

/// Selects messages; the argument continues the statement.
macro_rules! select_messages {
    ($rest:literal, $($argument:expr),* $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"SELECT m.id, m.state, m.reason, m.sender, m.sender_name, m.subject, m.body, m.files, m.job_id,
                      j.title AS "job_title?", m.application_id, a.person_id AS "person_id?", p.name AS "person_name?",
                      p.email AS "person_email?", m.batch_id, m.storage_key, m.received_at, m.read_at, m.done_at,
                      (SELECT max(e.created_at) FROM emails e
                       WHERE e.organization_id = m.organization_id AND e.answered_message_id = m.id
                         AND e.status <> 'failed') AS "answered_at?"
               FROM inbound_messages m
               LEFT JOIN jobs j ON j.organization_id = m.organization_id AND j.id = m.job_id
               LEFT JOIN applications a ON a.organization_id = m.organization_id AND a.id = m.application_id
               LEFT JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id "# + $rest,
            $($argument),*
        )
    };
}

impl TryFrom<Row> for InboundMessage {
    type Error = StoreError;

    fn try_from(row: Row) -> StoreResult<Self> {
        Ok(Self {
            id: InboundMessageId(row.id),
            state: row.state.parse()?,
            reason: row.reason.map(|reason| reason.parse()).transpose()?,
            sender: row.sender,
            sender_name: row.sender_name,
            subject: row.subject,
            body: row.body,
            files: row.files,
            job_id: row.job_id.map(JobId),
            job_title: row.job_title,
            application_id: row.application_id.map(ApplicationId),
            person_id: row.person_id.map(PersonId),
            person_name: row.person_name,
            person_email: row.person_email,
            batch_id: row.batch_id.map(BatchId),
            storage_key: row.storage_key,
            received_at: row.received_at,
            read_at: row.read_at,
            done_at: row.done_at,
            answered_at: row.answered_at,
        })
    }
}

/// One message.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such message.
pub async fn find(tx: &mut TenantTx, id: InboundMessageId) -> StoreResult<InboundMessage> {
    select_messages!("WHERE m.organization_id = $1 AND m.id = $2", tx.organization().0, id.0)
        .fetch_one(tx.conn()?)
        .await?
        .try_into()
}

/// Filter of a list of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct InboundFilter {
    pub application_id: Option<ApplicationId>,
    pub state: Option<InboundState>,
    pub kind: Option<InboundKind>,
    /// Whether they are put away.
    pub is_done: Option<bool>,
}

impl InboundFilter {
    /// The states of its messages; `None` for all.
    fn states(self) -> Option<Vec<&'static str>> {
        let Self { state, kind, .. } = self;
        if state.is_none() && kind.is_none() {
            return None;
        }
        let is_meant =
            |one: &&InboundState| state.is_none_or(|state| state == **one) && (kind.is_none() || one.kind() == kind);
        Some(InboundState::ALL.iter().filter(is_meant).map(|one| one.as_str()).collect())
    }
}

/// A page of messages, newest first, and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: InboundFilter,
    page: ListPage,
) -> StoreResult<(Vec<InboundMessage>, Option<ListCursor>)> {
    let mut ids: Vec<Uuid> = sqlx::query_scalar!(
        "SELECT m.id FROM inbound_messages m
         WHERE m.organization_id = $1 AND ($2::uuid IS NULL OR m.application_id = $2)
           AND ($3::text[] IS NULL OR m.state = ANY ($3)) AND ($4::boolean IS NULL OR (m.done_at IS NOT NULL) = $4)
           AND m.id < coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
         ORDER BY m.id DESC LIMIT $6 OFFSET $7",
        tx.organization().0,
        filter.application_id.map(|id| id.0),
        filter.states() as _,
        filter.is_done,
        page.after.map(|cursor| cursor.id),
        page.rows(),
        page.offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let has_next = page.cut(&mut ids);
    let next = ids.last().filter(|_| has_next).copied().map(ListCursor::by_id);
    let rows = select_messages!("WHERE m.organization_id = $1 AND m.id = ANY ($2)", tx.organization().0, &ids)
        .fetch_all(tx.conn()?)
        .await?;
    let mut found: HashMap<Uuid, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
    let messages =
        ids.iter().filter_map(|id| found.remove(id)).map(InboundMessage::try_from).collect::<StoreResult<_>>()?;
    Ok((messages, next))
}

/// The number of messages, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: InboundFilter, limit: i64) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM inbound_messages
               WHERE organization_id = $1 AND ($2::uuid IS NULL OR application_id = $2)
                 AND ($3::text[] IS NULL OR state = ANY ($3)) AND ($4::boolean IS NULL OR (done_at IS NOT NULL) = $4)
               LIMIT $5) AS counted"#,
        tx.organization().0,
        filter.application_id.map(|id| id.0),
        filter.states() as _,
        filter.is_done,
        limit,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Marks a message as read or unread, and puts it away or back; `None` changes nothing.
///
/// # Errors
/// [`StoreError::NotFound`] when the actor sees no such message.
pub async fn mark(
    tx: &mut TenantTx,
    id: InboundMessageId,
    is_read: Option<bool>,
    is_done: Option<bool>,
) -> StoreResult<()> {
    let marked = sqlx::query!(
        "UPDATE inbound_messages
         SET read_at = CASE WHEN $3::boolean IS NULL THEN read_at WHEN $3 THEN coalesce(read_at, now()) END,
             done_at = CASE WHEN $4::boolean IS NULL THEN done_at WHEN $4 THEN coalesce(done_at, now()) END
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        is_read,
        is_done,
    )
    .execute(tx.conn()?)
    .await?;
    if marked.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The messages that nobody has read yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InboundUnread {
    /// Their number by state.
    pub counts: Vec<(InboundState, i64)>,
    /// The applications with an unread reply, at most as many as asked for.
    pub replied: Vec<ApplicationId>,
}

/// What nobody has read yet, with at most `limit` applications.
pub async fn unread(tx: &mut TenantTx, limit: i64) -> StoreResult<InboundUnread> {
    let rows = sqlx::query!(
        r#"SELECT state, count(*) AS "count!" FROM inbound_messages
           WHERE organization_id = $1 AND read_at IS NULL AND done_at IS NULL AND state <> 'accepted'
           GROUP BY state"#,
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let counts = rows.into_iter().map(|row| Ok((row.state.parse()?, row.count))).collect::<StoreResult<Vec<_>>>()?;
    let replied = sqlx::query_scalar!(
        r#"SELECT DISTINCT application_id AS "application_id!" FROM inbound_messages
           WHERE organization_id = $1 AND read_at IS NULL AND done_at IS NULL AND state <> 'accepted'
             AND state = $2 AND application_id IS NOT NULL
           LIMIT $3"#,
        tx.organization().0,
        InboundState::Reply.as_str(),
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(InboundUnread { counts, replied: replied.into_iter().map(ApplicationId).collect() })
}
