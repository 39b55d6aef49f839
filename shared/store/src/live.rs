//! Live events: what changed, told to every process over LISTEN and NOTIFY once it is committed. They carry ids alone.

use bole_domain::ids::{JobId, OrganizationId};
use bole_domain::wire_enum;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgListener, PgPoolOptions};
use uuid::Uuid;

use crate::{Db, StoreResult, TenantTx};

/// As the triggers name it.
const CHANNEL: &str = "bole_events";

/// More ids than this are not named: whoever hears of it reads again.
const MAX_IDS: usize = 100;

wire_enum! {
    /// What an event is about.
    pub enum LiveEventKind {
        /// Applications moved, arrived or were evaluated again.
        ApplicationChanged => "application.changed",
        /// A batch came in or got on.
        BatchChanged => "batch.changed",
        /// A task got on.
        TaskChanged => "task.changed",
        /// A task wrote on at a text.
        TaskText => "task.text",
        /// A job was changed.
        JobChanged => "job.changed",
        /// Interviews were planned, moved or called off.
        ScheduleChanged => "schedule.changed",
    }
}

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveEvent {
    /// What.
    pub kind: LiveEventKind,
    /// In which organization.
    pub organization_id: OrganizationId,
    /// Of which job, where it hangs on one.
    pub job_id: Option<JobId>,
    /// Which ones; none where there are too many to name.
    pub ids: Vec<Uuid>,
}

/// Announces a change with the transaction's commit, where no trigger does.
///
/// # Errors
/// When the database does not answer.
pub async fn announce(tx: &mut TenantTx, kind: LiveEventKind, job_id: Option<JobId>, ids: &[Uuid]) -> StoreResult<()> {
    let ids = if ids.len() > MAX_IDS { Vec::new() } else { ids.to_vec() };
    let event = LiveEvent { kind, organization_id: tx.organization(), job_id, ids };
    let payload = serde_json::to_string(&event)?;
    sqlx::query!("SELECT pg_notify($1, $2)", CHANNEL, payload).execute(&mut *tx.conn()?).await?;
    Ok(())
}

/// The jobs assigned to the member that the transaction is for.
///
/// # Errors
/// When the database does not answer.
pub async fn own_jobs(tx: &mut TenantTx) -> StoreResult<Vec<JobId>> {
    let jobs = sqlx::query_scalar!(r#"SELECT own_jobs() AS "jobs!""#).fetch_one(&mut *tx.conn()?).await?;
    Ok(jobs.into_iter().map(JobId).collect())
}

/// The events of all organizations, on a connection of its own.
pub struct LiveEvents(PgListener);

impl LiveEvents {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn listen(db: &Db) -> StoreResult<Self> {
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(db.direct_options());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// Waits for the next event; `None` where the connection was made again and some may have been missed.
    ///
    /// # Errors
    /// When the connection is lost and cannot be made again.
    pub async fn next(&mut self) -> StoreResult<Option<LiveEvent>> {
        loop {
            let Some(notification) = self.0.try_recv().await? else { return Ok(None) };
            match serde_json::from_str(notification.payload()) {
                Ok(event) => return Ok(Some(event)),
                // Of a newer version of the migrations.
                Err(error) => tracing::debug!(%error, "a live event of an unknown form"),
            }
        }
    }
}
