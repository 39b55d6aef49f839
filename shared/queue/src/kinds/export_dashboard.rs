//! `dashboard.export`: exports the metrics of a period as a file.

use bole_domain::ids::ExportId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Creates the file of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportDashboard {
    /// The export.
    pub export_id: ExportId,
}

impl TaskKind for ExportDashboard {
    const NAME: &'static str = "dashboard.export";
    const LANE: Lane = Lane::General;
    // A user is waiting for it.
    const PRIORITY: i16 = -10;
}
