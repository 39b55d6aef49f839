//! `offer.notify`: emails members that an offer waits for them or was answered.

use bole_domain::ids::{OfferId, UserId};
use bole_domain::offer::OfferAction;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Notifies the members an action concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotifyOffer {
    /// The offer.
    pub offer_id: OfferId,
    /// The version created by the action.
    pub version: i32,
    /// The action.
    pub action: OfferAction,
    /// The member who acted; `None` for the candidate and the clock.
    pub by: Option<UserId>,
}

impl TaskKind for NotifyOffer {
    const NAME: &'static str = "offer.notify";
    const LANE: Lane = Lane::General;
}
