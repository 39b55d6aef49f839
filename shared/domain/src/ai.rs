//! Use of AI providers.

use std::time::Duration;

use time::OffsetDateTime;

use crate::wire_enum;

wire_enum! {
    /// What a provider was used for.
    pub enum AiPurpose {
        /// Evaluating resumes.
        Evaluation => "evaluation",
        /// Drafting texts of jobs.
        Draft => "draft",
        /// Translating texts.
        Translation => "translation",
        /// Writing emails.
        Email => "email",
        /// Reading the dashboard's figures.
        Insights => "insights",
        /// Proposing follow-up questions in interviews.
        Interview => "interview",
        /// Testing a model, and measuring the judge on labelled resumes.
        Measurement => "measurement",
    }
}

wire_enum! {
    /// When resumes are evaluated that were evaluated before.
    pub enum EvaluationTiming {
        /// As soon as the provider takes it.
        Now => "now",
        /// As a provider batch, at about half price.
        WithinADay => "within_a_day",
    }
}

#[expect(clippy::derivable_impls, reason = "the macro declares the enum")]
impl Default for EvaluationTiming {
    fn default() -> Self {
        Self::Now
    }
}

/// How long a request may be at the provider before its batch is cancelled and it is asked now. A provider batch ends within
/// this time as well.
pub const BATCH_WINDOW: Duration = Duration::from_hours(24);
/// How long the answers of a batch are waited for that was cancelled at the end of this time. Providers take some minutes.
pub const CANCEL_WINDOW: Duration = Duration::from_mins(30);
/// The part of the usual price that a provider charges for a request of a batch.
pub const BATCH_PRICE_FACTOR: f64 = 0.5;
/// Requests are gathered until none came for this long.
const GATHERING_PAUSE: time::Duration = time::Duration::seconds(30);
/// A steady flow of requests is divided after this long.
const GATHERING_LIMIT: time::Duration = time::Duration::minutes(10);

/// Whether requests are sent to the provider now, rather than waiting for more of them.
#[must_use]
pub fn is_gathered(first: OffsetDateTime, last: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - last >= GATHERING_PAUSE || now - first >= GATHERING_LIMIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_gathered_until_a_pause_but_not_forever() {
        let now = OffsetDateTime::UNIX_EPOCH + time::Duration::hours(1);
        let ago = |seconds| now - time::Duration::seconds(seconds);
        assert!(!is_gathered(ago(100), ago(5), now));
        assert!(is_gathered(ago(100), ago(30), now));
        assert!(is_gathered(ago(600), ago(0), now));
    }
}
