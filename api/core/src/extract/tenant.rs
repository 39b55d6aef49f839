//! The organization in the path, for its members.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use bole_domain::access::Access;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::Role;
use bole_domain::permission::Permission;
use bole_store::{Actor, TenantTx, sessions};

use super::Session;
use super::session::{live, token};
use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::SecurityNotes;
use crate::state::ApiState;

/// A member acting in `{organization_id}`. Not a member, or no such organization: 404 `organization.not_found`.
pub struct Tenant {
    pub session: Session,
    /// Their access in this organization.
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

    /// Their role.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.access.role
    }

    /// The actor, for opening transactions elsewhere.
    #[must_use]
    pub const fn actor(&self) -> &Actor {
        &self.actor
    }

    /// A transaction inside the organization. Commit it, or release it if nothing changed.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn begin(&self) -> ApiResult<TenantTx> {
        Ok(self.state.db.tenant(&self.actor).await?)
    }

    /// Requires this permission.
    ///
    /// # Errors
    /// 403 `permission.denied`.
    pub fn require(&self, permission: Permission) -> ApiResult<()> {
        if self.access.allows(permission) {
            return Ok(());
        }
        Err(ApiError::forbidden(Code::PermissionDenied, format!("This needs the permission {permission}.")))
    }

    /// Requires any of these permissions.
    ///
    /// # Errors
    /// 403 `permission.denied`.
    pub fn require_any(&self, permissions: &[Permission]) -> ApiResult<()> {
        if permissions.iter().any(|permission| self.access.allows(*permission)) {
            return Ok(());
        }
        let names: Vec<_> = permissions.iter().map(ToString::to_string).collect();
        Err(ApiError::forbidden(Code::PermissionDenied, format!("This needs one of {}.", names.join(", "))))
    }
}

/// A member who only reads: authentication and reads share one transaction.
pub struct ReadTenant {
    /// The member.
    pub tenant: Tenant,
    /// A transaction with their access; release it after use.
    pub tx: TenantTx,
}

impl FromRequestParts<ApiState> for Tenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let token = token(parts, state)?;
        let organization: Option<OrganizationId> = path_id(parts, state, "organization_id").await;
        let found = sessions::authenticate(&state.db, token.session, organization).await;
        let (session, access) = live(&token, state, found)?;
        let (Some(organization), Some(access)) = (organization, access) else {
            return Err(ApiError::not_found(Code::OrganizationNotFound));
        };
        let notes = SecurityNotes::of(parts);
        notes.acts(session.user_id());
        notes.within(organization);
        let actor = Actor::member(organization, session.user_id(), &access);
        Ok(Self { session, access, actor, state: state.clone() })
    }
}

impl FromRequestParts<ApiState> for ReadTenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let token = token(parts, state)?;
        let Some(organization) = path_id(parts, state, "organization_id").await else {
            // Without a session, 401 comes before other errors.
            live(&token, state, sessions::authenticate(&state.db, token.session, None).await)?;
            return Err(ApiError::not_found(Code::OrganizationNotFound));
        };
        let (session, entered) =
            live(&token, state, sessions::authenticate_tenant(&state.db, token.session, organization).await)?;
        let (access, tx) = entered.ok_or_else(|| ApiError::not_found(Code::OrganizationNotFound))?;
        let notes = SecurityNotes::of(parts);
        notes.acts(session.user_id());
        notes.within(organization);
        let tenant = Tenant { session, access, actor: *tx.actor(), state: state.clone() };
        Ok(Self { tenant, tx })
    }
}

/// The id in the path parameter of this name.
pub(super) async fn path_id<T: std::str::FromStr>(parts: &mut Parts, state: &ApiState, name: &str) -> Option<T> {
    let params = RawPathParams::from_request_parts(parts, state).await.ok()?;
    params.iter().find(|(key, _)| *key == name)?.1.parse().ok()
}
