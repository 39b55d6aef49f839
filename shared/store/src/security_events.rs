//! The security log: who did what to accounts and access, and from where. Nothing in it was typed by anybody.

use bole_domain::ids::{OrganizationId, UserId};
use uuid::Uuid;

use crate::{Db, StoreResult};

/// Something that happened.
#[derive(Debug)]
pub struct SecurityEvent<'a> {
    /// What.
    pub kind: &'a str,
    /// How it was answered.
    pub status: u16,
    /// By whom, where somebody was signed in.
    pub user: Option<UserId>,
    /// Where, inside an organization.
    pub organization: Option<OrganizationId>,
    /// The network it came from.
    pub source: &'a str,
    /// The id of what it was done to.
    pub subject: Option<&'a str>,
    /// What became of it, in stable words.
    pub detail: Option<&'a str>,
    /// The request, as the other logs name it.
    pub request_id: &'a str,
}

/// Appends an event.
///
/// # Errors
/// When the database does not answer.
pub async fn append(db: &Db, event: &SecurityEvent<'_>) -> StoreResult<()> {
    let SecurityEvent { kind, status, user, organization, source, subject, detail, request_id } = *event;
    sqlx::query!(
        "INSERT INTO security_events (id, kind, status, user_id, organization_id, source, subject, detail, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        Uuid::now_v7(),
        kind,
        i16::try_from(status).unwrap_or_default(),
        user.map(|user| user.0),
        organization.map(|organization| organization.0),
        source,
        subject,
        detail,
        request_id
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}
