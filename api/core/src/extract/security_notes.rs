//! What a request adds to the security log.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bole_domain::ids::{OrganizationId, UserId};

use crate::error::{ApiError, ApiResult};

/// Notes that the session and the handler take for the security log.
#[derive(Debug, Clone, Default)]
pub struct SecurityNotes(Arc<Mutex<Notes>>);

/// What was noted of a request.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// The acting user.
    pub user: Option<UserId>,
    pub organization: Option<OrganizationId>,
    /// The account it concerns, where the path names nothing.
    pub account: Option<UserId>,
    /// What became of it, in stable words.
    pub detail: Option<String>,
}

impl SecurityNotes {
    /// Sets the acting user.
    pub fn acts(&self, user: UserId) {
        self.change(|notes| notes.user = Some(user));
    }

    /// Sets the organization.
    pub fn within(&self, organization: OrganizationId) {
        self.change(|notes| notes.organization = Some(organization));
    }

    /// To this account, where the path names nothing.
    pub fn concerns(&self, account: UserId) {
        self.change(|notes| notes.account = Some(account));
    }

    /// What became of it, in stable words.
    pub fn detail(&self, detail: impl Into<String>) {
        let detail = detail.into();
        self.change(|notes| notes.detail = Some(detail));
    }

    fn change(&self, change: impl FnOnce(&mut Notes)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What was noted so far.
    #[must_use]
    pub fn read(&self) -> Notes {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The notes of a request; discarded if it is not logged.
    pub(crate) fn of(parts: &Parts) -> Self {
        parts.extensions.get::<Self>().cloned().unwrap_or_default()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SecurityNotes {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        Ok(Self::of(parts))
    }
}
