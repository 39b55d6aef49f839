//! Batch evaluation: where entries come from, and the states of a queued task.

use crate::wire_enum;

wire_enum! {
    /// Where the entries of a batch come from.
    pub enum BatchSource {
        /// An uploaded ZIP.
        Upload => "upload",
        /// Resumes that were mailed to the job's address.
        Mail => "mail",
        /// People of the talent pool.
        Pool => "pool",
        /// Applications that are evaluated again, or for another job.
        Reevaluation => "reevaluation",
    }
}

wire_enum! {
    /// Where a task of the queue stands. `Skipped` is only ever the state of a ZIP entry that is no resume.
    pub enum TaskStatus {
        /// Waiting for a worker.
        Pending => "pending",
        /// A worker holds its lease.
        Processing => "processing",
        /// Done; the result is stored.
        Completed => "completed",
        /// Ended without a result; waits for a person.
        Failed => "failed",
        /// Will be tried again by itself, later.
        Retry => "retry",
        /// Not evaluated, for a stated reason.
        Skipped => "skipped",
    }
}

impl TaskStatus {
    /// Whether the queue still has something to do for it: the screen polls while any task is active.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self, Self::Pending | Self::Processing | Self::Retry)
    }
}
