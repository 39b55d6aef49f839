//! Rate limits on accounts and emails.

use std::time::Duration;

use bole_store::Db;
use bole_store::rate_limits::RateLimit;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);

/// Sign-ins by source and account, reset by a success.
pub const SIGN_INS: RateLimit = RateLimit { name: "sign-ins", allowed: 10, window: TEN_MINUTES };

/// Sign-ins by a browser that has signed in to the account before, reset by a success. Counted separately, so that
/// nobody can lock an owner out by guessing.
pub const SIGN_INS_BY_DEVICE: RateLimit = RateLimit { name: "sign-ins by device", allowed: 20, window: TEN_MINUTES };

/// Failed sign-ins by account from all sources, except known browsers.
pub const FAILURES_OF: RateLimit = RateLimit { name: "failures of", allowed: 100, window: TEN_MINUTES };

/// Failed sign-ins by source for all accounts: an attacker guessing at many, or a large office.
pub const FAILURES_FROM: RateLimit = RateLimit { name: "failures from", allowed: 200, window: TEN_MINUTES };

/// Attempts to sign up by source, those included that are refused for their password.
pub const SIGN_UPS_FROM: RateLimit = RateLimit { name: "sign-ups from", allowed: 300, window: TEN_MINUTES };

/// Changes of a password by user.
pub const PASSWORD_CHANGES: RateLimit = RateLimit { name: "password changes", allowed: 20, window: TEN_MINUTES };

/// Invitation views by source.
pub const LINKS_FROM: RateLimit = RateLimit { name: "links from", allowed: 300, window: TEN_MINUTES };

/// Answers to an invitation by its link.
pub const ANSWERS_BY_LINK: RateLimit = RateLimit { name: "answers by link", allowed: 30, window: TEN_MINUTES };

/// Uses of candidates' links by source, before the link is looked up: a career fair shares an address.
pub const CANDIDATE_LINKS_FROM: RateLimit =
    RateLimit { name: "candidate links from", allowed: 1_000, window: TEN_MINUTES };

/// Bookings, changes and cancellations by a candidate's link.
pub const BOOKINGS_BY_LINK: RateLimit = RateLimit { name: "bookings by link", allowed: 60, window: HOUR };

/// Looks at a booking page by a candidate's link: each computes the free times.
pub const BOOKING_VIEWS_BY_LINK: RateLimit = RateLimit { name: "booking views by link", allowed: 300, window: HOUR };

/// Looks at an offer by a candidate's link: each locks the offer.
pub const OFFER_VIEWS_BY_LINK: RateLimit = RateLimit { name: "offer views by link", allowed: 300, window: HOUR };

/// Answers to an offer by a candidate's link.
pub const OFFER_ANSWERS_BY_LINK: RateLimit = RateLimit { name: "offer answers by link", allowed: 30, window: HOUR };

/// Webhook messages by source: a booking service has few addresses, and bookings arrive one by one.
pub const HOOKS_FROM: RateLimit = RateLimit { name: "hooks from", allowed: 600, window: TEN_MINUTES };

/// Valid messages to an organization's webhook.
pub const HOOKS_OF: RateLimit = RateLimit { name: "hooks of", allowed: 300, window: TEN_MINUTES };

/// Offer letters rendered by a candidate's link; rendering is expensive.
pub const LETTERS_BY_LINK: RateLimit = RateLimit { name: "letters by link", allowed: 60, window: HOUR };

/// Endings of a member's sessions by an organization.
pub const SESSION_ENDINGS: RateLimit = RateLimit { name: "session endings", allowed: 5, window: HOUR };

/// Rubric previews by user; typing rarely pauses more often than this.
pub const RUBRIC_PREVIEWS: RateLimit = RateLimit { name: "rubric previews", allowed: 300, window: TEN_MINUTES };

/// Readings of a job's criteria by user, also of those being corrected.
pub const CRITERIA_READINGS: RateLimit = RateLimit { name: "criteria readings", allowed: 600, window: TEN_MINUTES };

/// Tests of an organization's AI provider, which may be any server.
pub const AI_TESTS: RateLimit = RateLimit { name: "AI tests", allowed: 30, window: TEN_MINUTES };

/// Account emails by requester; an organization inviting everyone stays below it.
pub const MAILS_FROM: RateLimit = RateLimit { name: "mails from", allowed: 300, window: HOUR };

/// Account emails by recipient.
pub const ACCOUNT_MAILS: RateLimit = RateLimit { name: "account mails", allowed: 10, window: HOUR };

/// Counts an event for each limit and stops at the first that is exceeded: 429 with this code. Later limits are not
/// counted then.
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
