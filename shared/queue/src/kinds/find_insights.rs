//! `dashboard.insights`: describes what stands out in the metrics of a period.

use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::TaskKind;

/// Finds insights and describes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindInsights {
    /// The requesting user; the metrics cover what they can access.
    pub user_id: UserId,
    /// The language of the text.
    pub language: Language,
    /// Start of the period, inclusive.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// End of the period, exclusive.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Only this job.
    pub job_id: Option<JobId>,
}

impl TaskKind for FindInsights {
    const NAME: &'static str = "dashboard.insights";
    const LANE: Lane = Lane::Models;
    // A user is waiting for it.
    const PRIORITY: i16 = -20;
}
