//! The kinds of tasks, one file each.

mod analyze_resume;
mod announce_interview;
mod announce_interview_changes;
mod call_off_interviews;
mod check_interview_timeout;
mod clear_batch;
mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod evaluate_resumes;
mod exchange_model_batches;
mod export_dashboard;
mod find_insights;
mod generate_emails;
mod mail_offer;
mod measure_judge;
mod notify_offer;
mod poll_mailbox;
mod promote_batch;
mod propose_follow_ups;
mod rank_pool;
mod refresh_calendar;
mod remind_interviews;
mod reprocess_resumes;
mod retry_batch;
mod send_account_mail;
mod send_digest;
mod send_email;
mod send_reminder;
mod translate_text;
mod unpack_batch;

pub use analyze_resume::AnalyzeResume;
pub use announce_interview::AnnounceInterview;
pub use announce_interview_changes::{AnnounceInterviewChanges, announce_changes, announce_changes_later};
pub use call_off_interviews::{CallOffInterviews, UNDO_TIME, call_off_later, enqueue_call_off};
pub use check_interview_timeout::CheckInterviewTimeout;
pub use clear_batch::ClearBatch;
pub use draft_job::DraftJob;
pub use evaluate_applications::EvaluateApplications;
pub use evaluate_resume::EvaluateResume;
pub use evaluate_resumes::EvaluateResumes;
pub use exchange_model_batches::ExchangeModelBatches;
pub use export_dashboard::ExportDashboard;
pub use find_insights::FindInsights;
pub use generate_emails::GenerateEmails;
pub use mail_offer::MailOffer;
pub use measure_judge::MeasureJudge;
pub use notify_offer::NotifyOffer;
pub use poll_mailbox::PollMailbox;
pub use promote_batch::PromoteBatch;
pub use propose_follow_ups::ProposeFollowUps;
pub use rank_pool::RankPool;
pub use refresh_calendar::RefreshCalendar;
pub use remind_interviews::RemindInterviews;
pub use reprocess_resumes::{ReprocessResumes, UnreadScans};
pub use retry_batch::RetryBatch;
pub use send_account_mail::SendAccountMail;
pub use send_digest::SendDigest;
pub use send_email::{SendEmail, SendEmailRequest};
pub use send_reminder::SendReminder;
pub use translate_text::TranslateText;
pub use unpack_batch::UnpackBatch;

use bole_domain::open_enum;

use crate::TaskKind as _;

/// The names of all kinds.
pub const NAMES: [&str; 32] = [
    AnalyzeResume::NAME,
    AnnounceInterview::NAME,
    AnnounceInterviewChanges::NAME,
    CallOffInterviews::NAME,
    CheckInterviewTimeout::NAME,
    ClearBatch::NAME,
    DraftJob::NAME,
    EvaluateApplications::NAME,
    EvaluateResume::NAME,
    EvaluateResumes::NAME,
    ExchangeModelBatches::NAME,
    ExportDashboard::NAME,
    FindInsights::NAME,
    GenerateEmails::NAME,
    MailOffer::NAME,
    MeasureJudge::NAME,
    NotifyOffer::NAME,
    PollMailbox::NAME,
    PromoteBatch::NAME,
    ProposeFollowUps::NAME,
    RankPool::NAME,
    RefreshCalendar::NAME,
    RemindInterviews::NAME,
    ReprocessResumes::NAME,
    RetryBatch::NAME,
    SendAccountMail::NAME,
    SendDigest::NAME,
    SendEmail::NAME,
    SendEmailRequest::NAME,
    SendReminder::NAME,
    TranslateText::NAME,
    UnpackBatch::NAME,
];

open_enum! {
    /// The name of a kind of task, such as `batch.unpack`.
    pub struct TaskKindName: NAMES
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::NAMES;

    #[test]
    fn every_kind_of_this_folder_is_named() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/kinds")).unwrap();
        let mut declared = BTreeSet::new();
        for file in folder {
            let source = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let names = source.lines().filter_map(|line| line.trim().strip_prefix("const NAME: &'static str = \""));
            declared.extend(names.map(|name| name.trim_end_matches("\";").to_owned()));
        }
        assert_eq!(declared, NAMES.map(str::to_owned).into());
    }
}
