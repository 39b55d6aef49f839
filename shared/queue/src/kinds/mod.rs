//! The kinds of tasks, one file each.

mod analyze_resume;
mod announce_interview;
mod check_interview_timeout;
mod draft_job;
mod evaluate_applications;
mod evaluate_resume;
mod export_dashboard;
mod find_insights;
mod generate_emails;
mod promote_batch;
mod rank_pool;
mod remind_interviews;
mod reprocess_resumes;
mod send_account_mail;
mod send_digest;
mod send_email;
mod translate_text;
mod unpack_batch;

pub use analyze_resume::AnalyzeResume;
pub use announce_interview::AnnounceInterview;
pub use check_interview_timeout::CheckInterviewTimeout;
pub use draft_job::DraftJob;
pub use evaluate_applications::EvaluateApplications;
pub use evaluate_resume::EvaluateResume;
pub use export_dashboard::ExportDashboard;
pub use find_insights::FindInsights;
pub use generate_emails::GenerateEmails;
pub use promote_batch::PromoteBatch;
pub use rank_pool::RankPool;
pub use remind_interviews::RemindInterviews;
pub use reprocess_resumes::ReprocessResumes;
pub use send_account_mail::SendAccountMail;
pub use send_digest::SendDigest;
pub use send_email::{SendEmail, SendEmailRequest};
pub use translate_text::TranslateText;
pub use unpack_batch::UnpackBatch;
