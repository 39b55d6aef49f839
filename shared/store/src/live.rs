//! Live events: changes announced to every process over LISTEN and NOTIFY after the commit. They only carry ids.

use std::time::Duration;

use bole_domain::ids::{JobId, OrganizationId, PersonId};
use bole_domain::wire_enum;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::listener::Listener;
use crate::{Db, StoreResult, TenantTx};

/// The channel of the notifications.
pub(crate) const CHANNEL: &str = "bole_events";

wire_enum! {
    pub enum LiveEventKind {
        /// Applications were created, moved or evaluated again.
        ApplicationChanged => "application.changed",
        /// A batch was created or progressed.
        BatchChanged => "batch.changed",
        /// A task's text grew.
        TaskText => "task.text",
        JobChanged => "job.changed",
        /// People marked criteria of an evaluation; the ids are those of applications.
        MarkChanged => "mark.changed",
        /// Interviews were scheduled, moved or cancelled.
        ScheduleChanged => "schedule.changed",
        /// Settings of the organization changed, or what stops what they set.
        SettingsChanged => "settings.changed",
        /// Emails were drafted, queued, sent or failed; the texts of drafts are not announced.
        EmailChanged => "email.changed",
        /// Emails were received, read or put away.
        InboundChanged => "inbound.changed",
        /// Members' roles, permissions or assigned jobs changed; the ids are those of users, all if there are none.
        AccessChanged => "access.changed",
    }
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveEvent {
    pub kind: LiveEventKind,
    pub organization_id: OrganizationId,
    /// The job it concerns, if any.
    pub job_id: Option<JobId>,
    /// The changed items; empty if there are too many.
    pub ids: Vec<Uuid>,
}

/// Announces a change when the transaction commits, where no trigger does.
pub async fn announce(tx: &mut TenantTx, kind: LiveEventKind, job_id: Option<JobId>, ids: &[Uuid]) -> StoreResult<()> {
    let organization = tx.organization().0;
    sqlx::query!("SELECT notify_live_event($1, $2, $3, $4)", kind.as_str(), organization, job_id.map(|id| id.0), ids)
        .execute(&mut *tx.conn()?)
        .await?;
    Ok(())
}

/// Announces a change of a person's applications.
pub(crate) async fn announce_person(tx: &mut TenantTx, person: PersonId) -> StoreResult<()> {
    sqlx::query!(
        "SELECT notify_live_event($3, $1, job_id, array_agg(id)) FROM applications
         WHERE organization_id = $1 AND person_id = $2 GROUP BY job_id",
        tx.organization().0,
        person.0,
        LiveEventKind::ApplicationChanged.as_str(),
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Sends the events of processes that ended before they could; those of this one are sent without it. Call it every second
/// or so where events are received. Returns how many were left.
pub async fn send_left_over(db: &Db) -> StoreResult<i64> {
    db.live_outbox().send().await
}

/// The jobs assigned to the transaction's actor.
pub async fn own_jobs(tx: &mut TenantTx) -> StoreResult<Vec<JobId>> {
    let jobs = sqlx::query_scalar!(r#"SELECT own_jobs() AS "jobs!""#).fetch_one(&mut *tx.conn()?).await?;
    Ok(jobs.into_iter().map(JobId).collect())
}

/// The events of all organizations, on a connection of its own.
pub struct LiveEvents(Listener);

impl LiveEvents {
    /// Starts to listen; a silent connection is checked this often.
    pub async fn listen(db: &Db, check_interval: Duration) -> StoreResult<Self> {
        Ok(Self(Listener::connect(db, CHANNEL, check_interval).await?))
    }

    /// Waits for the next event; `None` after a reconnect, when events may have been missed.
    ///
    /// # Errors
    /// When the connection is silent, or lost and cannot be made again.
    pub async fn next(&mut self) -> StoreResult<Option<LiveEvent>> {
        loop {
            let Some(payload) = self.0.next().await? else { return Ok(None) };
            match serde_json::from_str(&payload) {
                Ok(event) => return Ok(Some(event)),
                // Sent by a newer version of the migrations.
                Err(error) => tracing::debug!(%error, "a live event of an unknown form"),
            }
        }
    }
}
