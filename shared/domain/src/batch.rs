//! Batch evaluation: the sources of entries and the states of their tasks.

use crate::wire_enum;

wire_enum! {
    /// Where the entries of a batch come from.
    pub enum BatchSource {
        /// An uploaded ZIP.
        Upload => "upload",
        /// Resumes emailed to the job's address.
        Mail => "mail",
        /// People of the talent pool.
        Pool => "pool",
        /// Applications evaluated again, or for another job.
        Reevaluation => "reevaluation",
    }
}

wire_enum! {
    /// The state of an entry's task. `Skipped` only applies to ZIP entries that are not resumes.
    pub enum TaskStatus {
        /// Waiting for a worker.
        Pending => "pending",
        /// Leased by a worker.
        Processing => "processing",
        /// Done; the result is stored.
        Completed => "completed",
        /// Ended without a result; needs a person.
        Failed => "failed",
        /// Scheduled for an automatic retry.
        Retry => "retry",
        /// Not evaluated, for a stated reason.
        Skipped => "skipped",
    }
}

impl TaskStatus {
    /// Whether the task is still in progress: the screen polls while any task is active.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self, Self::Pending | Self::Processing | Self::Retry)
    }
}
