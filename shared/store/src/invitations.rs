//! Invitations to an organization, and their links.

use bole_domain::ids::{InvitationId, JobId, OrganizationId, UserId};
use bole_domain::organization::{InvitationStatus, Role};
use bole_domain::permission::Permission;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{Db, ListCursor, ListPage, StoreResult, TenantTx, UserTx};

/// An invitation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Invitation {
    pub id: InvitationId,
    pub organization_id: OrganizationId,
    /// The recipient's address.
    pub email: String,
    pub role: Role,
    /// Permissions in addition to those of the role, as `resource:action`.
    pub permissions: Vec<Permission>,
    /// The jobs they are assigned to when they accept.
    pub job_ids: Vec<JobId>,
    /// `pending`, `expired`, `declined` or `accepted`.
    pub status: InvitationStatus,
    /// The inviting user.
    pub invited_by: Option<UserId>,
    pub invited_by_name: Option<String>,
    /// Email address.
    pub invited_by_email: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub sent_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// An invitation to create.
#[derive(Debug)]
pub struct NewInvitation<'a> {
    pub id: InvitationId,
    /// Lower case.
    pub email: &'a str,
    pub role: Role,
    /// Permissions in addition to those of the role.
    pub permissions: &'a [Permission],
    /// The jobs to assign at acceptance.
    pub jobs: &'a [JobId],
    pub invited_by: UserId,
    pub expires_at: OffsetDateTime,
}

/// Creates an invitation, replacing an expired or declined one to the same address.
///
/// # Errors
/// `Constraint("organization_invitations_open_key")` if the address has an open one.
pub async fn insert(tx: &mut TenantTx, new: &NewInvitation<'_>) -> StoreResult<()> {
    let organization = tx.organization();
    let NewInvitation { id, email, role, permissions, jobs, invited_by, expires_at } = *new;
    let jobs: Vec<_> = jobs.iter().map(|job| job.0).collect();
    let permissions: Vec<String> = permissions.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "DELETE FROM organization_invitations
         WHERE organization_id = $1 AND email = $2 AND accepted_at IS NULL
           AND (declined_at IS NOT NULL OR expires_at <= now())",
        organization.0,
        email
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "INSERT INTO organization_invitations (id, organization_id, email, role, permissions, invited_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id.0,
        organization.0,
        email,
        role.as_str(),
        &permissions,
        invited_by.0,
        expires_at
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "INSERT INTO invitation_jobs (organization_id, invitation_id, job_id)
         SELECT $1, $2, job FROM unnest($3::uuid[]) AS job ON CONFLICT DO NOTHING",
        organization.0,
        id.0,
        &jobs
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A page of invitations with this status, else of all that were not accepted, last sent first, their total number, and the
/// cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    status: Option<InvitationStatus>,
    page: ListPage,
) -> StoreResult<(Vec<Invitation>, i64, Option<ListCursor>)> {
    let (organization, status) = (tx.organization(), status.map(InvitationStatus::as_str));
    let mut found = sqlx::query_as!(
        Invitation,
        r#"SELECT i.id, i.organization_id, i.email, i.role AS "role: _", i.permissions AS "permissions: _",
                  i.invited_by AS "invited_by: _", u.full_name AS "invited_by_name?", u.email AS "invited_by_email?",
                  i.sent_at, i.expires_at, i.created_at,
                  CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.declined_at IS NOT NULL THEN 'declined'
                       WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS "status!: _",
                  array(SELECT j.job_id FROM invitation_jobs j
                        WHERE j.organization_id = i.organization_id AND j.invitation_id = i.id ORDER BY j.job_id)
                      AS "job_ids!: _"
           FROM organization_invitations i LEFT JOIN users u ON u.id = i.invited_by
           WHERE i.organization_id = $1
             AND CASE WHEN i.accepted_at IS NOT NULL THEN $4 = 'accepted'
                      WHEN i.declined_at IS NOT NULL THEN coalesce($4, 'declined') = 'declined'
                      WHEN i.expires_at <= now() THEN coalesce($4, 'expired') = 'expired'
                      ELSE coalesce($4, 'pending') = 'pending' END
             AND ($5::timestamptz IS NULL OR (i.sent_at, i.id) < ($5, $6::uuid))
           ORDER BY i.sent_at DESC, i.id DESC LIMIT $2 OFFSET $3"#,
        organization.0,
        page.rows(),
        page.offset,
        status,
        page.after.and_then(ListCursor::at),
        page.after.map(|cursor| cursor.id),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let has_next = page.cut(&mut found);
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM organization_invitations
           WHERE organization_id = $1
             AND CASE WHEN accepted_at IS NOT NULL THEN $2 = 'accepted'
                      WHEN declined_at IS NOT NULL THEN coalesce($2, 'declined') = 'declined'
                      WHEN expires_at <= now() THEN coalesce($2, 'expired') = 'expired'
                      ELSE coalesce($2, 'pending') = 'pending' END"#,
        organization.0,
        status
    )
    .fetch_one(tx.conn()?);
    let total = page.total(found.len(), count).await?;
    let next = found.last().filter(|_| has_next).map(|last| ListCursor::by_time(last.sent_at, last.id.0));
    Ok((found, total, next))
}

/// The number of invitations that can still be accepted.
pub async fn count_pending(tx: &mut TenantTx) -> StoreResult<i64> {
    let organization = tx.organization();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM organization_invitations
           WHERE organization_id = $1 AND accepted_at IS NULL AND declined_at IS NULL AND expires_at > now()"#,
        organization.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// One invitation.
pub async fn find(tx: &mut TenantTx, id: InvitationId) -> StoreResult<Invitation> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Invitation,
        r#"SELECT i.id, i.organization_id, i.email, i.role AS "role: _", i.permissions AS "permissions: _",
                  i.invited_by AS "invited_by: _", u.full_name AS "invited_by_name?", u.email AS "invited_by_email?",
                  i.sent_at, i.expires_at, i.created_at,
                  CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.declined_at IS NOT NULL THEN 'declined'
                       WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS "status!: _",
                  array(SELECT j.job_id FROM invitation_jobs j
                        WHERE j.organization_id = i.organization_id AND j.invitation_id = i.id ORDER BY j.job_id)
                      AS "job_ids!: _"
           FROM organization_invitations i LEFT JOIN users u ON u.id = i.invited_by
           WHERE i.organization_id = $1 AND i.id = $2"#,
        organization.0,
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// One invitation, locked until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: InvitationId) -> StoreResult<Invitation> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Invitation,
        r#"SELECT i.id, i.organization_id, i.email, i.role AS "role: _", i.permissions AS "permissions: _",
                  i.invited_by AS "invited_by: _", u.full_name AS "invited_by_name?", u.email AS "invited_by_email?",
                  i.sent_at, i.expires_at, i.created_at,
                  CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.declined_at IS NOT NULL THEN 'declined'
                       WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS "status!: _",
                  array(SELECT j.job_id FROM invitation_jobs j
                        WHERE j.organization_id = i.organization_id AND j.invitation_id = i.id ORDER BY j.job_id)
                      AS "job_ids!: _"
           FROM organization_invitations i LEFT JOIN users u ON u.id = i.invited_by
           WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE OF i"#,
        organization.0,
        id.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// A link to an invitation.
#[derive(Debug)]
pub struct Link {
    pub invitation: InvitationId,
    /// Whether it was emailed, so that opening it proves ownership of the address.
    pub mailed: bool,
}

/// The link with this hash.
pub async fn link(tx: &mut TenantTx, token_hash: &[u8]) -> StoreResult<Link> {
    let organization = tx.organization();
    Ok(sqlx::query_as!(
        Link,
        "SELECT invitation_id AS invitation, mailed FROM invitation_links WHERE organization_id = $1 AND token_hash = $2",
        organization.0,
        token_hash,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Adds a link to an invitation; earlier links stay valid.
pub async fn add_link(tx: &mut TenantTx, id: InvitationId, token_hash: &[u8], mailed: bool) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "INSERT INTO invitation_links (token_hash, organization_id, invitation_id, mailed) VALUES ($1, $2, $3, $4)",
        token_hash,
        organization.0,
        id.0,
        mailed
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Renews an invitation that is sent again, in the sender's name. Links of an expired one stay invalid.
pub async fn renew(tx: &mut TenantTx, id: InvitationId, expires_at: OffsetDateTime, by: UserId) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "DELETE FROM invitation_links l USING organization_invitations i
         WHERE i.organization_id = $1 AND i.id = $2 AND i.expires_at <= now()
           AND l.organization_id = i.organization_id AND l.invitation_id = i.id",
        organization.0,
        id.0
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE organization_invitations SET sent_at = now(), expires_at = $3, invited_by = $4
         WHERE organization_id = $1 AND id = $2",
        organization.0,
        id.0,
        expires_at,
        by.0
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Expires a user's open invitations to roles outside `allowed`.
pub async fn expire_from(tx: &mut TenantTx, user: UserId, allowed: &[Role]) -> StoreResult<()> {
    let organization = tx.organization();
    let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "UPDATE organization_invitations SET expires_at = now()
         WHERE organization_id = $1 AND invited_by = $2 AND role <> ALL ($3)
           AND accepted_at IS NULL AND declined_at IS NULL AND expires_at > now()",
        organization.0,
        user.0,
        &allowed
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Expires open invitations to a lower-case address.
pub async fn expire_to(tx: &mut TenantTx, email: &str) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "UPDATE organization_invitations SET expires_at = now()
         WHERE organization_id = $1 AND email = $2
           AND accepted_at IS NULL AND declined_at IS NULL AND expires_at > now()",
        organization.0,
        email
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The organizations with open invitations that expire until then.
pub async fn organizations_with_open_before(db: &Db, until: OffsetDateTime) -> StoreResult<Vec<OrganizationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT DISTINCT organization_id AS "organization_id: OrganizationId" FROM organization_invitations
         WHERE accepted_at IS NULL AND declined_at IS NULL AND expires_at > now() AND expires_at <= $1"#,
        until,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}

/// Expires open invitations that expire until then.
pub async fn expire_before(tx: &mut TenantTx, until: OffsetDateTime) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "UPDATE organization_invitations SET expires_at = now()
         WHERE organization_id = $1 AND accepted_at IS NULL AND declined_at IS NULL
           AND expires_at > now() AND expires_at <= $2",
        organization.0,
        until
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Records the invited person's answer.
pub async fn answer(tx: &mut TenantTx, id: InvitationId, accepted: bool) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "UPDATE organization_invitations
         SET accepted_at = CASE WHEN $3 THEN now() END, declined_at = CASE WHEN NOT $3 THEN now() END
         WHERE organization_id = $1 AND id = $2",
        organization.0,
        id.0,
        accepted
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Deletes an invitation and its links.
pub async fn delete(tx: &mut TenantTx, id: InvitationId) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!("DELETE FROM organization_invitations WHERE organization_id = $1 AND id = $2", organization.0, id.0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// An invitation to the user's own address.
#[derive(Debug, Clone)]
pub struct OwnInvitation {
    pub id: InvitationId,
    pub organization: OrganizationId,
}

/// The open invitations to the user's confirmed address, oldest first.
pub async fn own_pending(tx: &mut UserTx) -> StoreResult<Vec<OwnInvitation>> {
    Ok(sqlx::query_as!(
        OwnInvitation,
        "SELECT id, organization_id AS organization FROM organization_invitations
         WHERE accepted_at IS NULL AND declined_at IS NULL AND expires_at > now() ORDER BY created_at, id LIMIT 100",
    )
    .fetch_all(tx.conn()?)
    .await?)
}
