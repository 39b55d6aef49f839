//! Live changes of an organization, as server-sent events with ids only.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, Sse};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::Tenant;
use bole_api_core::live::{Signal, Subscription};
use bole_api_core::permissions::CANDIDATE_VIEW;
use bole_api_core::state::ApiState;
use bole_domain::access::Access;
use bole_domain::ids::JobId;
use bole_domain::permission::Permission;
use bole_store::live::{self, LiveEvent, LiveEventKind};
use bole_store::sessions;
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, interval_at, timeout};
use utoipa::ToSchema;
use uuid::Uuid;

bole_api_core::area! { "organizations": stream_events }

/// How long clients should wait before retrying when all streams are taken.
const FULL_RETRY: Duration = Duration::from_secs(10);

/// How long a new stream waits for the event listener; then it is told to reload.
const LISTENING_LIMIT: Duration = Duration::from_secs(20);

/// Time limit for checking a stream's session; then the client has to connect again.
const CHECK_LIMIT: Duration = Duration::from_secs(20);

/// The data of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct Changed {
    /// The job it concerns, if any.
    job_id: Option<JobId>,
    /// The changed items; empty if there are too many.
    ids: Vec<Uuid>,
}

/// Live changes: `application.changed`, `batch.changed`, `job.changed`, `mark.changed`, `schedule.changed`, `email.changed`,
/// `inbound.changed`, `settings.changed`, and `resync` if events may have been missed or the member's access changed. A comment every 25 s keeps the connection open.
#[utoipa::path(get, path = "/events", responses((status = 200, content_type = "text/event-stream", body = Changed)))]
pub async fn stream_events(
    State(state): State<ApiState>,
    tenant: Tenant,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let subscription = state.live.subscribe(tenant.organization(), tenant.user_id());
    let subscription = subscription.ok_or_else(|| ApiError::too_many(Code::RequestTooMany, FULL_RETRY))?;
    let jobs = own_jobs(&tenant).await?;
    let heartbeat = state.config.event_heartbeat;
    let tick = interval_at(Instant::now() + heartbeat, heartbeat);
    let listener = Listener { state, tenant, jobs, subscription, tick, has_begun: false };
    Ok(Sse::new(stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    })))
}

/// The jobs the member can access; `None` for all.
async fn own_jobs(tenant: &Tenant) -> ApiResult<Option<HashSet<JobId>>> {
    if tenant.actor().sees_all_jobs() {
        return Ok(None);
    }
    let mut tx = tenant.begin().await?;
    let jobs = live::own_jobs(&mut tx).await?;
    tx.release();
    Ok(Some(jobs.into_iter().collect()))
}

/// One open stream.
struct Listener {
    state: ApiState,
    tenant: Tenant,
    jobs: Option<HashSet<JobId>>,
    subscription: Subscription,
    tick: Interval,
    has_begun: bool,
}

impl Listener {
    /// The next event; `None` ends the stream.
    async fn next(&mut self) -> Option<Event> {
        if !std::mem::replace(&mut self.has_begun, true) {
            // Confirms that changes from now on are received.
            let heard = self.subscription.is_listening.wait_for(|is_listening| *is_listening);
            let heard = timeout(LISTENING_LIMIT, heard);
            let _ = self.subscription.closed.run_until_cancelled(heard).await;
            return Some(Event::default().comment("connected").retry(Duration::from_secs(1)));
        }
        loop {
            tokio::select! {
                () = self.subscription.closed.cancelled() => return None,
                _ = self.tick.tick() => {
                    timeout(CHECK_LIMIT, self.check_again()).await.ok()?.ok()?;
                    return Some(Event::default().comment("heartbeat"));
                }
                signal = self.subscription.signals.recv() => match signal {
                    Ok(Signal::Changed(event)) => {
                        if self.concerns_access(&event) {
                            timeout(CHECK_LIMIT, self.check_again()).await.ok()?.ok()?;
                            return Some(resync());
                        }
                        if let Some(event) = self.shown(&event) {
                            return Some(event);
                        }
                    }
                    Ok(Signal::Missed) | Err(RecvError::Lagged(_)) => return Some(resync()),
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }

    /// Checks that session and membership are still valid, and refreshes the accessible jobs.
    async fn check_again(&mut self) -> ApiResult<()> {
        let session = self.tenant.session.id;
        let found = sessions::authenticate(&self.state.db, session, Some(self.tenant.organization())).await?;
        let access = found.1.filter(|access| access.role == self.tenant.role());
        self.tenant.access = access.ok_or_else(ApiError::unauthenticated)?;
        self.jobs = own_jobs(&self.tenant).await?;
        Ok(())
    }

    /// Whether the member's access may have changed, so that later events must not be shown as before.
    fn concerns_access(&self, event: &LiveEvent) -> bool {
        event.kind == LiveEventKind::AccessChanged
            && event.organization_id == self.tenant.organization()
            && (event.ids.is_empty() || event.ids.contains(&self.tenant.user_id().0))
    }

    fn shown(&self, event: &LiveEvent) -> Option<Event> {
        let LiveEvent { kind, organization_id, job_id, ids } = event;
        let is_theirs = *organization_id == self.tenant.organization()
            && self.jobs.as_ref().is_none_or(|jobs| match job_id {
                Some(job) => jobs.contains(job),
                // Settings are of the whole organization.
                None => *kind == LiveEventKind::SettingsChanged,
            })
            && can_see(*kind, &self.tenant.access);
        let changed = Changed { job_id: *job_id, ids: ids.clone() };
        is_theirs.then(|| Event::default().event(kind.as_str()).json_data(changed).ok()).flatten()
    }
}

fn resync() -> Event {
    Event::default().event("resync").data("{}")
}

fn can_see(kind: LiveEventKind, access: &Access) -> bool {
    match kind {
        LiveEventKind::ApplicationChanged
        | LiveEventKind::EmailChanged
        | LiveEventKind::InboundChanged
        | LiveEventKind::MarkChanged => CANDIDATE_VIEW.iter().any(|permission| access.allows(*permission)),
        // They show on many pages, as the name of the organization does, and the event names none of them.
        LiveEventKind::SettingsChanged => true,
        LiveEventKind::BatchChanged => access.allows(Permission::EVALUATE_VIEW),
        // Texts have their own streams, and changed access is for the streams themselves.
        LiveEventKind::TaskText | LiveEventKind::AccessChanged => false,
        LiveEventKind::JobChanged => access.allows(Permission::JOBS_VIEW),
        LiveEventKind::ScheduleChanged => {
            access.allows(Permission::SCHEDULE_VIEW) || access.allows(Permission::PIPELINE_VIEW)
        }
    }
}
