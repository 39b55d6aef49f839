//! The words of jobs: what of them can be drafted, in what order they are listed, where interviews take place.

use crate::wire_enum;

wire_enum! {
    /// A text of a job that can be drafted.
    pub enum DraftKind {
        /// The job description.
        Jd => "jd",
        /// The evaluation criteria.
        Criteria => "criteria",
        /// The interview questions.
        Questions => "questions",
    }
}

wire_enum! {
    /// The order of a list of jobs.
    pub enum JobSort {
        /// The latest made first.
        Newest => "newest",
        /// The latest active first: its own change, an upload, a candidate's change.
        Activity => "activity",
        /// By title.
        Title => "title",
        /// Those with the most candidates first.
        Candidates => "candidates",
    }
}

wire_enum! {
    /// Where an interview takes place.
    pub enum LocationType {
        /// By a booking link.
        Online => "online",
        /// At an address.
        Onsite => "onsite",
    }
}
