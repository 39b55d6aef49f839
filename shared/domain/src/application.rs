//! Sources of applications.

use crate::wire_enum;

wire_enum! {
    /// How an application was created.
    pub enum ApplicationSource {
        /// From a batch of resumes.
        Batch => "batch",
        /// Emailed to the job's address.
        Email => "email",
        /// Entered by a member.
        Manual => "manual",
        /// Imported from another system.
        Import => "import",
        /// From the talent pool.
        Pool => "pool",
        /// From a careers page.
        Careers => "careers",
    }
}
