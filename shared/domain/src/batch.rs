//! Batch evaluation: the states of a queued task, why one fails, and what to do about it.

use crate::wire_enum;

wire_enum! {
    /// Where the entries of a batch come from.
    pub enum BatchSource {
        /// An uploaded ZIP.
        Upload => "upload",
        /// Resumes that were mailed to the job's address.
        Mail => "mail",
        /// People of the talent pool.
        Pool => "pool",
        /// Applications that are evaluated again, or for another job.
        Reevaluation => "reevaluation",
    }
}

wire_enum! {
    /// Where a task of the queue stands. `Skipped` is only ever the state of a ZIP entry that is no resume.
    pub enum TaskStatus {
        /// Waiting for a worker.
        Pending => "pending",
        /// A worker holds its lease.
        Processing => "processing",
        /// Done; the result is stored.
        Completed => "completed",
        /// Ended without a result; waits for a person.
        Failed => "failed",
        /// Will be tried again by itself, later.
        Retry => "retry",
        /// Not evaluated, for a stated reason.
        Skipped => "skipped",
    }
}

impl TaskStatus {
    /// Whether the queue still has something to do for it: the screen polls while any task is active.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self, Self::Pending | Self::Processing | Self::Retry)
    }
}

wire_enum! {
    /// Why a task failed, as EVA-7 groups it. The screens show a suggestion for each.
    pub enum ErrorCategory {
        /// The file could not be read.
        DocumentProcessing => "document_processing",
        /// It took longer than allowed.
        Timeout => "timeout",
        /// The model's answer could not be used.
        AiParsing => "ai_parsing",
        /// A connection failed.
        Network => "network",
        /// A key was refused.
        Authentication => "authentication",
        /// A rate or spending limit was reached.
        Quota => "quota",
        /// The database did not take the result.
        Database => "database",
        /// Known, and none of the above.
        Other => "other",
        /// Nobody knows.
        Unknown => "unknown",
    }
}

impl ErrorCategory {
    /// Transient failures are retried by themselves; the rest wait for a person.
    #[must_use]
    pub const fn is_transient(self) -> bool {
        matches!(self, Self::Timeout | Self::Network | Self::Quota | Self::Database)
    }
}

wire_enum! {
    /// The stable reason of a failed or skipped entry: what happened, finer than its category. The web app has one
    /// sentence and one suggestion per reason in each language.
    pub enum FailureReason {
        /// The PDF or document asks for a password.
        Encrypted => "document.encrypted",
        /// Pages are pictures; there is no text in them.
        Scanned => "document.scanned",
        /// The file has no bytes.
        EmptyFile => "document.empty_file",
        /// It opened, and holds no text.
        NoText => "document.no_text",
        /// The file ends too early.
        Truncated => "document.truncated",
        /// A Word 97–2003 file whose text could not be read.
        LegacyDoc => "document.legacy_doc",
        /// The bytes are not what the name says.
        WrongType => "document.wrong_type",
        /// The file is damaged or made to do harm.
        Malformed => "document.malformed",
        /// It needed more memory, pages or output than allowed.
        TooLarge => "document.too_large",
        /// It needed more time than allowed.
        Timeout => "document.timeout",
        /// The reader crashed on it.
        Crashed => "document.crashed",
        /// The ZIP itself could not be opened.
        ArchiveUnreadable => "archive.unreadable",
        /// The ZIP has more entries than allowed.
        ArchiveTooManyEntries => "archive.too_many_entries",
        /// The plan allows no more to be unpacked today.
        ArchiveQuota => "archive.quota_reached",
        /// The entry asks for a password.
        EntryEncrypted => "entry.encrypted",
        /// The entry unpacks to more than allowed, or far more than it weighs.
        EntryBomb => "entry.bomb",
        /// The entry could not be unpacked.
        EntryUnreadable => "entry.unreadable",
        /// The entry is neither PDF nor Word.
        EntryNotAResume => "entry.not_a_resume",
        /// The same bytes are in this batch already.
        EntryDuplicate => "entry.duplicate",
        /// A ZIP in a ZIP in a ZIP.
        EntryNestedTooDeep => "entry.nested_too_deep",
        /// Text was read, but it is no resume.
        NotAResume => "document.not_a_resume",
        /// A stored file is gone.
        FileMissing => "storage.file_missing",
        /// Storage did not answer.
        StorageUnavailable => "storage.unavailable",
        /// The database did not answer.
        DatabaseUnavailable => "database.unavailable",
        /// The handler panicked.
        Panicked => "worker.panicked",
        /// The worker died, more often than attempts allow.
        WorkerLost => "worker.lost",
        /// The task took longer than its kind allows.
        TimeLimit => "task.time_limit",
        /// A person cancelled it.
        Cancelled => "task.cancelled",
        /// The AI provider refused the key.
        AiKeyRefused => "ai.key_refused",
        /// The AI provider's rate or spending limit was reached.
        AiQuota => "ai.quota",
        /// The model's answer could not be used.
        AiAnswerUnusable => "ai.answer_unusable",
        /// The AI provider was not reached.
        AiUnreachable => "ai.unreachable",
        /// The AI provider did not answer in time.
        AiTimeout => "ai.timeout",
        /// The AI provider has no such model.
        AiModelUnknown => "ai.model_unknown",
        /// AI work of the organization is paused.
        AiPaused => "ai.paused",
        /// The organization's budget for the month is spent.
        AiBudgetSpent => "ai.budget_spent",
        /// No mail server is set.
        MailNotConfigured => "mail.not_configured",
        /// The mail server refused the user or password.
        MailKeyRefused => "mail.key_refused",
        /// The mail server was not reached.
        MailUnreachable => "mail.unreachable",
        /// The mail server asked to try again later.
        MailDeferred => "mail.deferred",
        /// The mail server refused the mail for good.
        MailRejected => "mail.rejected",
        /// Whether the mail server took the mail is not known.
        MailUnknown => "mail.unknown",
        /// Unexpected; the operator's log has the rest.
        Internal => "internal",
    }
}

impl FailureReason {
    /// The category of EVA-7 the reason belongs to.
    #[must_use]
    pub const fn category(self) -> ErrorCategory {
        match self {
            Self::Timeout | Self::TimeLimit | Self::AiTimeout => ErrorCategory::Timeout,
            Self::StorageUnavailable | Self::AiUnreachable | Self::MailUnreachable | Self::MailDeferred => {
                ErrorCategory::Network
            }
            Self::AiKeyRefused | Self::MailKeyRefused => ErrorCategory::Authentication,
            Self::AiQuota | Self::AiPaused | Self::AiBudgetSpent | Self::ArchiveQuota => ErrorCategory::Quota,
            Self::AiAnswerUnusable => ErrorCategory::AiParsing,
            Self::DatabaseUnavailable => ErrorCategory::Database,
            Self::FileMissing
            | Self::Cancelled
            | Self::Panicked
            | Self::WorkerLost
            | Self::AiModelUnknown
            | Self::MailNotConfigured
            | Self::MailRejected
            | Self::MailUnknown => ErrorCategory::Other,
            Self::Internal => ErrorCategory::Unknown,
            _ => ErrorCategory::DocumentProcessing,
        }
    }
}

impl FailureReason {
    /// What to do about it, in plain English for integrators; the web app has its own words in each language.
    #[must_use]
    pub const fn suggestion(self) -> &'static str {
        match self {
            Self::Encrypted | Self::EntryEncrypted => "Remove the password and upload the file again.",
            Self::Scanned => "The pages are pictures. Ask for a PDF or Word file with text in it, or run OCR first.",
            Self::EmptyFile | Self::NoText => "There is nothing to read in it. Ask the candidate to send it again.",
            Self::Truncated => "The file is cut short. Download or export it again and upload it anew.",
            Self::LegacyDoc => "Save it as DOCX or PDF and upload it again.",
            Self::WrongType => "The content is not what the name says. Save it as PDF or DOCX.",
            Self::Malformed | Self::Crashed => {
                "The file is damaged. Open it, save it as PDF or DOCX, and upload it again."
            }
            Self::TooLarge => "It is larger than allowed. Send fewer pages or smaller pictures.",
            Self::TimeLimit => "It took too long. It is tried again by itself.",
            Self::Timeout => "It took too long to read. Reduce its size, or retry.",
            Self::ArchiveUnreadable => "Make the ZIP again and upload it anew.",
            Self::ArchiveTooManyEntries => "Split the ZIP into smaller ones.",
            Self::ArchiveQuota => "The plan's limit for today is reached. Retry tomorrow, or upgrade.",
            Self::EntryBomb => "It unpacks to far more than it weighs and was left alone. Upload the resume by itself.",
            Self::EntryUnreadable => "This entry of the ZIP is damaged. Add the file to a new ZIP.",
            Self::EntryNotAResume => "Resumes are PDF or Word files. Nothing needs to be done if this is none.",
            Self::EntryDuplicate => "The same file is in this ZIP already. Nothing needs to be done.",
            Self::EntryNestedTooDeep => "Unpack the inner ZIP and upload its files.",
            Self::NotAResume => "It reads like something other than a resume. Open it to see.",
            Self::FileMissing => "The stored file is gone. Upload it again.",
            Self::StorageUnavailable => "Check the connection to the file storage. It is tried again by itself.",
            Self::DatabaseUnavailable => "Contact support if it goes on. It is tried again by itself.",
            Self::Panicked | Self::WorkerLost | Self::Internal => "Retry. Contact support if it fails again.",
            Self::Cancelled => "Retry it if it was cancelled by mistake.",
            Self::AiKeyRefused => "Check the API key.",
            Self::AiQuota | Self::AiPaused => "Wait or upgrade.",
            Self::AiBudgetSpent => "Wait for the next month or raise the budget.",
            Self::AiAnswerUnusable => "Check the format or process it manually.",
            Self::AiUnreachable => "Check the connection.",
            Self::AiTimeout => "Reduce the size or retry.",
            Self::AiModelUnknown => "Contact support.",
            Self::MailNotConfigured => "Set up a mail server.",
            Self::MailKeyRefused => "Check the user and password of the mail server.",
            Self::MailUnreachable => "Check the connection to the mail server. It is tried again by itself.",
            Self::MailDeferred => "The mail server asked to wait. It is tried again by itself.",
            Self::MailRejected => "Check the address, then send it again.",
            Self::MailUnknown => "Ask the recipient whether it arrived before sending it again.",
        }
    }
}
