//! Sends live events after the commits that caused them.
//!
//! A notification inside a transaction takes a lock of the whole database server until its commit is durable, so commits
//! would wait for each other. Transactions therefore write their events to `live_events`, and a transaction of its own
//! removes them and notifies, shortly after the first commit and for all commits until then. Events of a process that ended
//! in between stay in the table and are sent by the next one that looks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::PgPool;

use crate::pool::acquire;
use crate::{StoreError, StoreResult};

/// How long events wait for those of other commits.
const COLLECTION: Duration = Duration::from_millis(15);

/// The most events sent in one transaction.
const MAX_EVENTS: i64 = 1_000;

#[derive(Debug)]
pub(crate) struct LiveOutbox {
    ledger: PgPool,
    answer_limit: Duration,
    is_sending_soon: AtomicBool,
}

impl LiveOutbox {
    pub(crate) const fn new(ledger: PgPool, answer_limit: Duration) -> Self {
        Self { ledger, answer_limit, is_sending_soon: AtomicBool::new(false) }
    }

    /// Sends the events in the background, with those of other commits.
    pub(crate) fn send_soon(self: Arc<Self>) {
        if self.is_sending_soon.swap(true, Ordering::AcqRel) {
            return;
        }
        tokio::spawn(async move {
            tokio::time::sleep(COLLECTION).await;
            // Before the events are read: a commit from here on starts the next round.
            self.is_sending_soon.store(false, Ordering::Release);
            if let Err(error) = self.send().await {
                tracing::debug!(%error, "live events are sent later");
            }
        });
    }

    /// Sends all committed events; returns their number. Changes of access come first, so that they apply to the events of
    /// the same transaction; events of the same kind and job are sent as one.
    pub(crate) async fn send(&self) -> StoreResult<i64> {
        let mut sent = 0;
        loop {
            let sending = self.send_some();
            let some = tokio::time::timeout(self.answer_limit, sending).await;
            let some = some.unwrap_or_else(|_| Err(StoreError::silent()))?;
            sent += some;
            if some < MAX_EVENTS {
                return Ok(sent);
            }
        }
    }

    async fn send_some(&self) -> StoreResult<i64> {
        let mut connection = acquire(&self.ledger).await?;
        let row = sqlx::query!(
            r#"WITH due AS (
                   DELETE FROM live_events WHERE id = ANY (ARRAY(
                       SELECT id FROM live_events ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
                   RETURNING id, kind, organization_id, job_id, ids),
               merged AS (
                   SELECT min(d.id) AS first, d.kind, d.organization_id, d.job_id,
                          array_agg(DISTINCT i.id) FILTER (WHERE i.id IS NOT NULL) AS ids,
                          bool_or(cardinality(d.ids) = 0) AS is_any
                   FROM due d LEFT JOIN LATERAL unnest(d.ids) AS i (id) ON true
                   GROUP BY d.kind, d.organization_id, d.job_id),
               sent AS MATERIALIZED (
                   SELECT pg_notify($2, json_build_object(
                              'kind', kind, 'organization_id', organization_id, 'job_id', job_id,
                              'ids', to_json(CASE WHEN is_any OR cardinality(ids) > 100 THEN '{}' ELSE ids END))::text)
                   FROM (SELECT * FROM merged ORDER BY kind <> 'access.changed', first) ordered)
               SELECT (SELECT count(*) FROM due) AS "due!", (SELECT count(*) FROM sent) AS "sent!""#,
            MAX_EVENTS,
            crate::live::CHANNEL,
        )
        .fetch_one(&mut *connection)
        .await?;
        Ok(row.due)
    }
}
