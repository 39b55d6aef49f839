//! Memberships: who belongs to an organization, and as what.

use bole_domain::ids::{MemberId, OrganizationId, UserId};
use bole_domain::organization::Role;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx, UserTx};

/// One member, with who they are.
#[derive(Debug, Clone)]
pub struct Member {
    /// Identity of the membership.
    pub id: MemberId,
    /// The user.
    pub user_id: UserId,
    /// Their address.
    pub email: String,
    /// Their name.
    pub full_name: String,
    /// What they may do.
    pub role: Role,
    /// Who invited them.
    pub invited_by: Option<UserId>,
    /// When.
    pub invited_at: Option<OffsetDateTime>,
    /// Since when they belong to it.
    pub joined_at: OffsetDateTime,
    /// Whether they still do.
    pub is_active: bool,
}

/// The user's role in an organization they are an active member of.
///
/// # Errors
/// `NotFound` where they are not.
pub async fn own_role(tx: &mut UserTx, organization: OrganizationId) -> StoreResult<Role> {
    let user = tx.user();
    let role = sqlx::query_scalar!(
        "SELECT role FROM organization_members WHERE organization_id = $1 AND user_id = $2 AND is_active",
        organization.0,
        user.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(role.parse()?)
}

/// Adds a member.
///
/// # Errors
/// `Constraint("organization_members_user_key")` where they belong to it already.
pub async fn insert(tx: &mut TenantTx, id: MemberId, user: UserId, role: Role) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "INSERT INTO organization_members (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)",
        id.0,
        organization.0,
        user.0,
        role.as_str()
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// A page of the members, longest-serving first, and how many there are.
///
/// # Errors
/// When the database does not answer.
pub async fn list(tx: &mut TenantTx, limit: i64, offset: i64) -> StoreResult<(Vec<Member>, i64)> {
    let organization = tx.organization();
    let rows = sqlx::query!(
        "SELECT m.id, m.user_id, u.email, u.full_name, m.role, m.invited_by, m.invited_at, m.joined_at, m.is_active
         FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1 ORDER BY m.is_active DESC, m.joined_at, m.id LIMIT $2 OFFSET $3",
        organization.0,
        limit,
        offset
    )
    .fetch_all(tx.conn()?)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM organization_members WHERE organization_id = $1",
        organization.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    let members = rows
        .into_iter()
        .map(|row| {
            Ok(Member {
                id: row.id.into(),
                user_id: row.user_id.into(),
                email: row.email,
                full_name: row.full_name,
                role: row.role.parse()?,
                invited_by: row.invited_by.map(Into::into),
                invited_at: row.invited_at,
                joined_at: row.joined_at,
                is_active: row.is_active,
            })
        })
        .collect::<StoreResult<_>>()?;
    Ok((members, total))
}
