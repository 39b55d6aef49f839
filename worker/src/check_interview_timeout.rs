//! `interview.check_timeout`: moves candidates whose invitation nobody answered for five days, a thousand at a time.

use bole_domain::email::INVITATION_TIMEOUT;
use bole_domain::stage::Move;
use bole_queue::kinds::CheckInterviewTimeout;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest};
use bole_store::{Actor, timeouts};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use crate::Tools;

/// How long before that a warning is counted.
const WARNING: Duration = Duration::days(1);
/// At most so many in one transaction.
const STEP: i64 = 1000;

/// Runs `interview.check_timeout`.
pub struct CheckInterviewTimeoutHandler {
    tools: Tools,
}

impl CheckInterviewTimeoutHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for CheckInterviewTimeoutHandler {
    type Kind = CheckInterviewTimeout;

    async fn run(&self, context: &TaskContext, _: CheckInterviewTimeout) -> Result<Outcome, TaskError> {
        let due = OffsetDateTime::now_utc() + self.tools.clock_offset - INVITATION_TIMEOUT;
        let (mut online, mut onsite) = (0, 0);
        loop {
            let mut tx = context.open(&Actor::clock(context.organization())).await?;
            let invited = timeouts::invited_before(&mut tx, due, STEP).await?;
            let items: Vec<MoveItem> = invited.iter().map(|(id, _)| MoveItem::current(*id)).collect();
            let request =
                MoveRequest { what: Move::TimeOut, items: &items, reason: None, authority: Authority::System };
            let outcomes = moves::apply(&mut tx, &request).await?;
            let moved = invited.iter().zip(&outcomes).filter(|(_, outcome)| outcome.moved().is_some());
            let (mut moved_online, mut moved_onsite) = (0, 0);
            for ((_, is_online), _) in moved {
                if *is_online { moved_online += 1 } else { moved_onsite += 1 }
            }
            (online, onsite) = (online + moved_online, onsite + moved_onsite);
            let ended = invited.len() < usize::try_from(STEP).unwrap_or(usize::MAX) || moved_online + moved_onsite == 0;
            if ended {
                let warnings = timeouts::count_invited_before(&mut tx, due + WARNING).await?;
                let result = json!({
                    "updated_count": online + onsite, "online_timeout_count": online, "onsite_timeout_count": onsite,
                    "warnings_count": warnings,
                });
                context.finish_in(&mut tx, result).await?;
                tx.commit().await?;
                return Ok(Outcome::Finished);
            }
            tx.commit().await?;
            context.progress(online + onsite, 0);
        }
    }
}
