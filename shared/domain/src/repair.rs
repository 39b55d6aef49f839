//! What is put right of readings that went wrong or are old.

use crate::wire_enum;

wire_enum! {
    /// Which resumes are read again.
    pub enum ReadingFilter {
        /// Those that an older version read, or that were not read to the end.
        Outdated => "outdated",
        /// All.
        All => "all",
    }
}

wire_enum! {
    /// What is wrong with the dates of an employment.
    pub enum EmploymentProblem {
        /// No first month, or no last one although it ended.
        Missing => "missing",
        /// It ends before it begins.
        Reversed => "reversed",
        /// It shares more than a month with another one of the same resume.
        Overlapping => "overlapping",
    }
}

wire_enum! {
    /// How the analysis of a resume's working life stands.
    pub enum AnalysisStatus {
        /// It was asked for.
        Pending => "pending",
        /// It is under way.
        Processing => "processing",
        /// It is there.
        Completed => "completed",
        /// It could not be made.
        Failed => "failed",
    }
}
