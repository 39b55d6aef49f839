//! `model_batches.exchange`: sends the organization's gathered requests to its provider, and fetches answers.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Exchanges provider batches with the organization's provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeModelBatches {
    /// Whether the recorded requests are sent now; otherwise more of them are expected.
    pub submits: bool,
}

impl TaskKind for ExchangeModelBatches {
    const NAME: &'static str = "model_batches.exchange";
    const LANE: Lane = Lane::Models;
    // Ahead of evaluations, which may wait for its answers.
    const PRIORITY: i16 = -10;
}
