//! The security log: sign-ins, refusals, changes of access, downloads. Which routes it holds, and what each is called, stands
//! here once; who acted comes from the session, what more there is to say from the handler.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use bole_domain::ids::{OrganizationId, UserId};
use bole_store::security_events::{self, SecurityEvent};
use uuid::Uuid;

use super::observe::RequestId;
use crate::error::{ApiError, ApiResult};
use crate::extract::ClientAddress;
use crate::state::ApiState;

/// What a request tells the security log while it runs.
#[derive(Debug, Clone, Default)]
pub struct SecurityNotes(Arc<Mutex<Notes>>);

#[derive(Debug, Clone, Default)]
struct Notes {
    user: Option<UserId>,
    organization: Option<OrganizationId>,
    detail: Option<String>,
}

impl SecurityNotes {
    /// This user acts.
    pub fn acts(&self, user: UserId) {
        self.change(|notes| notes.user = Some(user));
    }

    /// Inside this organization.
    pub fn within(&self, organization: OrganizationId) {
        self.change(|notes| notes.organization = Some(organization));
    }

    /// What became of it, in stable words.
    pub fn detail(&self, detail: impl Into<String>) {
        let detail = detail.into();
        self.change(|notes| notes.detail = Some(detail));
    }

    fn change(&self, change: impl FnOnce(&mut Notes)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn read(&self) -> Notes {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The notes of a request; lost where nobody reads them.
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

/// What a request is called in the security log, if it belongs there.
fn kind_of(method: &Method, route: &str, status: StatusCode) -> Option<&'static str> {
    let route = route.strip_prefix("/api").unwrap_or(route);
    let in_organization = route.strip_prefix("/organizations/{organization_id}");
    let kind = match (method.as_str(), route) {
        ("POST", "/auth/sign-in") => "account.sign_in",
        ("POST", "/auth/sign-out") => "account.sign_out",
        ("POST", "/auth/sign-up") => "account.sign_up",
        ("POST", "/auth/verify") => "account.link_used",
        ("POST", "/auth/reset-password") => "account.recovery_asked",
        ("POST", "/auth/refresh") if status == StatusCode::UNAUTHORIZED => "account.refresh",
        ("PATCH", "/auth/user") => "account.changed",
        ("DELETE", "/auth/user") => "account.deleted",
        ("DELETE", "/auth/sessions/{session_id}") | ("POST", "/auth/sign-out-everywhere") => "account.sessions_ended",
        ("POST", "/organizations") => "organization.created",
        ("POST", "/invitations/{token}/accept" | "/me/invitations/{invitation_id}/accept") => "invitation.accepted",
        (method, _) => match (method, in_organization?) {
            ("DELETE", "") => "organization.deleted",
            ("PATCH", "/members/{member_id}") => "member.changed",
            ("DELETE", "/members/{member_id}") => "member.deactivated",
            ("DELETE", "/members/{member_id}/sessions") => "member.sessions_ended",
            ("PUT", "/members/{member_id}/jobs") => "member.jobs_changed",
            ("POST", "/invitations" | "/invitations/{invitation_id}/resend" | "/invitations/{invitation_id}/link") => {
                "invitation.sent"
            }
            ("DELETE", "/invitations/{invitation_id}") => "invitation.cancelled",
            ("PUT", "/roles/{role}/permissions") => "role.changed",
            ("PUT", settings) if settings.starts_with("/settings/") => "settings.changed",
            ("POST", "/settings/booking-hook/secret") => "settings.changed",
            ("DELETE", "/people/{person_id}") => "person.deleted",
            ("GET", file) if ["/file", "/resume", "/letter"].iter().any(|end| file.ends_with(end)) => "file.downloaded",
            _ if status == StatusCode::FORBIDDEN => "request",
            _ => return None,
        },
    };
    Some(kind)
}

/// Writes down what belongs there, once it is known how it was answered.
pub async fn security_log(State(state): State<ApiState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let notes = SecurityNotes::default();
    parts.extensions.insert(notes.clone());
    let caller = ClientAddress::from_request_parts(&mut parts, &state).await.ok();
    let route = parts.extensions.get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let subject = parts.uri.path().rsplit('/').find(|part| part.parse::<Uuid>().is_ok()).map(str::to_owned);
    let method = parts.method.clone();

    let response = next.run(Request::from_parts(parts, body)).await;

    let status = response.status();
    let Some(kind) = route.and_then(|route| kind_of(&method, &route, status)) else { return response };
    let Notes { user, organization, detail } = notes.read();
    let source = caller.map(|caller| caller.source()).unwrap_or_default();
    let event = SecurityEvent {
        kind,
        status: status.as_u16(),
        user,
        organization,
        source: &source,
        subject: subject.as_deref(),
        detail: detail.as_deref(),
        request_id: &request_id,
    };
    tracing::info!(
        target: "bole::security",
        kind,
        status = event.status,
        user = user.map(|user| user.to_string()),
        organization = organization.map(|organization| organization.to_string()),
        source,
        subject,
        detail,
        request_id,
    );
    // What a rate limit refused is in the log of the process alone: nobody fills the table from outside.
    if status != StatusCode::TOO_MANY_REQUESTS
        && let Err(error) = security_events::append(&state.db, &event).await
    {
        tracing::warn!(%error, "the security log could not be written");
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_access_and_downloads_have_names_and_reads_have_none() {
        let kind = |method: Method, route: &str| kind_of(&method, route, StatusCode::OK);
        let member = "/api/organizations/{organization_id}/members/{member_id}";
        assert_eq!(kind(Method::PATCH, member), Some("member.changed"));
        assert_eq!(kind(Method::GET, member), None);
        let file = "/api/organizations/{organization_id}/batch-tasks/{batch_task_id}/file";
        assert_eq!(kind(Method::GET, file), Some("file.downloaded"));
        let letter = "/api/organizations/{organization_id}/offers/{offer_id}/letter";
        assert_eq!(kind(Method::GET, letter), Some("file.downloaded"));
        let secret = "/api/organizations/{organization_id}/settings/booking-hook/secret";
        assert_eq!(kind(Method::POST, secret), Some("settings.changed"));
        let jobs = "/api/organizations/{organization_id}/jobs";
        assert_eq!(kind(Method::GET, jobs), None);
        assert_eq!(kind_of(&Method::GET, jobs, StatusCode::FORBIDDEN), Some("request"));
    }
}
