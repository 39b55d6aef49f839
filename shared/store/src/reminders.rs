//! Interview reminders, one day ahead, once per interview time.

use bole_domain::ids::{InterviewScheduleId, OrganizationId};
use time::OffsetDateTime;

use crate::interview_notices::{self, InterviewNotice};
use crate::{Db, StoreResult, TenantTx};

/// The organizations with interviews to remind of.
pub async fn organizations(db: &Db, now: OffsetDateTime) -> StoreResult<Vec<OrganizationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT DISTINCT organization_id AS "organization_id: OrganizationId" FROM interview_schedules
         WHERE status = 'scheduled' AND start_time > $1 AND start_time <= $1::timestamptz + interval '1 day'
           AND times_set_at <= start_time - interval '1 day' AND reminded_for IS DISTINCT FROM start_time"#,
        now,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?)
}

/// Takes interviews to remind of; each is taken once unless the transaction fails.
pub async fn take(tx: &mut TenantTx, now: OffsetDateTime, limit: i64) -> StoreResult<Vec<InterviewNotice>> {
    let ids = sqlx::query_scalar!(
        "WITH due AS (
             SELECT s.id FROM interview_schedules s
             JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
             WHERE s.organization_id = $1 AND s.status = 'scheduled' AND NOT a.is_archived
               AND s.start_time > $2 AND s.start_time <= $2::timestamptz + interval '1 day'
               AND s.times_set_at <= s.start_time - interval '1 day' AND s.reminded_for IS DISTINCT FROM s.start_time
             ORDER BY s.start_time LIMIT $3 FOR UPDATE OF s SKIP LOCKED
         )
         UPDATE interview_schedules s SET reminded_for = s.start_time FROM due
         WHERE s.organization_id = $1 AND s.id = due.id
         RETURNING s.id",
        tx.organization().0,
        now,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    interview_notices::list(tx, &ids.into_iter().map(InterviewScheduleId).collect::<Vec<_>>()).await
}
