//! How far those who applied within a period and the one before got, and how long it took to hire.

use bole_domain::dashboard::cohort::{Cohort, Furthest, PATH};
use bole_domain::dashboard::{StagePace, TimeToHire};
use bole_domain::stage::{MoveKind, Stage};

use super::{DashboardFilter, SECONDS_OF_A_DAY};
use crate::{StoreResult, TenantTx};

/// How far the applications of both periods got. Entries that were undone do not count.
pub(super) async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Cohort> {
    let path: Vec<String> = PATH.iter().map(|stage| stage.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        r#"WITH cohort AS (
               SELECT a.id, a.created_at >= $5 AS is_now, array_position($6::text[], a.status) AS place,
                      NOT a.is_archived AND a.status <> $7 AS is_open
               FROM applications a
               WHERE a.organization_id = $1 AND a.created_at >= $2 AND a.created_at < $3
                 AND ($4::uuid IS NULL OR a.job_id = $4)),
           -- Materialized, so that none is read application by application in the order of their events.
           changes AS MATERIALIZED (
               SELECT e.application_id, e.created_at, array_position($6, e.to_status) AS place
               FROM application_events e
               WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.from_status IS DISTINCT FROM e.to_status
                 AND array_position($6, e.to_status) > 1),
           undone AS MATERIALIZED (
               -- The change that is undone began the stay that the undoing ends.
               SELECT u.application_id, u.stage_since AS entered_at
               FROM application_events u
               WHERE u.organization_id = $1 AND u.created_at >= $2 AND u.from_status IS DISTINCT FROM u.to_status
                 AND u.move = $8),
           reached AS (
               SELECT c.application_id, max(c.place) AS place
               FROM changes c
               WHERE NOT EXISTS (SELECT FROM undone u
                                 WHERE u.application_id = c.application_id AND u.entered_at = c.created_at)
               GROUP BY c.application_id)
           SELECT c.is_now AS "is_now!", greatest(c.place, r.place) AS place, count(*) AS "count!",
                  count(*) FILTER (WHERE c.is_open) AS "open!"
           FROM cohort c LEFT JOIN reached r ON r.application_id = c.id
           GROUP BY 1, 2"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
        &path,
        Stage::Onboarding.as_str(),
        MoveKind::TakeBack.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let furthest = rows.into_iter().map(|row| {
        // Places in an array count from one.
        let place = row.place.and_then(|place| usize::try_from(place - 1).ok());
        Furthest {
            stage: place.and_then(|place| PATH.get(place)).copied(),
            is_now: row.is_now,
            count: row.count,
            open: row.open,
        }
    });
    Ok(Cohort::of(&furthest.collect::<Vec<_>>()))
}

/// Time from applying to the first entry into onboarding within the period and the one before.
pub(super) async fn time_to_hire(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<TimeToHire> {
    let rows = sqlx::query!(
        r#"SELECT is_now AS "is_now!", count(*) AS "count!",
                  percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (
                      ORDER BY greatest(date_part('epoch', hired_at - applied_at), 0)) AS "seconds!"
           FROM (SELECT e.created_at >= $5 AS is_now, e.application_id, min(e.created_at) AS hired_at,
                        min(a.created_at) AS applied_at
                 FROM application_events e
                 -- One by one: they are few.
                 CROSS JOIN LATERAL (SELECT a.job_id, a.created_at FROM applications a
                                     WHERE a.organization_id = e.organization_id AND a.id = e.application_id OFFSET 0) a
                 -- Spelt out, since only so the index of these events answers, whatever plan is kept.
                 WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3 AND e.to_status = '入职阶段'
                   AND e.from_status IS DISTINCT FROM e.to_status AND ($4::uuid IS NULL OR a.job_id = $4)
                 GROUP BY 1, 2) hired
           GROUP BY is_now"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let mut times = TimeToHire::default();
    for row in rows {
        let &[median, p90] = row.seconds.as_slice() else { continue };
        let pace =
            StagePace { count: row.count, median_days: median / SECONDS_OF_A_DAY, p90_days: p90 / SECONDS_OF_A_DAY };
        *if row.is_now { &mut times.now } else { &mut times.before } = Some(pace);
    }
    Ok(times)
}
