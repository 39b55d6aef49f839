//! The signed-in user's memberships.

use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, Paged, Session};
use bole_domain::ids::{MemberId, OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::{Page, Permission};
use bole_store::organizations::{self, Membership, Organization};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

bole_api_core::area! { "organizations": my_organizations }

/// A membership of the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyMembership {
    /// Id of the membership.
    id: MemberId,
    organization_id: OrganizationId,
    user_id: UserId,
    /// The role in this organization.
    role: Role,
    /// Permissions as `resource:action`: those of the role, as customized by the organization, and individual ones.
    permissions: Vec<Permission>,
    /// The pages shown in the menu.
    pages: Vec<Page>,
    /// The number of jobs assigned to them; null if their role can access all.
    assigned_jobs: Option<i64>,
    /// When they joined.
    #[serde(with = "time::serde::rfc3339")]
    joined_at: OffsetDateTime,
    organization: Organization,
}

impl From<Membership> for MyMembership {
    fn from(membership: Membership) -> Self {
        let Membership { id, user_id, access, jobs, joined_at, organization } = membership;
        let permissions = access.permissions().collect();
        Self {
            id,
            organization_id: organization.id,
            user_id,
            role: access.role,
            permissions,
            pages: access.pages().collect(),
            assigned_jobs: (!access.role.sees_all_jobs()).then_some(jobs),
            joined_at,
            organization,
        }
    }
}

/// The user's active memberships, earliest joined first.
#[utoipa::path(get, path = "/api/me/organizations", security(("session" = [])),
    responses((status = 200, body = Paged<MyMembership>)))]
pub async fn my_organizations(session: Session) -> ApiResult<Json<Paged<MyMembership>>> {
    let mut tx = session.begin().await?;
    let memberships = organizations::of_user(&mut tx).await?;
    tx.release();
    let total = i64::try_from(memberships.len()).unwrap_or(i64::MAX);
    Ok(Json(Paged::of((memberships, total))))
}
