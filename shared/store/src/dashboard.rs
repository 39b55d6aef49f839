//! Figures over a period and the one before: what entered each stage, how long it stayed there, and what is there now.
//!
//! Everything is read from the history and the present rows under the actor's own row security, so the figures cover
//! exactly the jobs that the member reaches. Each statement reads one index of what it counts and nothing else.

mod attention;
pub mod candidates;
mod history;
mod standing;

use bole_domain::dashboard::{Dashboard, FunnelStage, SubStatusCount, TimeoutSummary};
use bole_domain::ids::JobId;
use bole_domain::stage::{Stage, SubStatus};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The period and the job that figures are asked for.
#[derive(Debug, Clone, Copy)]
pub struct DashboardFilter {
    /// The first moment that counts.
    pub from: OffsetDateTime,
    /// The first moment that no longer counts.
    pub to: OffsetDateTime,
    /// Only this job.
    pub job_id: Option<JobId>,
}

impl DashboardFilter {
    /// The period of the same length before.
    #[must_use]
    pub fn before(self) -> Self {
        Self { from: self.from - (self.to - self.from), to: self.from, ..self }
    }
}

/// The stages of interviews.
const INTERVIEWS: [Stage; 2] = [Stage::OnlineInterview, Stage::OnsiteInterview];
/// The stages in which somebody has to decide.
const IN_DECISION: [Stage; 4] = [Stage::AiReview, Stage::OnlineInterview, Stage::OnsiteInterview, Stage::Offer];
/// At most so many members are listed.
const MAX_MEMBERS: i64 = 50;

/// The figures of a period.
///
/// # Errors
/// When the database does not answer.
pub async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Dashboard> {
    // Tens of thousands of rows in a few groups: hashed, never sorted, whatever the policies' subplans seem to cost.
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
        funnel: funnel(&entries, &standings),
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

/// Every stage in the order of the pipeline.
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
