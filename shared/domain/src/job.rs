//! Enums of jobs: drafts, sort orders, interview locations.

use crate::wire_enum;

wire_enum! {
    /// A text of a job that AI can draft.
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
    /// The sort order of a list of jobs.
    pub enum JobSort {
        /// Newest first.
        Newest => "newest",
        /// Latest activity first: an edit, an upload, or a candidate's change.
        Activity => "activity",
        /// By title.
        Title => "title",
        /// Most candidates first.
        Candidates => "candidates",
    }
}

wire_enum! {
    /// Where an interview takes place.
    pub enum LocationType {
        /// Through a booking link.
        Online => "online",
        /// At an address.
        Onsite => "onsite",
    }
}
