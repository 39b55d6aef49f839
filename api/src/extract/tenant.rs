//! The organization in the path, once the caller is known to belong to it.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use bole_domain::access::Access;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_store::{Actor, TenantTx};

use super::Session;
use super::session::live;
use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::state::ApiState;

/// A member acting in `{organization_id}`. Not a member, or no such organization: 404 `organization.not_found`.
pub struct Tenant {
    /// Their session.
    pub session: Session,
    /// What they may do here.
    pub access: Access,
    actor: Actor,
    state: ApiState,
}

impl Tenant {
    /// The organization.
    #[must_use]
    pub const fn organization(&self) -> OrganizationId {
        self.actor.organization
    }

    /// The user.
    #[must_use]
    pub const fn user_id(&self) -> UserId {
        self.session.user.id
    }

    /// What they are here.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.access.role
    }

    /// Who acts, for opening transactions elsewhere.
    #[must_use]
    pub const fn actor(&self) -> &Actor {
        &self.actor
    }

    /// A transaction inside the organization. Commit it, or roll it back where nothing changed.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn begin(&self) -> ApiResult<TenantTx> {
        Ok(self.state.db.tenant(&self.actor).await?)
    }

    /// Goes on only with this permission.
    ///
    /// # Errors
    /// 403 `permission.denied`.
    pub fn require(&self, permission: Permission) -> ApiResult<()> {
        if self.access.allows(permission) {
            return Ok(());
        }
        Err(ApiError::forbidden(Code::PermissionDenied, format!("This needs the permission {permission}.")))
    }
}

impl FromRequestParts<ApiState> for Tenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let organization: Option<OrganizationId> = path_id(parts, state, "organization_id").await;
        let (session, access) = live(parts, state, organization).await?;
        let (Some(organization), Some(access)) = (organization, access) else {
            return Err(ApiError::not_found(Code::OrganizationNotFound));
        };
        let actor = Actor::person(organization, session.user_id(), access.role);
        Ok(Self { session, access, actor, state: state.clone() })
    }
}

/// An id in the path, by its parameter's name.
pub(super) async fn path_id<T: std::str::FromStr>(parts: &mut Parts, state: &ApiState, name: &str) -> Option<T> {
    let params = RawPathParams::from_request_parts(parts, state).await.ok()?;
    params.iter().find(|(key, _)| *key == name)?.1.parse().ok()
}
