//! The members of an organization: roles and assigned jobs.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::auth::limits::{SESSION_ENDINGS, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, Item, Json, Paged, Path, ReadTenant, SecurityNotes, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{JobId, MemberId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_store::members::{self, Member};
use bole_store::{TenantTx, invitations, organizations, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

bole_api_core::area! { "organizations":
    list_members, update_member, deactivate_member, get_member_jobs, set_member_jobs, end_member_sessions
}

/// The members, active ones first, then earliest joined first.
#[utoipa::path(get, path = "/members", params(CursorPaging), responses((status = 200, body = Paged<Member>)))]
pub async fn list_members(
    ReadTenant { tenant, mut tx }: ReadTenant,
    CursorPage(page): CursorPage,
) -> ApiResult<Json<Paged<Member>>> {
    tenant.require(Permission::MEMBERS_VIEW)?;
    let (members, total, next) = members::list(&mut tx, page).await?;
    tx.release();
    Ok(Json(Paged::of((members, total)).before(next)))
}

/// An update of a member; absent fields stay unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct MemberChanges {
    /// A new role, at most the caller's own.
    role: Option<Role>,
    /// False deactivates, true reactivates.
    is_active: Option<bool>,
    /// Permissions in addition to those of the role, as `resource:action`, among those the caller has; replaces the
    /// current ones. If absent, a lower role removes them.
    #[schema(value_type = Option<Vec<Permission>>)]
    permissions: Option<Vec<String>>,
}

/// Changes a member's role, or deactivates or reactivates them. Applies from their next request.
#[utoipa::path(patch, path = "/members/{member_id}", params(("member_id" = MemberId, Path)),
    responses((status = 200, body = Member)))]
pub async fn update_member(
    tenant: Tenant,
    notes: SecurityNotes,
    Item(id): Item<MemberId>,
    Json(changes): Json<MemberChanges>,
) -> ApiResult<Json<Member>> {
    tenant.require(Permission::MEMBERS_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let member = change(&tenant, &mut tx, id, changes).await?;
    tx.commit().await?;
    notes.detail(format!("{} {}", member.role, if member.is_active { "active" } else { "inactive" }));
    Ok(Json(member))
}

/// Deactivates a member, or leaves the organization if it is the caller's own membership. Their actions stay.
#[utoipa::path(delete, path = "/members/{member_id}", params(("member_id" = MemberId, Path)),
    responses((status = 204)))]
pub async fn deactivate_member(tenant: Tenant, Item(id): Item<MemberId>) -> ApiResult<StatusCode> {
    let mut tx = tenant.begin().await?;
    if members::of_user(&mut tx, tenant.user_id()).await? != id {
        tenant.require(Permission::MEMBERS_MANAGE)?;
    }
    change(&tenant, &mut tx, id, MemberChanges { is_active: Some(false), ..MemberChanges::default() }).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn change(
    tenant: &Tenant,
    tx: &mut TenantTx,
    id: MemberId,
    MemberChanges { role, is_active, permissions }: MemberChanges,
) -> ApiResult<Member> {
    // Locked to the end, so that the last owners cannot leave concurrently and two members cannot take the last seat.
    let limits = organizations::lock_limits(tx).await.or_not_found(Code::OrganizationNotFound)?;
    let before = members::find(tx, id).await.or_not_found(Code::MemberNotFound)?;
    let role = role.unwrap_or(before.role);
    let is_active = is_active.unwrap_or(before.is_active);
    if !tenant.role().reaches(before.role) || !tenant.role().reaches(role) {
        return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "That reaches above your own role."));
    }
    let leaves_owners = before.is_active && before.role == Role::Owner && (role != Role::Owner || !is_active);
    if leaves_owners && !members::has_other_owner(tx, id).await? {
        return Err(ApiError::conflict(Code::MemberLastOwner, "An organization keeps an owner."));
    }
    if is_active && !before.is_active && members::count_active(tx).await? >= i64::from(limits.max_users) {
        return Err(no_seat(limits.max_users));
    }
    let permissions = match permissions {
        Some(permissions) => extra_permissions(tenant, role, &permissions)?,
        None if role > before.role => Vec::new(),
        None => before.permissions,
    };
    members::change(tx, id, role, &permissions, is_active).await?;
    if is_active && !before.is_active {
        invitations::expire_to(tx, &before.email).await?;
    }
    let access = members::active_access(tx, before.user_id).await?.filter(|own| own.allows(Permission::MEMBERS_CREATE));
    let reaches = |other: &Role| access.as_ref().is_some_and(|own| own.role.reaches(*other));
    let reached: Vec<Role> = Role::ALL.iter().copied().filter(reaches).collect();
    invitations::expire_from(tx, before.user_id, &reached).await?;
    members::find(tx, id).await.or_not_found(Code::MemberNotFound)
}

/// Ends all sessions of an active member, for example after losing a device.
#[utoipa::path(delete, path = "/members/{member_id}/sessions", params(("member_id" = MemberId, Path)),
    responses((status = 204)))]
pub async fn end_member_sessions(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(MemberPath { member_id }): Path<MemberPath>,
) -> ApiResult<StatusCode> {
    tenant.require(Permission::MEMBERS_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let member = members::find(&mut tx, member_id).await.or_not_found(Code::MemberNotFound)?;
    if !tenant.role().reaches(member.role) {
        return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "That reaches above your own role."));
    }
    // The sessions are those of an account, which no longer belongs to the organization once its member has left.
    if !member.is_active {
        return Err(ApiError::conflict(Code::MemberInactive, "The member is not active any more."));
    }
    count_all(&state.db, &[(&SESSION_ENDINGS, &member_id.to_string())], Code::RequestTooMany).await?;
    let mut tx = tx.into_identity().await?;
    sessions::revoke_all(&mut tx, member.user_id, None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The path of a member.
#[derive(Debug, Deserialize)]
pub struct MemberPath {
    member_id: MemberId,
}

/// All seats of the plan are taken.
pub(super) fn no_seat(max_users: i32) -> ApiError {
    ApiError::conflict(Code::OrganizationUserLimitReached, format!("The plan allows {max_users} members."))
}

/// Additional permissions: known, not reserved, and held by the caller.
pub(super) fn extra_permissions(tenant: &Tenant, role: Role, permissions: &[String]) -> ApiResult<Vec<Permission>> {
    let refused = |code| ApiError::invalid_field("permissions", code);
    let mut read = Vec::new();
    for permission in permissions {
        let permission: Permission = permission.parse().map_err(|_| refused(Code::RolePermissionUnknown))?;
        if permission.is_reserved_from(role) {
            return Err(refused(Code::RolePermissionReserved));
        }
        if !tenant.access.allows(permission) {
            return Err(refused(Code::InvitationPermissionAboveOwn));
        }
        read.push(permission);
    }
    Ok(read)
}

/// The jobs assigned to a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberJobs {
    /// Whether their role can access every job, assigned or not.
    all: bool,
    /// The assigned jobs.
    job_ids: Vec<JobId>,
}

/// The jobs assigned to a member.
#[utoipa::path(get, path = "/members/{member_id}/jobs", params(("member_id" = MemberId, Path)),
    responses((status = 200, body = MemberJobs)))]
pub async fn get_member_jobs(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<MemberId>,
) -> ApiResult<Json<MemberJobs>> {
    tenant.require(Permission::MEMBERS_VIEW)?;
    let member = members::find(&mut tx, id).await.or_not_found(Code::MemberNotFound)?;
    let job_ids = members::jobs(&mut tx, id).await?;
    tx.release();
    Ok(Json(MemberJobs { all: member.role.sees_all_jobs(), job_ids }))
}

/// The jobs to assign to a member.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MemberJobsInput {
    /// Replaces the current ones.
    job_ids: Vec<JobId>,
}

/// Sets the jobs assigned to a member. Applies from their next request.
#[utoipa::path(put, path = "/members/{member_id}/jobs", params(("member_id" = MemberId, Path)),
    responses((status = 200, body = MemberJobs)))]
pub async fn set_member_jobs(
    tenant: Tenant,
    Item(id): Item<MemberId>,
    Json(MemberJobsInput { job_ids }): Json<MemberJobsInput>,
) -> ApiResult<Json<MemberJobs>> {
    tenant.require(Permission::MEMBERS_MANAGE)?;
    let mut tx = tenant.begin().await?;
    let member = members::find(&mut tx, id).await.or_not_found(Code::MemberNotFound)?;
    if !tenant.role().reaches(member.role) {
        return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "That reaches above your own role."));
    }
    members::set_jobs(&mut tx, id, &job_ids).await.on_constraint("member_jobs_organization_id_job_id_fkey", || {
        ApiError::invalid_field("job_ids", Code::JobNotFound)
    })?;
    let job_ids = members::jobs(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(MemberJobs { all: member.role.sees_all_jobs(), job_ids }))
}
