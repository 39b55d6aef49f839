//! How a period went, step by step, from the history.

use bole_domain::dashboard::{Trend, TrendPoint, TrendStep};
use bole_domain::stage::Stage;

use super::DashboardFilter;
use crate::{StoreResult, TenantTx};

/// Every step of the period with what entered each stage in it.
pub(super) async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Trend> {
    let step = TrendStep::of_days((filter.to - filter.from).whole_days());
    let rows = sqlx::query!(
        r#"WITH entered AS (
               SELECT date_trunc($5::text, e.created_at AT TIME ZONE 'UTC') AS start,
                      count(DISTINCT e.application_id) FILTER (WHERE e.from_status IS NULL) AS applied,
                      count(DISTINCT e.application_id) FILTER (
                          WHERE e.to_status = ANY ($6) AND e.from_status <> ALL ($6)) AS interviewed,
                      count(DISTINCT e.application_id) FILTER (WHERE e.to_status = $7) AS offered,
                      count(DISTINCT e.application_id) FILTER (WHERE e.to_status = $8) AS hired
               FROM application_events e
               WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
                 AND e.from_status IS DISTINCT FROM e.to_status
                 AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                        WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
               GROUP BY 1)
           SELECT step.start AT TIME ZONE 'UTC' AS "start!", coalesce(applied, 0) AS "applied!",
                  coalesce(interviewed, 0) AS "interviewed!", coalesce(offered, 0) AS "offered!",
                  coalesce(hired, 0) AS "hired!"
           FROM generate_series(date_trunc($5, $2::timestamptz AT TIME ZONE 'UTC'),
                                ($3::timestamptz - interval '1 microsecond') AT TIME ZONE 'UTC',
                                ('1 ' || $5)::interval) AS step (start)
           LEFT JOIN entered USING (start) ORDER BY 1"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        step.as_str(),
        &[Stage::OnlineInterview.as_str().to_owned(), Stage::OnsiteInterview.as_str().to_owned()],
        Stage::Offer.as_str(),
        Stage::Onboarding.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let points = rows.into_iter().map(|row| TrendPoint {
        start: row.start,
        applied: row.applied,
        interviewed: row.interviewed,
        offered: row.offered,
        hired: row.hired,
    });
    Ok(Trend { step, points: points.collect() })
}
