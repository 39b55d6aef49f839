//! Emails to candidates.

use crate::wire_enum;

wire_enum! {
    /// What an email to a candidate is for.
    pub enum EmailType {
        /// Invites to an online interview.
        OnlineInvitation => "online_invitation",
        /// Invites to an onsite interview.
        OnsiteInvitation => "onsite_invitation",
        /// Announces that an offer is intended.
        OfferIntent => "offer_intent",
        /// Carries the offer.
        OfferSent => "offer_sent",
        /// Rejects.
        Rejection => "rejection",
    }
}
