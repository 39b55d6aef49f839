//! Metrics of a period and the one before: entries into each stage, time spent there, and current counts.
//!
//! Everything is read from the history and current rows under the actor's row security, so the metrics cover exactly
//! the jobs the member can access. Each statement reads only one index of what it counts.

mod attention;
mod breakdown;
pub mod candidates;
mod cohort;
mod history;
mod standing;

use bole_domain::dashboard::{Dashboard, FunnelStage, SubStatusCount, TimeoutSummary};
use bole_domain::ids::JobId;
use bole_domain::stage::{Stage, SubStatus};
use bole_domain::zone::Zone;
use time::OffsetDateTime;

pub use self::breakdown::breakdown;
use crate::interview_hours::DEFAULT_ZONE;
use crate::{StoreResult, TenantTx};

/// The period and job of the metrics, and the zone whose calendar divides the period.
#[derive(Debug, Clone, Copy)]
pub struct DashboardFilter {
    /// Start, inclusive.
    pub from: OffsetDateTime,
    /// End, exclusive.
    pub to: OffsetDateTime,
    pub job_id: Option<JobId>,
    pub zone: Zone,
}

impl DashboardFilter {
    /// The preceding period of the same length.
    #[must_use]
    pub fn before(self) -> Self {
        Self { from: self.from - (self.to - self.from), to: self.from, ..self }
    }
}

const INTERVIEWS: [Stage; 2] = [Stage::OnlineInterview, Stage::OnsiteInterview];
/// The stages that need a decision.
const IN_DECISION: [Stage; 4] = [Stage::AiReview, Stage::OnlineInterview, Stage::OnsiteInterview, Stage::Offer];
const SECONDS_OF_A_DAY: f64 = 86_400.0;
/// The most members listed.
const MAX_MEMBERS: i64 = 50;

/// The organization's time zone, which its days go by.
pub async fn zone(tx: &mut TenantTx) -> StoreResult<Zone> {
    let name =
        sqlx::query_scalar!("SELECT settings->>'timezone' FROM organizations WHERE id = $1", tx.organization().0)
            .fetch_one(tx.conn()?)
            .await?;
    Ok(name.as_deref().and_then(Zone::named).or_else(|| Zone::named(DEFAULT_ZONE)).unwrap_or(Zone::UTC))
}

/// The metrics of a period.
pub async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Dashboard> {
    // Tens of thousands of rows in few groups should be hashed, but the policies' subplans mislead the planner into
    // sorting.
    sqlx::query!("SELECT set_config('enable_sort', 'off', true)").fetch_one(tx.conn()?).await?;
    let entries = history::entries(tx, filter).await?;
    let standings = standing::standings(tx, filter.job_id).await?;
    let arrivals = standing::arrivals(tx, filter).await?;
    let hired = history::hired(tx, filter).await?;
    let jobs = standing::jobs(tx).await?;
    let expired = [
        (Stage::OnlineInterview, SubStatus::OnlineInvitationExpired),
        (Stage::OnsiteInterview, SubStatus::OnsiteInvitationExpired),
    ];
    Ok(Dashboard {
        from: filter.from,
        to: filter.to,
        time_zone: filter.zone.name().to_owned(),
        funnel: funnel(&entries, &standings),
        cohort: cohort::read(tx, filter).await?,
        time_to_hire: cohort::time_to_hire(tx, filter).await?,
        stages: history::stays(tx, filter).await?,
        scores: arrivals.scores(),
        timeouts: TimeoutSummary {
            current: expired.iter().map(|(status, sub_status)| standings.at(*status, *sub_status)).sum(),
            ..history::timeouts(tx, filter).await?
        },
        trend: entries.trend(),
        job_choices: standing::choices(&jobs),
        jobs: standing::summaries(jobs, filter.job_id, &standings, &arrivals, &hired),
        sources: arrivals.sources(),
        members: history::activity(tx, filter).await?,
        workload: standing::workload(tx, filter.job_id, &standings).await?,
        waiting: attention::waiting(tx, filter.job_id, standings.waiting_long()).await?,
        interviews: attention::interviews(tx, filter.job_id).await?,
    })
}

/// All stages in pipeline order.
fn funnel(entries: &history::Entries, standings: &standing::Standings) -> Vec<FunnelStage> {
    let stage = |&status: &Stage| {
        let at = |&sub_status: &SubStatus| SubStatusCount { sub_status, current: standings.at(status, sub_status) };
        let sub_statuses: Vec<_> = status.sub_statuses().iter().map(at).collect();
        let (entered, entered_before) = entries.of(status);
        let current = sub_statuses.iter().map(|count| count.current).sum();
        FunnelStage { status, entered, entered_before, current, sub_statuses }
    };
    Stage::ALL.iter().map(stage).collect()
}
