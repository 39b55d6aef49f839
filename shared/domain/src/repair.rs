//! Repair of outdated or faulty readings.

use crate::wire_enum;

wire_enum! {
    /// Which resumes to read again.
    pub enum ReadingFilter {
        /// Those read by an older version or not completely.
        Outdated => "outdated",
        /// All.
        All => "all",
    }
}

wire_enum! {
    /// A problem with the dates of an employment.
    pub enum EmploymentProblem {
        /// The first month is missing, or the last one of an employment that ended.
        Missing => "missing",
        /// It ends before it begins.
        Reversed => "reversed",
        /// It overlaps another employment of the same resume by more than a month.
        Overlapping => "overlapping",
    }
}

wire_enum! {
    /// The status of a resume's career analysis.
    pub enum AnalysisStatus {
        /// Requested.
        Pending => "pending",
        /// In progress.
        Processing => "processing",
        /// Completed.
        Completed => "completed",
        /// Failed.
        Failed => "failed",
    }
}
