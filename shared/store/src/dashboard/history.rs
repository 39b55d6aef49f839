//! Metrics of a period and the one before from the history, each in one read.

use std::collections::BTreeMap;

use bole_domain::dashboard::{
    MemberSummary, StagePace, StageTime, TimeoutSummary, Trend, TrendPoint, TrendStep, TrendTotal,
};
use bole_domain::ids::JobId;
use bole_domain::stage::{Stage, SubStatus};
use time::OffsetDateTime;

use super::{DashboardFilter, INTERVIEWS, SECONDS_OF_A_DAY};
use crate::{StoreResult, TenantTx};

/// Stage changes counted together.
struct Changes {
    to: Stage,
    is_arrival: bool,
    came_to_interviews: bool,
    /// The step they happened in: 1 is the whole period before, 2 the first step of the period.
    step: i32,
    /// The step in which the same applications last entered the stage; 0 if before both periods.
    entered_last: Option<i32>,
    /// The same for entering an interview stage.
    interviewed_last: Option<i32>,
    count: i64,
}

/// The step number of the period before.
const BEFORE: i32 = 1;

impl Changes {
    const fn is_now(&self) -> bool {
        self.step > BEFORE
    }

    /// Whether it is the first time within its period.
    const fn is_first_of_period(&self, last: Option<i32>) -> bool {
        match last {
            None => true,
            Some(last) => last < if self.is_now() { BEFORE + 1 } else { BEFORE },
        }
    }

    fn first_of_step(&self, last: Option<i32>) -> bool {
        last.is_none_or(|last| last < self.step)
    }
}

/// Entries into each stage, for a period and the one before.
pub(super) struct Entries {
    changes: Vec<Changes>,
    step: TrendStep,
    starts: Vec<OffsetDateTime>,
}

impl Entries {
    /// How many applications entered the stage, within the period and the one before.
    pub(super) fn of(&self, stage: Stage) -> (i64, i64) {
        let entered = |is_now: bool| {
            let changes = self.changes.iter().filter(|change| change.to == stage && change.is_now() == is_now);
            changes.filter(|change| change.is_first_of_period(change.entered_last)).map(|change| change.count).sum()
        };
        (entered(true), entered(false))
    }

    pub(super) fn trend(&self) -> Trend {
        let total = |is_now: bool| {
            let mut total = TrendTotal::default();
            for change in self.changes.iter().filter(|change| change.is_now() == is_now) {
                let enters = change.is_first_of_period(change.entered_last);
                let comes = change.came_to_interviews && change.is_first_of_period(change.interviewed_last);
                add(&mut total, change, enters, comes);
            }
            total
        };
        let points = (BEFORE + 1..).zip(&self.starts).map(|(step, start)| {
            let mut total = TrendTotal::default();
            for change in self.changes.iter().filter(|change| change.step == step) {
                let comes = change.came_to_interviews && change.first_of_step(change.interviewed_last);
                add(&mut total, change, change.first_of_step(change.entered_last), comes);
            }
            let TrendTotal { applied, interviewed, offered, hired } = total;
            TrendPoint { start: *start, applied, interviewed, offered, hired }
        });
        Trend { step: self.step, points: points.collect(), total: total(true), total_before: total(false) }
    }
}

fn add(total: &mut TrendTotal, change: &Changes, enters: bool, comes_to_interviews: bool) {
    if change.is_arrival {
        total.applied += change.count;
    }
    if comes_to_interviews {
        total.interviewed += change.count;
    }
    match change.to {
        Stage::Offer if enters => total.offered += change.count,
        Stage::Onboarding if enters => total.hired += change.count,
        _ => {}
    }
}

/// Entries into each stage, step by step. Events store the time of the previous entry, so repeated entries can be
/// recognized without sorting.
pub(super) async fn entries(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Entries> {
    let step = TrendStep::of_days((filter.to - filter.from).whole_days());
    let starts = step.starts(filter.from, filter.to, filter.zone);
    // The first step starts with the period, even within a day, week or month.
    let mut bounds = vec![filter.before().from, filter.from];
    bounds.extend(starts.iter().skip(1));
    let rows = sqlx::query!(
        r#"SELECT e.to_status, e.from_status, width_bucket(e.created_at, $5::timestamptz[]) AS "step!",
                  CASE WHEN e.entered_last IS NOT NULL THEN width_bucket(e.entered_last, $5) END AS entered_last,
                  CASE WHEN e.interviewed_last IS NOT NULL THEN width_bucket(e.interviewed_last, $5) END
                      AS interviewed_last,
                  count(*) AS "count!"
           FROM application_events e
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.from_status IS DISTINCT FROM e.to_status
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
           GROUP BY 1, 2, 3, 4, 5"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        &bounds,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let changes = rows.into_iter().map(|row| {
        let (from, to): (Option<Stage>, Stage) =
            (row.from_status.map(|from| from.parse()).transpose()?, row.to_status.parse()?);
        Ok(Changes {
            to,
            is_arrival: from.is_none(),
            came_to_interviews: INTERVIEWS.contains(&to) && from.is_some_and(|from| !INTERVIEWS.contains(&from)),
            step: row.step,
            entered_last: row.entered_last,
            interviewed_last: row.interviewed_last,
            count: row.count,
        })
    });
    Ok(Entries { changes: changes.collect::<StoreResult<_>>()?, step, starts })
}

/// Duration of the stays that ended within the period and the one before, by stage.
pub(super) async fn stays(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<StageTime>> {
    let rows = sqlx::query!(
        r#"SELECT e.from_status AS "status!", e.created_at >= $5 AS "is_now!", count(*) AS "count!",
                  percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (
                      ORDER BY greatest(date_part('epoch', e.created_at - e.stage_since), 0)) AS "seconds!"
           FROM application_events e
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.stage_since IS NOT NULL AND e.from_status IS DISTINCT FROM e.to_status
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
           GROUP BY 1, 2"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let (mut now, mut before) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let &[median, p90] = row.seconds.as_slice() else { continue };
        let pace =
            StagePace { count: row.count, median_days: median / SECONDS_OF_A_DAY, p90_days: p90 / SECONDS_OF_A_DAY };
        let of = if row.is_now { &mut now } else { &mut before };
        of.insert(row.status.parse::<Stage>()?, pace);
    }
    let times = Stage::ALL.iter().filter_map(|&status| {
        let StagePace { count, median_days, p90_days } = *now.get(&status)?;
        Some(StageTime { status, count, median_days, p90_days, before: before.get(&status).copied() })
    });
    Ok(times.collect())
}

/// How many applications of each job entered onboarding, within the period and the one before.
pub(super) async fn hired(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<BTreeMap<JobId, (i64, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT a.job_id,
                  count(DISTINCT e.application_id) FILTER (WHERE e.created_at >= $5) AS "hired!",
                  count(DISTINCT e.application_id) FILTER (WHERE e.created_at < $5) AS "hired_before!"
           FROM application_events e
           -- One by one: they are few.
           CROSS JOIN LATERAL (SELECT a.job_id FROM applications a
                               WHERE a.organization_id = e.organization_id AND a.id = e.application_id OFFSET 0) a
           -- Spelt out, since only so the index of these events answers, whatever plan is kept.
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3 AND e.to_status = '入职阶段'
             AND e.from_status IS DISTINCT FROM e.to_status AND ($4::uuid IS NULL OR a.job_id = $4)
           GROUP BY a.job_id"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (JobId(row.job_id), (row.hired, row.hired_before))).collect())
}

/// How many invitations expired within the periods; applications currently at one are counted elsewhere.
pub(super) async fn timeouts(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<TimeoutSummary> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE e.created_at >= $5 AND e.to_sub_status = $6) AS "online!",
                  count(*) FILTER (WHERE e.created_at >= $5 AND e.to_sub_status = $7) AS "onsite!",
                  count(*) FILTER (WHERE e.created_at < $5 AND e.to_sub_status = $6) AS "online_before!",
                  count(*) FILTER (WHERE e.created_at < $5 AND e.to_sub_status = $7) AS "onsite_before!"
           FROM application_events e
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             -- Spelt out, since only so the index of these events answers, whatever plan is kept.
             AND e.to_sub_status IN ('超5天未预约线上面试', '超5天未预约线下面试')
             AND e.from_sub_status IS DISTINCT FROM e.to_sub_status
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
        SubStatus::OnlineInvitationExpired.as_str(),
        SubStatus::OnsiteInvitationExpired.as_str(),
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(TimeoutSummary {
        online: row.online,
        onsite: row.onsite,
        online_before: row.online_before,
        onsite_before: row.onsite_before,
        current: 0,
    })
}

/// Number of candidates moved per member within the period, highest first.
pub(super) async fn activity(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<MemberSummary>> {
    Ok(sqlx::query_as!(
        MemberSummary,
        r#"SELECT m.user_id AS "user_id!", coalesce(u.full_name, '') AS "name!", m.moves AS "moves!",
                  m.moves_before AS "moves_before!"
           FROM (SELECT e.actor_user_id AS user_id, count(*) FILTER (WHERE e.created_at >= $5) AS moves,
                        count(*) FILTER (WHERE e.created_at < $5) AS moves_before
                 FROM application_events e
                 WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
                   AND e.actor_user_id IS NOT NULL AND e.from_status IS NOT NULL
                   AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                          WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
                 GROUP BY e.actor_user_id) m
           LEFT JOIN users u ON u.id = m.user_id
           WHERE m.moves > 0
           ORDER BY m.moves DESC, m.user_id LIMIT $6"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
        super::MAX_MEMBERS,
    )
    .fetch_all(tx.conn()?)
    .await?)
}
