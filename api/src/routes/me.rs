//! What belongs to the signed-in user.

use bole_domain::ids::{MemberId, OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Page;
use bole_store::organizations::{self, Membership};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::organizations::Organization;
use crate::error::ApiResult;
use crate::extract::{Json, Paged, Session};

/// An organization the user belongs to, and as what.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyMembership {
    /// Identity of the membership.
    id: MemberId,
    /// The organization.
    organization_id: OrganizationId,
    /// The user.
    user_id: UserId,
    /// What they are there.
    role: Role,
    /// What they may do, as `resource:action`: their role, as the organization made it, and what they were given beside.
    permissions: Vec<String>,
    /// The pages they find in their menu.
    pages: Vec<Page>,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    joined_at: OffsetDateTime,
    /// The organization, in full.
    organization: Organization,
}

impl From<Membership> for MyMembership {
    fn from(membership: Membership) -> Self {
        let Membership { id, user_id, access, joined_at, organization } = membership;
        let permissions = access.permissions().map(|permission| permission.to_string()).collect();
        Self {
            id,
            organization_id: organization.id,
            user_id,
            role: access.role,
            permissions,
            pages: access.pages().collect(),
            joined_at,
            organization: organization.into(),
        }
    }
}

/// The organizations the user is an active member of, the earliest joined first.
#[utoipa::path(get, path = "/api/me/organizations", operation_id = "my_organizations", tag = "organizations",
    security(("session" = [])),
    responses((status = 200, body = Paged<MyMembership>)))]
pub async fn my_organizations(session: Session) -> ApiResult<Json<Paged<MyMembership>>> {
    let mut tx = session.begin().await?;
    let memberships = organizations::of_user(&mut tx).await?;
    tx.release();
    let total = i64::try_from(memberships.len()).unwrap_or(i64::MAX);
    Ok(Json(Paged::of((memberships, total))))
}
