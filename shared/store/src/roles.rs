//! An organization's customized roles.

use bole_domain::access::Grants;
use bole_domain::organization::Role;

use crate::{StoreResult, TenantTx};

/// The organization's grants for a role; `None` for the defaults.
pub async fn custom(tx: &mut TenantTx, role: Role) -> StoreResult<Option<Grants>> {
    let organization = tx.organization();
    let rows = sqlx::query!(
        "SELECT resource, actions FROM role_permissions WHERE organization_id = $1 AND role = $2 ORDER BY resource",
        organization.0,
        role.as_str()
    )
    .fetch_all(tx.conn()?)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    Ok(Some(Grants::from_rows(rows.iter().map(|row| (row.resource.as_str(), row.actions.as_slice())))?))
}

/// Sets the grants of a role; `None` restores the defaults. The database rejects it for owner and admin.
pub async fn set(tx: &mut TenantTx, role: Role, grants: Option<&Grants>) -> StoreResult<()> {
    let organization = tx.organization();
    sqlx::query!(
        "DELETE FROM role_permissions WHERE organization_id = $1 AND role = $2",
        organization.0,
        role.as_str()
    )
    .execute(tx.conn()?)
    .await?;
    for (resource, actions) in grants.map(Grants::rows).unwrap_or_default() {
        let actions: Vec<String> = actions.into_iter().map(str::to_owned).collect();
        sqlx::query!(
            "INSERT INTO role_permissions (organization_id, role, resource, actions) VALUES ($1, $2, $3, $4)",
            organization.0,
            role.as_str(),
            resource,
            &actions
        )
        .execute(tx.conn()?)
        .await?;
    }
    Ok(())
}
