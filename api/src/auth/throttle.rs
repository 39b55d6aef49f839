//! How often accounts may be tried and written to.

use std::time::Duration;

use bole_store::brakes::Brake;

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);

/// Sign-ins by caller and account, until one succeeds.
pub const SIGN_INS: Brake = Brake { name: "sign-ins", allowed: 10, window: TEN_MINUTES };

/// Failed sign-ins by account, wherever from: many callers guessing at one account, while its owner still gets in.
pub const FAILURES_OF: Brake = Brake { name: "failures of", allowed: 100, window: TEN_MINUTES };

/// Failed sign-ins by caller, whatever account: one caller guessing at many, or a large office on a bad morning.
pub const FAILURES_FROM: Brake = Brake { name: "failures from", allowed: 200, window: TEN_MINUTES };

/// Looking at invitations by caller.
pub const LINKS_FROM: Brake = Brake { name: "links from", allowed: 300, window: TEN_MINUTES };

/// Answers to an invitation by its link.
pub const ANSWERS_BY_LINK: Brake = Brake { name: "answers by link", allowed: 30, window: TEN_MINUTES };

/// Reading a job that is being written into a rubric, by user: typing pauses more often than this are rare.
pub const RUBRIC_PREVIEWS: Brake = Brake { name: "rubric previews", allowed: 300, window: TEN_MINUTES };

/// Account mail by who asks for it; an organization that invites everybody stays below.
pub const MAILS_FROM: Brake = Brake { name: "mails from", allowed: 300, window: HOUR };

/// Account mail by recipient.
pub const ACCOUNT_MAILS: Brake = Brake { name: "account mails", allowed: 10, window: HOUR };
