//! `offer.mail`: emails the signed letter of an accepted offer, or tells the candidate that their offer was withdrawn.

use bole_domain::ids::{OfferId, UserId};
use bole_domain::offer::OfferAction;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Emails one of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailOffer {
    /// The offer.
    pub offer_id: OfferId,
    /// The version created by the action.
    pub version: i32,
    /// The acceptance or the withdrawal.
    pub action: OfferAction,
    /// A member; the candidate if `None`.
    pub to: Option<UserId>,
}

impl TaskKind for MailOffer {
    const NAME: &'static str = "offer.mail";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 10;
}
