//! A task's growing text, as server-sent events that end with the task.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Item, Tenant};
use bole_api_core::live::{Signal, Subscription};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::Task;
use bole_domain::ids::TaskId;
use bole_store::live::LiveEventKind;
use bole_store::{ledger, task_texts};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, sleep_until, timeout_at};
use utoipa::ToSchema;

use crate::tasks::seen;

bole_api_core::area! { "tasks": stream_task_text }

/// How long clients should wait before retrying when all streams are taken.
const FULL_RETRY: Duration = Duration::from_secs(10);
/// Polling interval, because a task that fails does not announce its end.
const INTERVAL: Duration = Duration::from_secs(5);
/// Minimum time between two reads of the text, which a worker writes more often.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum duration of a stream; clients then open another.
const MAX_DURATION: Duration = Duration::from_secs(600);

/// A change of the text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Written {
    /// Whether it is appended to the text sent before, or replaces it.
    is_more: bool,
    text: String,
}

/// The data of an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TaskTextEvent {
    /// Of a `text` event: a change of the text.
    Text(Written),
    /// Of the `end` event: the task.
    End(Box<Task>),
}

impl TaskTextEvent {
    fn event(&self) -> Option<Event> {
        let name = match self {
            Self::Text(_) => "text",
            Self::End(_) => "end",
        };
        Event::default().event(name).json_data(self).ok()
    }
}

/// The text a task is writing: `text` events, then one `end` event with the task. Comments keep the connection open.
#[utoipa::path(get, path = "/tasks/{task_id}/text", params(("task_id" = TaskId, Path)),
    responses((status = 200, content_type = "text/event-stream", body = TaskTextEvent), (status = 429)))]
pub async fn stream_task_text(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<TaskId>,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let subscription = state.live.subscribe(tenant.organization(), tenant.user_id());
    let subscription = subscription.ok_or_else(|| ApiError::too_many(Code::RequestTooMany, FULL_RETRY))?;
    let mut tx = tenant.begin().await?;
    seen(&tenant, &mut tx, id).await?;
    tx.release();
    let heartbeat = state.config.event_heartbeat;
    let follower = Follower {
        tenant,
        id,
        subscription,
        sent: String::new(),
        until: Instant::now() + MAX_DURATION,
        looked: None,
        is_over: false,
    };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok(event), follower))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(heartbeat)))
}

struct Follower {
    tenant: Tenant,
    id: TaskId,
    subscription: Subscription,
    /// The text as the client has it.
    sent: String,
    until: Instant,
    /// When the text was last read.
    looked: Option<Instant>,
    is_over: bool,
}

impl Follower {
    /// The next event; `None` ends the stream.
    async fn next(&mut self) -> Option<Event> {
        while !self.is_over && Instant::now() < self.until {
            if let Some(looked) = self.looked {
                self.receive().await?;
                self.collect_until(looked + MIN_INTERVAL).await?;
            }
            self.looked = Some(Instant::now());
            // If the database does not answer, the task continues.
            let Ok((task, text)) = self.look().await else { continue };
            if !task.is_active() {
                self.is_over = true;
                return TaskTextEvent::End(Box::new(task)).event();
            }
            if let Some(event) = text.and_then(|text| self.written(text)) {
                return Some(event);
            }
        }
        None
    }

    /// Waits until the text may have changed; `None` when the process shuts down.
    async fn receive(&mut self) -> Option<()> {
        let deadline = Instant::now() + INTERVAL;
        loop {
            tokio::select! {
                () = self.subscription.closed.cancelled() => return None,
                heard = timeout_at(deadline, self.subscription.signals.recv()) => match heard {
                    Ok(Ok(Signal::Changed(event))) => {
                        let is_it = event.kind == LiveEventKind::TaskText && event.ids.contains(&self.id.0);
                        if is_it && event.organization_id == self.tenant.organization() {
                            return Some(());
                        }
                    }
                    Ok(Err(RecvError::Closed)) => return None,
                    Ok(Ok(Signal::Missed) | Err(RecvError::Lagged(_))) | Err(_) => return Some(()),
                },
            }
        }
    }

    /// Waits, and then discards the signals that the next read makes obsolete; `None` when the process shuts down.
    async fn collect_until(&mut self, deadline: Instant) -> Option<()> {
        self.subscription.closed.run_until_cancelled(sleep_until(deadline)).await?;
        loop {
            match self.subscription.signals.try_recv() {
                Ok(_) | Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty) => return Some(()),
                Err(TryRecvError::Closed) => return None,
            }
        }
    }

    async fn look(&self) -> ApiResult<(Task, Option<String>)> {
        let mut tx = self.tenant.begin().await?;
        let text = task_texts::find(&mut tx, self.id).await?;
        let task = ledger::get(&mut tx, self.id).await?;
        tx.release();
        Ok((task.into(), text))
    }

    fn written(&mut self, text: String) -> Option<Event> {
        if text == self.sent {
            return None;
        }
        let more = text.strip_prefix(self.sent.as_str()).map(str::to_owned);
        let written = Written { is_more: more.is_some(), text: more.unwrap_or_else(|| text.clone()) };
        self.sent = text;
        TaskTextEvent::Text(written).event()
    }
}
