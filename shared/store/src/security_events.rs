//! The security log: changes of accounts and access, with their source. It contains no user input.

use bole_domain::ids::{OrganizationId, UserId};
use uuid::Uuid;

use crate::{Db, StoreResult};

#[derive(Debug)]
pub struct SecurityEvent<'a> {
    pub kind: &'a str,
    /// HTTP status of the response.
    pub status: u16,
    /// The signed-in user, if any.
    pub user: Option<UserId>,
    pub organization: Option<OrganizationId>,
    /// The network it came from.
    pub source: &'a str,
    /// The id of the affected object.
    pub subject: Option<&'a str>,
    /// The result, as a stable string.
    pub detail: Option<&'a str>,
    /// The request id used in other logs.
    pub request_id: &'a str,
}

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
