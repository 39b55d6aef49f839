//! The members of an organization.

use bole_domain::ids::{MemberId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_store::members;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiResult;
use crate::extract::{Json, Page, Paged, Paging, Tenant};

/// One member.
#[derive(Debug, Serialize, ToSchema)]
pub struct Member {
    /// Identity of the membership.
    id: MemberId,
    /// The user.
    user_id: UserId,
    /// Their address.
    email: String,
    /// Their name.
    full_name: String,
    /// What they are here.
    role: Role,
    /// Who invited them.
    invited_by: Option<UserId>,
    /// When.
    #[serde(with = "time::serde::rfc3339::option")]
    invited_at: Option<OffsetDateTime>,
    /// Since when they belong to it.
    #[serde(with = "time::serde::rfc3339")]
    joined_at: OffsetDateTime,
    /// Whether they still do.
    is_active: bool,
}

impl From<members::Member> for Member {
    fn from(member: members::Member) -> Self {
        let members::Member { id, user_id, email, full_name, role, invited_by, invited_at, joined_at, is_active } =
            member;
        Self { id, user_id, email, full_name, role, invited_by, invited_at, joined_at, is_active }
    }
}

/// The members, active ones first, longest-serving first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/members", operation_id = "list_members",
    tag = "organizations", security(("session" = [])),
    params(("organization_id" = bole_domain::ids::OrganizationId, Path), Paging),
    responses((status = 200, body = Paged<Member>), (status = 401, body = crate::error::Problem),
              (status = 403, body = crate::error::Problem), (status = 404, body = crate::error::Problem)))]
pub async fn list_members(tenant: Tenant, page: Page) -> ApiResult<Json<Paged<Member>>> {
    tenant.require(Permission::MEMBERS_VIEW)?;
    let mut tx = tenant.begin().await?;
    let members = members::list(&mut tx, page.limit, page.offset).await?;
    tx.rollback().await?;
    Ok(Json(Paged::of(members)))
}
