//! `judge.measure`: runs the organization's judge on the labelled sample.

use bole_domain::ids::MeasurementId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Measures the judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureJudge {
    /// The measurement.
    pub measurement_id: MeasurementId,
}

impl TaskKind for MeasureJudge {
    const NAME: &'static str = "judge.measure";
    const LANE: Lane = Lane::Models;
}
