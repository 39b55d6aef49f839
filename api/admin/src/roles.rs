//! The permissions of each role in an organization.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Item, Json, Paged, ReadTenant, Tenant};
use bole_domain::access::{Grants, PAGES};
use bole_domain::open_enum;
use bole_domain::organization::Role;
use bole_domain::permission::{Action, Page, Permission, Resource};
use bole_store::{TenantTx, roles};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

bole_api_core::area! { "organizations": list_roles, set_role_permissions }

open_enum! {
    /// A resource, or `pages`.
    pub struct GrantedResource: Resource::ALL.iter().map(|resource| resource.as_str()).chain([PAGES])
}

open_enum! {
    /// An action, or the key of a page.
    pub struct GrantedAction: known_actions()
}

fn known_actions() -> impl Iterator<Item = &'static str> {
    let (actions, pages) =
        (Action::ALL.iter().map(|action| action.as_str()), Page::ALL.iter().map(|page| page.as_str()));
    // Some pages are named like an action.
    let pages = pages.filter(|page| !Action::ALL.iter().any(|action| action.as_str() == *page));
    actions.chain(pages)
}

/// The actions on a resource; for the resource `pages`, page keys.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RolePermission {
    /// A resource, or `pages`.
    resource: GrantedResource,
    /// Actions, or page keys.
    actions: Vec<GrantedAction>,
}

fn rows(grants: &Grants) -> Vec<RolePermission> {
    let row = |(resource, actions): (&str, Vec<&str>)| RolePermission {
        resource: GrantedResource(resource.to_owned()),
        actions: actions.into_iter().map(|action| GrantedAction(action.to_owned())).collect(),
    };
    grants.rows().into_iter().map(row).collect()
}

/// A role as customized by the organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoleInOrganization {
    role: Role,
    /// Whether it can be changed; not for owner and admin.
    is_editable: bool,
    /// Whether the organization customized it.
    is_customised: bool,
    /// Its current permissions.
    permissions: Vec<RolePermission>,
    /// Its default permissions.
    defaults: Vec<RolePermission>,
    /// All permissions it could have, in display order; for editable roles.
    grantable: Vec<RolePermission>,
}

async fn read(tx: &mut TenantTx, role: Role) -> ApiResult<RoleInOrganization> {
    let custom = if role.is_admin_level() { None } else { roles::custom(tx, role).await? };
    let defaults = Grants::of(role);
    Ok(RoleInOrganization {
        role,
        is_editable: !role.is_admin_level(),
        is_customised: custom.is_some(),
        permissions: rows(custom.as_ref().unwrap_or(&defaults)),
        defaults: rows(&defaults),
        grantable: rows(&grantable(role)),
    })
}

/// All permissions that are not reserved from the role.
fn grantable(role: Role) -> Grants {
    let mut grants = Grants::of(Role::Owner);
    grants.permissions.retain(|permission| !permission.is_reserved_from(role));
    grants
}

/// The roles and their permissions in this organization, highest first.
#[utoipa::path(get, path = "/roles", responses((status = 200, body = Paged<RoleInOrganization>)))]
pub async fn list_roles(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<Paged<RoleInOrganization>>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    let mut all = Vec::new();
    for role in Role::ALL {
        all.push(read(&mut tx, *role).await?);
    }
    tx.release();
    Ok(Json(Paged::all(all)))
}

/// Permissions for a role.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RolePermissionsInput {
    /// Replaces the current ones; null restores the defaults.
    permissions: Option<Vec<RolePermission>>,
}

/// Sets the permissions of a role in this organization. Applies from the members' next request.
#[utoipa::path(put, path = "/roles/{role}/permissions", params(("role" = Role, Path)),
    responses((status = 200, body = RoleInOrganization)))]
pub async fn set_role_permissions(
    tenant: Tenant,
    Item(role): Item<Role>,
    Json(RolePermissionsInput { permissions }): Json<RolePermissionsInput>,
) -> ApiResult<Json<RoleInOrganization>> {
    tenant.require(Permission::ORGANIZATION_MANAGE)?;
    if role.is_admin_level() {
        return Err(ApiError::forbidden(Code::RoleFixed, "What owners and admins may do is not for changing."));
    }
    let grants = match &permissions {
        None => None,
        Some(rows) => {
            let rows = rows.iter().map(|row| (row.resource.0.as_str(), row.actions.as_slice()));
            let grants = Grants::from_rows(rows)
                .map_err(|_| ApiError::invalid_field("permissions", Code::RolePermissionUnknown))?;
            if grants.permissions.iter().any(|permission| permission.is_reserved_from(role)) {
                return Err(ApiError::invalid_field("permissions", Code::RolePermissionReserved));
            }
            Some(grants)
        }
    };
    let mut tx = tenant.begin().await?;
    roles::set(&mut tx, role, grants.as_ref()).await?;
    let now = read(&mut tx, role).await?;
    tx.commit().await?;
    Ok(Json(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_permission_can_be_granted_again() {
        for role in Role::ALL.iter().filter(|role| !role.is_admin_level()) {
            assert!(Grants::of(*role).permissions.is_subset(&grantable(*role).permissions), "{role}");
        }
    }

    #[test]
    fn permission_editor_lists_every_resource() {
        let shown = rows(&grantable(Role::HrManager));
        assert_eq!(shown.len(), Resource::ALL.len() + 1);
    }
}
