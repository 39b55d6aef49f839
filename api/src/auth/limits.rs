//! How often accounts may be tried and written to.

use std::time::Duration;

use bole_store::Db;
use bole_store::rate_limits::RateLimit;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);

/// Sign-ins by source and account, until one succeeds.
pub const SIGN_INS: RateLimit = RateLimit { name: "sign-ins", allowed: 10, window: TEN_MINUTES };

/// Sign-ins by a browser that signed in to the account before, until one succeeds. They are counted apart from everybody
/// else's, so that nobody locks an owner out by guessing.
pub const SIGN_INS_BY_DEVICE: RateLimit = RateLimit { name: "sign-ins by device", allowed: 20, window: TEN_MINUTES };

/// Failed sign-ins by account, from whatever source, known browsers left out.
pub const FAILURES_OF: RateLimit = RateLimit { name: "failures of", allowed: 100, window: TEN_MINUTES };

/// Failed sign-ins by source, whatever account: one caller guessing at many, or a large office on a bad morning.
pub const FAILURES_FROM: RateLimit = RateLimit { name: "failures from", allowed: 200, window: TEN_MINUTES };

/// Changes of a password by user.
pub const PASSWORD_CHANGES: RateLimit = RateLimit { name: "password changes", allowed: 20, window: TEN_MINUTES };

/// Looking at invitations by source.
pub const LINKS_FROM: RateLimit = RateLimit { name: "links from", allowed: 300, window: TEN_MINUTES };

/// Answers to an invitation by its link.
pub const ANSWERS_BY_LINK: RateLimit = RateLimit { name: "answers by link", allowed: 30, window: TEN_MINUTES };

/// Bookings, moves and cancellations by a candidate's link.
pub const BOOKINGS_BY_LINK: RateLimit = RateLimit { name: "bookings by link", allowed: 60, window: HOUR };

/// Looks at an offer by a candidate's link: each locks the offer.
pub const OFFER_VIEWS_BY_LINK: RateLimit = RateLimit { name: "offer views by link", allowed: 300, window: HOUR };

/// Answers to an offer by a candidate's link.
pub const OFFER_ANSWERS_BY_LINK: RateLimit = RateLimit { name: "offer answers by link", allowed: 30, window: HOUR };

/// Messages to webhooks by source: a booking service has few, and an organization's bookings come one by one.
pub const HOOKS_FROM: RateLimit = RateLimit { name: "hooks from", allowed: 600, window: TEN_MINUTES };

/// Genuine messages to an organization's webhook.
pub const HOOKS_OF: RateLimit = RateLimit { name: "hooks of", allowed: 300, window: TEN_MINUTES };

/// Letters made for a candidate by their link: each takes longer than reading a row.
pub const LETTERS_BY_LINK: RateLimit = RateLimit { name: "letters by link", allowed: 60, window: HOUR };

/// Reading a job that is being written into a rubric, by user: typing pauses more often than this are rare.
pub const RUBRIC_PREVIEWS: RateLimit = RateLimit { name: "rubric previews", allowed: 300, window: TEN_MINUTES };

/// Account mail by who asks for it; an organization that invites everybody stays below.
pub const MAILS_FROM: RateLimit = RateLimit { name: "mails from", allowed: 300, window: HOUR };

/// Account mail by recipient.
pub const ACCOUNT_MAILS: RateLimit = RateLimit { name: "account mails", allowed: 10, window: HOUR };

/// Counts an event of each kind, and stops at the first that is one too many: 429 with this code. What is refused already
/// leaves no counts behind for the others.
///
/// # Errors
/// 429, or 503 when the database does not answer.
pub async fn count_all(db: &Db, limits: &[(&RateLimit, &str)], code: Code) -> ApiResult<()> {
    for (limit, key) in limits {
        if let Some(wait) = limit.count(db, key).await? {
            return Err(ApiError::too_many(code, wait));
        }
    }
    Ok(())
}
