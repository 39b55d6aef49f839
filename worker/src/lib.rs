//! What workers do: one file per task kind.

mod analyze_resume;
mod announce_interview;
mod batcher;
mod check_interview_timeout;
mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod export_dashboard;
mod find_insights;
mod generate_emails;
mod interview_mail;
mod model_work;
mod notices;
mod poll_mailbox;
mod promote_batch;
mod propose_follow_ups;
mod rank_pool;
mod reading;
mod refresh_calendar;
mod remind_interviews;
mod reprocess_resumes;
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
use bole_queue::{Registry, Signals};
use bole_secrets::ServerKey;
use bole_storage::Storage;

pub use analyze_resume::AnalyzeResumeHandler;
pub use announce_interview::AnnounceInterviewHandler;
pub use check_interview_timeout::CheckInterviewTimeoutHandler;
pub use draft_job::DraftJobHandler;
pub use evaluate_applications::EvaluateApplicationsHandler;
pub use evaluate_resume::EvaluateResumeHandler;
pub use export_dashboard::ExportDashboardHandler;
pub use find_insights::FindInsightsHandler;
pub use generate_emails::GenerateEmailsHandler;
pub use poll_mailbox::PollMailboxHandler;
pub use promote_batch::PromoteBatchHandler;
pub use propose_follow_ups::ProposeFollowUpsHandler;
pub use rank_pool::RankPoolHandler;
pub use refresh_calendar::RefreshCalendarHandler;
pub use remind_interviews::RemindInterviewsHandler;
pub use reprocess_resumes::ReprocessResumesHandler;
pub use send_account_mail::SendAccountMailHandler;
pub use send_digest::SendDigestHandler;
pub use send_email::SendEmailHandler;
pub use send_reminder::SendReminderHandler;
pub use translate_text::TranslateTextHandler;
pub use unpack_batch::UnpackBatchHandler;
pub use watch_mailboxes::MailboxWatcher;

/// A mail server, and who writes through it.
#[derive(Debug, Clone)]
pub struct MailSettings {
    /// The server.
    pub server: MailServer,
    /// The sender, as in `Bole <bole@example.com>`.
    pub from: String,
    /// How much email to candidates it is given in a minute.
    pub limits: SendingLimits,
}

/// What the handlers work with.
#[derive(Clone)]
pub struct Tools {
    /// Stored files.
    pub storage: Storage,
    /// The children that read hostile files.
    pub sandbox: Arc<Sandbox>,
    /// Who judges resumes.
    pub judge: Arc<dyn Judge>,
    /// Who does organizations' model work.
    pub providers: Arc<Providers>,
    /// Wakes workers for what a task enqueues.
    pub signals: Signals,
    /// The server's own mail server, where one is set.
    pub mail: Option<MailSettings>,
    /// Whether email of organizations without a mail server goes into the local mailbox.
    pub captures_mail: bool,
    /// Private mail servers that organizations may name.
    pub mail_allow_hosts: AllowedHosts,
    /// What passwords of organizations are sealed with.
    pub server_key: Option<ServerKey>,
    /// What is added to the clock that timeouts use.
    pub clock_offset: time::Duration,
    /// Hands mail to servers.
    pub deliverer: Deliverer,
    /// The most bytes an organization may store.
    pub storage_limit: u64,
    /// Counts mail for the limits of its servers, for all workers together.
    pub rates: Arc<dyn Rates>,
    /// Where archives are unpacked; best on the same disk as the stored files, which then are moved, not copied.
    pub scratch: PathBuf,
}

/// Every kind of task this crate knows.
#[must_use]
pub fn registry(tools: &Tools) -> Registry {
    Registry::new()
        .with(CheckInterviewTimeoutHandler::new(tools.clone()))
        .with(RemindInterviewsHandler::new(tools.clone()))
        .with(SendReminderHandler::new(tools.clone()))
        .with(AnnounceInterviewHandler::new(tools.clone()))
        .with(GenerateEmailsHandler::new(tools.clone()))
        .with(PollMailboxHandler::new(tools.clone()))
        .with(RefreshCalendarHandler::new(tools.clone()))
        .with(SendEmailHandler::new(tools.clone()))
        .with(SendDigestHandler::new(tools.clone()))
        .with(SendAccountMailHandler::new(tools.clone()))
        .with(UnpackBatchHandler::new(tools.clone()))
        .with(EvaluateResumeHandler::new(tools.clone()))
        .with(EvaluateApplicationsHandler::new(tools.clone()))
        .with(PromoteBatchHandler)
        .with(RankPoolHandler::new(tools.clone()))
        .with(DraftJobHandler::new(tools.clone()))
        .with(TranslateTextHandler::new(tools.clone()))
        .with(ProposeFollowUpsHandler::new(tools.clone()))
        .with(ExportDashboardHandler::new(tools.clone()))
        .with(FindInsightsHandler::new(tools.clone()))
        .with(ReprocessResumesHandler::new(tools.clone()))
        .with(AnalyzeResumeHandler::new(tools.clone()))
}
