//! Where applications come from.

use crate::wire_enum;

wire_enum! {
    /// The way an application came.
    pub enum ApplicationSource {
        /// In a batch of resumes.
        Batch => "batch",
        /// Mailed to the job's address.
        Email => "email",
        /// Written down by a member.
        Manual => "manual",
        /// Brought over from another system.
        Import => "import",
        /// From the talent pool.
        Pool => "pool",
        /// From a careers page.
        Careers => "careers",
    }
}
