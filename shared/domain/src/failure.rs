//! Why work failed, one enum for each place that writes it, and what to do about it.
//!
//! Code that fails names its own enum; [`FailureReason`] holds any of them, and travels as the reason's string.

use crate::wire_enum;

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

/// Declares the reasons of one area: wire string, category, and what to do about it, in plain English for integrators.
/// The web app has one sentence and one suggestion per reason in each language.
macro_rules! reasons {
    ($(#[$doc:meta])* pub enum $name:ident {
        $($(#[$vdoc:meta])* $variant:ident => $wire:literal, $category:ident, $suggestion:literal;)+
    }) => {
        wire_enum! {
            $(#[$doc])*
            pub enum $name { $($(#[$vdoc])* $variant => $wire),+ }
        }

        impl $name {
            /// The category of EVA-7 the reason belongs to.
            #[must_use]
            pub const fn category(self) -> ErrorCategory {
                match self { $(Self::$variant => ErrorCategory::$category),+ }
            }

            /// What to do about it, in plain English for integrators.
            #[must_use]
            pub const fn suggestion(self) -> &'static str {
                match self { $(Self::$variant => $suggestion),+ }
            }
        }
    };
}

reasons! {
    /// Why a document was not read.
    pub enum DocumentReason {
        /// The PDF or document asks for a password.
        Encrypted => "document.encrypted", DocumentProcessing, "Remove the password and upload the file again.";
        /// Pages are pictures; there is no text in them.
        Scanned => "document.scanned", DocumentProcessing, "The pages are pictures. Ask for a PDF or Word file with text in it, or run OCR first.";
        /// The file has no bytes.
        EmptyFile => "document.empty_file", DocumentProcessing, "There is nothing to read in it. Ask the candidate to send it again.";
        /// It opened, and holds no text.
        NoText => "document.no_text", DocumentProcessing, "There is nothing to read in it. Ask the candidate to send it again.";
        /// The file ends too early.
        Truncated => "document.truncated", DocumentProcessing, "The file is cut short. Download or export it again and upload it anew.";
        /// A Word 97–2003 file whose text could not be read.
        LegacyDoc => "document.legacy_doc", DocumentProcessing, "Save it as DOCX or PDF and upload it again.";
        /// The bytes are not what the name says.
        WrongType => "document.wrong_type", DocumentProcessing, "The content is not what the name says. Save it as PDF or DOCX.";
        /// The file is damaged or made to do harm.
        Malformed => "document.malformed", DocumentProcessing, "The file is damaged. Open it, save it as PDF or DOCX, and upload it again.";
        /// It needed more memory, pages or output than allowed.
        TooLarge => "document.too_large", DocumentProcessing, "It is larger than allowed. Send fewer pages or smaller pictures.";
        /// It needed more time than allowed.
        Timeout => "document.timeout", Timeout, "It took too long to read. Reduce its size, or retry.";
        /// The reader crashed on it.
        Crashed => "document.crashed", DocumentProcessing, "The file is damaged. Open it, save it as PDF or DOCX, and upload it again.";
        /// Text was read, but it is no resume.
        NotAResume => "document.not_a_resume", DocumentProcessing, "It reads like something other than a resume. Open it to see.";
    }
}

reasons! {
    /// Why a ZIP was not unpacked.
    pub enum ArchiveReason {
        /// The ZIP itself could not be opened.
        Unreadable => "archive.unreadable", DocumentProcessing, "Make the ZIP again and upload it anew.";
        /// The ZIP has more entries than allowed.
        TooManyEntries => "archive.too_many_entries", DocumentProcessing, "Split the ZIP into smaller ones.";
        /// The plan allows no more to be unpacked today.
        QuotaReached => "archive.quota_reached", Quota, "The plan's limit for today is reached. Retry tomorrow, or upgrade.";
    }
}

reasons! {
    /// Why an entry of a ZIP is not evaluated.
    pub enum EntryReason {
        /// The entry asks for a password.
        Encrypted => "entry.encrypted", DocumentProcessing, "Remove the password and upload the file again.";
        /// The entry unpacks to more than allowed, or far more than it weighs.
        Bomb => "entry.bomb", DocumentProcessing, "It unpacks to far more than it weighs and was left alone. Upload the resume by itself.";
        /// The entry could not be unpacked.
        Unreadable => "entry.unreadable", DocumentProcessing, "This entry of the ZIP is damaged. Add the file to a new ZIP.";
        /// The entry is neither PDF nor Word.
        NotAResume => "entry.not_a_resume", DocumentProcessing, "Resumes are PDF or Word files. Nothing needs to be done if this is none.";
        /// The same bytes are in this batch already.
        Duplicate => "entry.duplicate", DocumentProcessing, "The same file is in this ZIP already. Nothing needs to be done.";
        /// A ZIP in a ZIP in a ZIP.
        NestedTooDeep => "entry.nested_too_deep", DocumentProcessing, "Unpack the inner ZIP and upload its files.";
    }
}

reasons! {
    /// Why a stored file was not had, or not stored.
    pub enum StorageReason {
        /// A stored file is gone.
        FileMissing => "storage.file_missing", Other, "The stored file is gone. Upload it again.";
        /// Storage did not answer.
        Unavailable => "storage.unavailable", Network, "Check the connection to the file storage. It is tried again by itself.";
        /// The organization's storage is full.
        Full => "storage.full", Quota, "The organization's storage is full. Delete files that are not needed, or upgrade.";
    }
}

reasons! {
    /// Why a task of any kind failed.
    pub enum TaskReason {
        /// The database did not answer.
        DatabaseUnavailable => "database.unavailable", Database, "Contact support if it goes on. It is tried again by itself.";
        /// The handler panicked.
        Panicked => "worker.panicked", Other, "Retry. Contact support if it fails again.";
        /// The worker died, more often than attempts allow.
        WorkerLost => "worker.lost", Other, "Retry. Contact support if it fails again.";
        /// The task took longer than its kind allows.
        TimeLimit => "task.time_limit", Timeout, "It took too long. It is tried again by itself.";
        /// A person cancelled it.
        Cancelled => "task.cancelled", Other, "Retry it if it was cancelled by mistake.";
        /// Unexpected; the operator's log has the rest.
        Internal => "internal", Unknown, "Retry. Contact support if it fails again.";
    }
}

reasons! {
    /// Why a model gave no answer.
    pub enum AiReason {
        /// The AI provider refused the key.
        KeyRefused => "ai.key_refused", Authentication, "Check the API key.";
        /// The AI provider's rate or spending limit was reached.
        Quota => "ai.quota", Quota, "Wait or upgrade.";
        /// The model's answer could not be used.
        AnswerUnusable => "ai.answer_unusable", AiParsing, "Check the format or process it manually.";
        /// The AI provider was not reached.
        Unreachable => "ai.unreachable", Network, "Check the connection.";
        /// The AI provider did not answer in time.
        Timeout => "ai.timeout", Timeout, "Reduce the size or retry.";
        /// The AI provider has no such model.
        ModelUnknown => "ai.model_unknown", Other, "Contact support.";
        /// AI work of the organization is paused.
        Paused => "ai.paused", Quota, "Wait or upgrade.";
        /// The organization's budget for the month is spent.
        BudgetSpent => "ai.budget_spent", Quota, "Wait for the next month or raise the budget.";
    }
}

reasons! {
    /// Why an email was not sent.
    pub enum MailReason {
        /// No mail server is set.
        NotConfigured => "mail.not_configured", Other, "Set up a mail server.";
        /// The mail server refused the user or password.
        KeyRefused => "mail.key_refused", Authentication, "Check the user and password of the mail server.";
        /// The mail server was not reached.
        Unreachable => "mail.unreachable", Network, "Check the connection to the mail server. It is tried again by itself.";
        /// The mail server asked to try again later.
        Deferred => "mail.deferred", Network, "The mail server asked to wait. It is tried again by itself.";
        /// So many mails were sent within a minute that this one waits.
        RateLimited => "mail.rate_limited", Quota, "Nothing needs to be done: it is sent as soon as the limit allows.";
        /// The mail server refused the mail for good.
        Rejected => "mail.rejected", Other, "Check the address, then send it again.";
        /// Whether the mail server took the mail is not known.
        Unknown => "mail.unknown", Other, "Ask the recipient whether it arrived before sending it again.";
    }
}

/// Declares [`FailureReason`] over the areas' enums.
macro_rules! any_reason {
    ($($area:ident($reason:ident)),+) => {
        /// Why work failed: a reason of one of the areas, or the string another version of the server wrote.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum FailureReason {
            $(
                #[doc = concat!("See [`", stringify!($reason), "`].")]
                $area($reason),
            )+
            /// Written by another version.
            Other(String),
        }

        impl FailureReason {
            /// Every reason this version knows.
            pub fn known() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($reason::ALL.iter().copied().map(Self::$area)))+
            }

            /// The string on the wire and in the database.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$area(reason) => reason.as_str(),)+
                    Self::Other(reason) => reason,
                }
            }

            /// The category it belongs to, as far as this version knows.
            #[must_use]
            pub const fn category(&self) -> ErrorCategory {
                match self {
                    $(Self::$area(reason) => reason.category(),)+
                    Self::Other(_) => ErrorCategory::Other,
                }
            }

            /// What to do about it, in plain English for integrators.
            #[must_use]
            pub const fn suggestion(&self) -> &'static str {
                match self {
                    $(Self::$area(reason) => reason.suggestion(),)+
                    Self::Other(_) => "Retry. Contact support if it fails again.",
                }
            }
        }

        impl From<String> for FailureReason {
            fn from(text: String) -> Self {
                $(if let Ok(reason) = text.parse() {
                    return Self::$area(reason);
                })+
                Self::Other(text)
            }
        }

        $(
            impl From<$reason> for FailureReason {
                fn from(reason: $reason) -> Self {
                    Self::$area(reason)
                }
            }

            impl PartialEq<$reason> for FailureReason {
                fn eq(&self, other: &$reason) -> bool {
                    matches!(self, Self::$area(reason) if reason == other)
                }
            }
        )+
    };
}

any_reason!(
    Document(DocumentReason),
    Archive(ArchiveReason),
    Entry(EntryReason),
    Storage(StorageReason),
    Ai(AiReason),
    Mail(MailReason),
    Task(TaskReason)
);

impl std::fmt::Display for FailureReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for FailureReason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> serde::Deserialize<'de> for FailureReason {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl utoipa::PartialSchema for FailureReason {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(Self::known().map(|reason| reason.to_string())))
            .into()
    }
}

impl utoipa::ToSchema for FailureReason {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("FailureReason")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_reason_keeps_its_area_on_the_way_through_the_database_and_json() {
        let mut strings = HashSet::new();
        for reason in FailureReason::known() {
            assert!(strings.insert(reason.to_string()), "{reason} is written by two areas");
            assert_eq!(FailureReason::from(reason.to_string()), reason);
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(json, format!("{:?}", reason.as_str()));
            assert_eq!(serde_json::from_str::<FailureReason>(&json).unwrap(), reason);
        }
        assert_eq!(FailureReason::from("entry.encrypted".to_owned()), EntryReason::Encrypted);
        assert_ne!(FailureReason::from("entry.encrypted".to_owned()), DocumentReason::Encrypted);
    }

    #[test]
    fn a_reason_of_another_version_is_kept_as_it_is() {
        let newer = FailureReason::from("oracle.silent".to_owned());
        assert_eq!((newer.as_str(), newer.category()), ("oracle.silent", ErrorCategory::Other));
        assert_eq!(newer, FailureReason::Other("oracle.silent".to_owned()));
    }
}
