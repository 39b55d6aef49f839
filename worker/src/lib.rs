//! Task handlers: one file per kind.

/// Declares the handler of a kind that has the worker's tools.
macro_rules! handler {
    ($name:ident) => {
        pub struct $name {
            tools: crate::Tools,
        }

        impl $name {
            #[must_use]
            pub const fn new(tools: crate::Tools) -> Self {
                Self { tools }
            }
        }
    };
}

mod analyze_resume;
mod announce_interview;
mod announce_interview_changes;
mod batcher;
mod call_off_interviews;
mod check_interview_timeout;
mod clear_batch;
mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod evaluate_resumes;
mod evaluation_tasks;
mod exchange_model_batches;
mod export_dashboard;
mod find_insights;
mod generate_emails;
mod interview_mail;
mod mail_offer;
mod measure_judge;
mod model_work;
mod notices;
mod notify_offer;
mod poll_mailbox;
mod promote_batch;
mod propose_follow_ups;
mod rank_pool;
mod reading;
mod refresh_calendar;
mod remind_interviews;
mod reprocess_resumes;
mod retry_batch;
pub mod sandboxed;
mod send_account_mail;
mod send_digest;
mod send_email;
mod send_reminder;
mod translate_text;
mod unpack_batch;
mod watch_mailboxes;

use std::path::PathBuf;
use std::sync::Arc;

use bole_ai::Judge;
use bole_documents::Sandbox;
use bole_domain::email::SendingLimits;
use bole_domain::outbound::AllowedHosts;
use bole_mail::{Deliverer, MailServer};
use bole_providers::{Providers, Rates};
use bole_queue::{Concurrency, Registry, Signals};
use bole_secrets::ServerKey;
use bole_storage::Storage;

pub use analyze_resume::AnalyzeResumeHandler;
pub use announce_interview::AnnounceInterviewHandler;
pub use announce_interview_changes::AnnounceInterviewChangesHandler;
pub use call_off_interviews::CallOffInterviewsHandler;
pub use check_interview_timeout::CheckInterviewTimeoutHandler;
pub use clear_batch::ClearBatchHandler;
pub use draft_job::DraftJobHandler;
pub use evaluate_applications::EvaluateApplicationsHandler;
pub use evaluate_resume::EvaluateResumeHandler;
pub use evaluate_resumes::EvaluateResumesHandler;
pub use exchange_model_batches::ExchangeModelBatchesHandler;
pub use export_dashboard::ExportDashboardHandler;
pub use find_insights::FindInsightsHandler;
pub use generate_emails::GenerateEmailsHandler;
pub use mail_offer::MailOfferHandler;
pub use measure_judge::MeasureJudgeHandler;
pub use notify_offer::NotifyOfferHandler;
pub use poll_mailbox::PollMailboxHandler;
pub use promote_batch::PromoteBatchHandler;
pub use propose_follow_ups::ProposeFollowUpsHandler;
pub use rank_pool::RankPoolHandler;
pub use refresh_calendar::RefreshCalendarHandler;
pub use remind_interviews::RemindInterviewsHandler;
pub use reprocess_resumes::ReprocessResumesHandler;
pub use retry_batch::RetryBatchHandler;
pub use send_account_mail::SendAccountMailHandler;
pub use send_digest::SendDigestHandler;
pub use send_email::SendEmailHandler;
pub use send_reminder::SendReminderHandler;
pub use translate_text::TranslateTextHandler;
pub use unpack_batch::UnpackBatchHandler;
pub use watch_mailboxes::MailboxWatcher;

/// At most this many entries of a batch change in one transaction: others wait for its locks.
pub(crate) const PAGE: usize = 500;

/// A mail server, and who writes through it.
#[derive(Debug, Clone)]
pub struct MailSettings {
    pub server: MailServer,
    /// The From address, such as `Bole <bole@example.com>`.
    pub from: String,
    /// Limits for email to candidates.
    pub limits: SendingLimits,
    /// Maximum emails per day of an organization that the operator has not verified, if limited.
    pub unverified_per_day: Option<i64>,
}

/// Dependencies of the handlers.
#[derive(Clone)]
pub struct Tools {
    pub storage: Storage,
    /// The child processes that read untrusted files.
    pub sandbox: Arc<Sandbox>,
    pub judge: Arc<dyn Judge>,
    /// The AI providers of organizations.
    pub providers: Arc<Providers>,
    /// Wakes workers for enqueued tasks.
    pub signals: Signals,
    /// The server's mail server, if configured.
    pub mail: Option<MailSettings>,
    /// Whether email of organizations without a mail server is captured.
    pub captures_mail: bool,
    /// The server's public URL, for links in emails to members and about interviews; without it they have none.
    pub public_url: Option<String>,
    /// Private mail servers that organizations may use.
    pub mail_allow_hosts: AllowedHosts,
    /// The key for organizations' passwords.
    pub server_key: Option<ServerKey>,
    /// The offset of the clock used for timeouts.
    pub clock_offset: time::Duration,
    /// Delivers email to servers.
    pub deliverer: Deliverer,
    /// Maximum storage of an organization in bytes.
    pub storage_limit: u64,
    /// Counts emails for mail server limits, shared by all workers.
    pub rates: Arc<dyn Rates>,
    /// Where archives are unpacked; on the same disk as the stored files, files are moved instead of copied.
    pub scratch: PathBuf,
}

impl Tools {
    /// These slots, without those for scans where no text is recognised: a task there could only fail.
    #[must_use]
    pub fn lanes(&self, concurrency: Concurrency) -> Concurrency {
        let scans = if self.sandbox.recognizer().is_some() { concurrency.scans } else { 0 };
        Concurrency { scans, ..concurrency }
    }
}

/// All kinds of tasks in this crate.
#[must_use]
pub fn registry(tools: &Tools) -> Registry {
    Registry::new()
        .with(CheckInterviewTimeoutHandler::new(tools.clone()))
        .with(RemindInterviewsHandler::new(tools.clone()))
        .with(SendReminderHandler::new(tools.clone()))
        .with(AnnounceInterviewHandler::new(tools.clone()))
        .with(AnnounceInterviewChangesHandler::new(tools.clone()))
        .with(CallOffInterviewsHandler::new(tools.clone()))
        .with(GenerateEmailsHandler::new(tools.clone()))
        .with(NotifyOfferHandler::new(tools.clone()))
        .with(MailOfferHandler::new(tools.clone()))
        .with(PollMailboxHandler::new(tools.clone()))
        .with(RefreshCalendarHandler::new(tools.clone()))
        .with(SendEmailHandler::new(tools.clone()))
        .with(SendDigestHandler::new(tools.clone()))
        .with(SendAccountMailHandler::new(tools.clone()))
        .with(UnpackBatchHandler::new(tools.clone()))
        .with(EvaluateResumeHandler::new(tools.clone()))
        .with(EvaluateResumesHandler::new(tools.clone()))
        .with(EvaluateApplicationsHandler::new(tools.clone()))
        .with(ExchangeModelBatchesHandler::new(tools.clone()))
        .with(PromoteBatchHandler)
        .with(RetryBatchHandler::new(tools.clone()))
        .with(ClearBatchHandler)
        .with(RankPoolHandler::new(tools.clone()))
        .with(DraftJobHandler::new(tools.clone()))
        .with(TranslateTextHandler::new(tools.clone()))
        .with(ProposeFollowUpsHandler::new(tools.clone()))
        .with(ExportDashboardHandler::new(tools.clone()))
        .with(FindInsightsHandler::new(tools.clone()))
        .with(MeasureJudgeHandler::new(tools.clone()))
        .with(ReprocessResumesHandler::new(tools.clone()))
        .with(AnalyzeResumeHandler::new(tools.clone()))
}
