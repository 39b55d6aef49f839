//! The security log: sign-ins, refusals, access changes, downloads. This file defines the logged routes and their
//! names; the session provides the actor, handlers add details.

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use bole_api_core::extract::{ClientAddress, Notes, RequestId, SecurityNotes};
use bole_api_core::state::ApiState;
use bole_store::security_events::{self, SecurityEvent};
use uuid::Uuid;

/// The request's name in the security log, if it is logged.
fn kind_of(method: &Method, route: &str, status: StatusCode) -> Option<&'static str> {
    let route = route.strip_prefix("/api").unwrap_or(route);
    let named = match route.strip_prefix("/organizations/{organization_id}") {
        Some(route) => kind_in_organization(method.as_str(), route),
        None => kind_outside(method.as_str(), route, status),
    };
    named.or_else(|| (status == StatusCode::FORBIDDEN).then_some("request"))
}

fn kind_outside(method: &str, route: &str, status: StatusCode) -> Option<&'static str> {
    let kind = match (method, route) {
        ("POST", "/auth/sign-in") => "account.sign_in",
        ("POST", "/auth/sign-out") => "account.sign_out",
        ("POST", "/auth/sign-up") => "account.sign_up",
        ("POST", "/auth/verify") => "account.link_used",
        ("POST", "/auth/reset-password") => "account.recovery_asked",
        ("POST", "/auth/refresh") if status == StatusCode::UNAUTHORIZED => "account.refresh",
        ("PATCH", "/auth/user") => "account.changed",
        ("POST", "/auth/user/email") => "account.email_requested",
        ("DELETE", "/auth/user") => "account.deleted",
        ("DELETE", "/auth/sessions/{session_id}") | ("POST", "/auth/sign-out-everywhere") => "account.sessions_ended",
        ("POST", "/organizations") => "organization.created",
        (
            "POST",
            "/invitations/{token}/accept" | "/me/invitations/{invitation_id}/accept" | "/me/invitations/accept",
        ) => "invitation.accepted",
        ("POST", "/ops/tasks/redrive") => "operator.tasks_redriven",
        _ => return None,
    };
    Some(kind)
}

fn kind_in_organization(method: &str, route: &str) -> Option<&'static str> {
    let kind = match (method, route) {
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
        ("PUT" | "DELETE", settings) if settings.starts_with("/settings/") => "settings.changed",
        ("POST", "/settings/booking-hook/secret") => "settings.changed",
        ("DELETE", "/people/{person_id}") => "person.deleted",
        ("GET", file)
            if ["/file", "/resume", "/letter", "/attachments/{attachment_id}"]
                .iter()
                .any(|end| file.ends_with(end)) =>
        {
            "file.downloaded"
        }
        _ => return None,
    };
    Some(kind)
}

/// Appends the event once the response is known.
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
    let Notes { user, organization, account, detail } = notes.read();
    let subject = subject.or_else(|| account.map(|account| account.to_string()));
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
    // Rate-limited requests are only in the process log, so that nobody can fill the table.
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
    fn access_changes_and_downloads_are_logged_and_reads_are_not() {
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
        let hook = "/api/organizations/{organization_id}/settings/booking-hook";
        assert_eq!(kind(Method::DELETE, hook), Some("settings.changed"));
        assert_eq!(kind(Method::GET, hook), None);
        let attachment = "/api/organizations/{organization_id}/offers/{offer_id}/attachments/{attachment_id}";
        assert_eq!(kind(Method::GET, attachment), Some("file.downloaded"));
        assert_eq!(kind(Method::POST, "/api/me/invitations/accept"), Some("invitation.accepted"));
        assert_eq!(kind(Method::POST, "/api/ops/tasks/redrive"), Some("operator.tasks_redriven"));
        assert_eq!(kind(Method::GET, "/api/ops/overview"), None);
        assert_eq!(kind_of(&Method::GET, "/api/ops/overview", StatusCode::FORBIDDEN), Some("request"));
        let jobs = "/api/organizations/{organization_id}/jobs";
        assert_eq!(kind(Method::GET, jobs), None);
        assert_eq!(kind_of(&Method::GET, jobs, StatusCode::FORBIDDEN), Some("request"));
    }
}
