//! The history of an application.

use crate::wire_enum;

wire_enum! {
    /// Who made a change.
    pub enum EventActor {
        /// A member of the organization.
        Person => "person",
        /// The AI.
        Ai => "ai",
        /// A deadline that passed.
        Clock => "clock",
        /// The candidate, by their private link.
        Candidate => "candidate",
    }
}
