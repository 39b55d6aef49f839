//! The history of an application.

use crate::wire_enum;

wire_enum! {
    /// Who made a change.
    pub enum EventActor {
        /// A member of the organization.
        Person => "person",
        /// The AI.
        Ai => "ai",
        /// An expired deadline.
        Clock => "clock",
        /// The candidate, through their private link.
        Candidate => "candidate",
    }
}
