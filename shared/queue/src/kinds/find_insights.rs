//! `dashboard.insights`: what stands out in the figures of a period, in words.

use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::TaskKind;

/// Finds what stands out, and says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindInsights {
    /// Who asks: the figures are those they reach.
    pub user_id: UserId,
    /// In which language.
    pub language: Language,
    /// The first moment that counts.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// The first moment that no longer counts.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Only this job.
    pub job_id: Option<JobId>,
}

impl TaskKind for FindInsights {
    const NAME: &'static str = "dashboard.insights";
    const LANE: Lane = Lane::Models;
    // Somebody waits for it.
    const PRIORITY: i16 = -20;
}
