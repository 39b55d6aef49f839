//! Failure reasons: one enum per area, with the category and a suggestion for each.
//!
//! Code returns its area's enum; [`FailureReason`] holds any of them and is serialized as the reason's string.

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
        /// A known reason outside the other categories.
        Other => "other",
        /// The cause is not known.
        Unknown => "unknown",
    }
}

impl ErrorCategory {
    /// Whether failures are retried automatically; the others need a person.
    #[must_use]
    pub const fn is_transient(self) -> bool {
        matches!(self, Self::Timeout | Self::Network | Self::Quota | Self::Database)
    }
}

/// Declares the reasons of one area: wire string, category, and a suggestion for integrators. The web app has its own
/// text for each reason in every language.
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

            /// A suggestion for integrators, in English.
            #[must_use]
            pub const fn suggestion(self) -> &'static str {
                match self { $(Self::$variant => $suggestion),+ }
            }
        }
    };
}

reasons! {
    /// Why a document could not be read.
    pub enum DocumentReason {
        /// The document is protected by a password.
        Encrypted => "document.encrypted", DocumentProcessing, "Remove the password and upload the file again.";
        /// The pages are images without text.
        Scanned => "document.scanned", DocumentProcessing, "Ask for a PDF or Word file with text, or for a sharper scan or photo.";
        /// The file has no bytes.
        EmptyFile => "document.empty_file", DocumentProcessing, "Ask the candidate to send it again.";
        /// The document opens but has no text.
        NoText => "document.no_text", DocumentProcessing, "Open the file to check, or ask the candidate to send it again.";
        /// The file is truncated.
        Truncated => "document.truncated", DocumentProcessing, "Download or export it again, then re-upload it.";
        /// A Word 97–2003 file whose text could not be read.
        LegacyDoc => "document.legacy_doc", DocumentProcessing, "Save it as DOCX or PDF and upload it again.";
        /// The content does not match the file name.
        WrongType => "document.wrong_type", DocumentProcessing, "The content doesn't match the file extension. Save it as PDF or DOCX and re-upload it.";
        /// The file is damaged or malicious.
        Malformed => "document.malformed", DocumentProcessing, "The file is damaged. Open it, save it as PDF or DOCX, and upload it again.";
        /// It exceeded the limits on memory, pages or output.
        TooLarge => "document.too_large", DocumentProcessing, "Reduce the number of pages or compress the images.";
        /// It exceeded the time limit.
        Timeout => "document.timeout", Timeout, "Reduce the file size, or retry.";
        /// The reader crashed on it.
        Crashed => "document.crashed", DocumentProcessing, "The file is damaged. Open it, save it as PDF or DOCX, and upload it again.";
        /// The file's fonts do not say which characters its glyphs are.
        WrongCharacters => "document.wrong_characters", DocumentProcessing, "The file's fonts hide which characters they draw. Export it again from Word, or ask for the Word file.";
        /// Text was read, but it is no resume.
        NotAResume => "document.not_a_resume", DocumentProcessing, "It doesn't look like a resume. Open the file to check.";
    }
}

reasons! {
    /// Why a ZIP was not unpacked.
    pub enum ArchiveReason {
        /// The ZIP could not be opened.
        Unreadable => "archive.unreadable", DocumentProcessing, "Create the ZIP again and re-upload it.";
        /// The ZIP has more entries than allowed.
        TooManyEntries => "archive.too_many_entries", DocumentProcessing, "Split the ZIP into smaller ones.";
        /// The ZIP ends before its directory; how many entries followed is unknown.
        CutOff => "archive.cut_off", DocumentProcessing, "Files after this point are missing. Upload the complete ZIP.";
        /// The plan's daily limit for unpacking is reached.
        QuotaReached => "archive.quota_reached", Quota, "Today's upload limit was reached. Retry tomorrow, or upgrade your plan.";
    }
}

reasons! {
    /// Why an entry of a ZIP is not evaluated.
    pub enum EntryReason {
        /// The entry is protected by a password.
        Encrypted => "entry.encrypted", DocumentProcessing, "Remove the password and upload the file again.";
        /// The entry unpacks to more than allowed, or its compression ratio is too high.
        Bomb => "entry.bomb", DocumentProcessing, "It expands to an abnormal size and was skipped. Upload this resume on its own.";
        /// The entry could not be unpacked.
        Unreadable => "entry.unreadable", DocumentProcessing, "This entry of the ZIP is damaged. Add the file to a new ZIP.";
        /// The entry is of an unknown type, or has too little text.
        NotAResume => "entry.not_a_resume", DocumentProcessing, "If it is a resume, save it as PDF or Word and upload it again.";
        /// The same file is already in this batch.
        Duplicate => "entry.duplicate", DocumentProcessing, "The same file is already in this ZIP. No action needed.";
        /// ZIPs are nested too deeply.
        NestedTooDeep => "entry.nested_too_deep", DocumentProcessing, "Unpack the inner ZIP and upload its files.";
    }
}

reasons! {
    /// Formats that are known, but not read.
    pub enum FormatReason {
        /// A RAR archive.
        Rar => "format.rar", DocumentProcessing, "A RAR archive. Unpack it and upload its files.";
        /// A 7z archive.
        SevenZip => "format.7z", DocumentProcessing, "A 7z archive. Unpack it and upload its files.";
        /// Another archive: TAR, GZIP, CAB.
        Archive => "format.archive", DocumentProcessing, "A compressed archive. Unpack it and upload its files.";
        /// A Pages document.
        Pages => "format.pages", DocumentProcessing, "A Pages document. Export it as PDF or Word.";
        /// A Keynote presentation.
        Keynote => "format.keynote", DocumentProcessing, "A Keynote presentation. Export it as PDF.";
        /// A Numbers spreadsheet.
        Numbers => "format.numbers", DocumentProcessing, "A Numbers spreadsheet. If it is a resume, export it as PDF.";
        /// A photo, a scan or a drawing.
        Picture => "format.picture", DocumentProcessing, "A picture. If it is a resume, ask for a PDF or Word file with text.";
        /// A photo as iPhones take them, which cannot be decoded here.
        Heic => "format.heic", DocumentProcessing, "An HEIC photo. Save it as JPG or PDF and upload it again.";
        /// Audio or video.
        Recording => "format.recording", DocumentProcessing, "Audio or video. If it is an application, ask for a PDF or Word file.";
        /// A spreadsheet.
        Spreadsheet => "format.spreadsheet", DocumentProcessing, "A spreadsheet. If it is a resume, export it as PDF.";
        /// A presentation.
        Presentation => "format.presentation", DocumentProcessing, "A presentation. Export it as PDF.";
        /// An Outlook message.
        OutlookMessage => "format.outlook_message", DocumentProcessing, "An Outlook message. Open it and upload its attachment.";
        /// An attachment that only Outlook opens.
        Winmail => "format.winmail", DocumentProcessing, "A winmail.dat file of Outlook. Ask for the resume as PDF or Word.";
        /// A OneNote file.
        OneNote => "format.onenote", DocumentProcessing, "A OneNote file. Export it as PDF.";
        /// An e-book.
        Ebook => "format.ebook", DocumentProcessing, "An e-book. Export it as PDF or Word.";
        /// An XPS document.
        Xps => "format.xps", DocumentProcessing, "An XPS document. Print it to PDF.";
        /// An OFD document.
        Ofd => "format.ofd", DocumentProcessing, "An OFD document. Convert it to PDF.";
        /// A CAJ document.
        Caj => "format.caj", DocumentProcessing, "A CAJ document. Convert it to PDF.";
        /// A PostScript file.
        PostScript => "format.postscript", DocumentProcessing, "A PostScript file. Convert it to PDF.";
        /// A `DjVu` document.
        Djvu => "format.djvu", DocumentProcessing, "A DjVu document. Ask for a PDF or Word file with text.";
        /// A `WordPerfect` document.
        WordPerfect => "format.wordperfect", DocumentProcessing, "A WordPerfect document. Export it as PDF or Word.";
        /// A Hangul document.
        Hwp => "format.hwp", DocumentProcessing, "A Hangul (HWP) document. Export it as PDF or Word.";
        /// A Microsoft Works document.
        Works => "format.works", DocumentProcessing, "A Microsoft Works document. Export it as PDF or Word.";
        /// A page saved by Safari.
        SafariPage => "format.safari_page", DocumentProcessing, "A page saved by Safari. Save it as PDF.";
        /// A LaTeX source file.
        Latex => "format.latex", DocumentProcessing, "A LaTeX source file. Upload the PDF made from it.";
        /// A link to a file elsewhere.
        Shortcut => "format.shortcut", DocumentProcessing, "A shortcut, not the file itself. Upload the file it points to.";
        /// A contact card.
        ContactCard => "format.contact_card", DocumentProcessing, "A contact card. Ask for the resume as PDF or Word.";
        /// A calendar entry.
        Calendar => "format.calendar", DocumentProcessing, "A calendar entry. If a resume is missing, ask for it as PDF or Word.";
        /// A program.
        Program => "format.program", DocumentProcessing, "A program. Don't open it; ask for the resume as PDF or Word.";
        /// Data or source code.
        Data => "format.data", DocumentProcessing, "Data or source code. If it is a resume, save it as PDF or Word.";
    }
}

impl FormatReason {
    /// Whether such files of an archive are likely to be or contain resumes, so that a person should look.
    #[must_use]
    pub const fn may_be_resume(self) -> bool {
        !matches!(
            self,
            Self::Numbers
                | Self::Picture
                | Self::Recording
                | Self::Spreadsheet
                | Self::ContactCard
                | Self::Calendar
                | Self::Program
                | Self::Data
        )
    }
}

reasons! {
    /// Why a file could not be loaded or stored.
    pub enum StorageReason {
        /// The stored file no longer exists.
        FileMissing => "storage.file_missing", Other, "The stored file is missing. Upload it again.";
        /// Storage did not answer.
        Unavailable => "storage.unavailable", Network, "We'll retry automatically. If it keeps happening, check the connection to the file storage.";
        /// The organization's storage is full.
        Full => "storage.full", Quota, "The organization's storage is full. Delete files you no longer need, then retry.";
    }
}

reasons! {
    /// Why a task of any kind failed.
    pub enum TaskReason {
        /// The database did not answer.
        DatabaseUnavailable => "database.unavailable", Database, "We'll retry automatically. Contact support if it keeps happening.";
        /// The handler panicked.
        Panicked => "worker.panicked", Other, "Retry. Contact support if it fails again.";
        /// The worker died more often than the attempts allow.
        WorkerLost => "worker.lost", Other, "Retry. Contact support if it fails again.";
        /// No worker with the models for recognising text was there for too long.
        NoScanReader => "worker.no_scan_reader", Other, "Start a worker that reads scans, then retry.";
        /// The task exceeded its kind's time limit.
        TimeLimit => "task.time_limit", Timeout, "We'll retry automatically, or you can retry now.";
        /// Cancelled by a person.
        Cancelled => "task.cancelled", Other, "Retry if this was a mistake.";
        /// Unexpected; details are in the log.
        Internal => "internal", Unknown, "Retry. Contact support if it fails again.";
    }
}

reasons! {
    /// Why a model did not answer.
    pub enum AiReason {
        /// The AI provider refused the key.
        KeyRefused => "ai.key_refused", Authentication, "Check the API key.";
        /// The server key is not the one that sealed the organization's API key.
        ServerKeyChanged => "ai.server_key_changed", Other, "Restore the server key, or enter the API key again.";
        /// The AI provider's rate or spending limit was reached.
        Quota => "ai.quota", Quota, "Wait or upgrade.";
        /// The model's answer could not be used.
        AnswerUnusable => "ai.answer_unusable", AiParsing, "Check the format or process it manually.";
        /// The text is longer than the model's context.
        ContextTooLong => "ai.context_too_long", AiParsing, "Use a model with a longer context, or give the server one.";
        /// The AI provider's content filter refused the text.
        ContentFiltered => "ai.content_filtered", AiParsing, "Process it manually, or use another provider.";
        /// The AI provider could not be reached.
        Unreachable => "ai.unreachable", Network, "Check the connection.";
        /// No host has the name of the AI provider's address.
        HostUnknown => "ai.host_unknown", Network, "Check the address in the AI settings.";
        /// The AI provider's address leads into a private network that the operator does not allow.
        HostForbidden => "ai.host_forbidden", Other, "Ask the operator to allow the host.";
        /// The certificate of the AI provider's server is not valid.
        CertificateInvalid => "ai.certificate_invalid", Network, "Check the address, or the server's certificate.";
        /// The AI provider did not answer in time.
        Timeout => "ai.timeout", Timeout, "Reduce the size or retry.";
        /// The AI provider has no such model.
        ModelUnknown => "ai.model_unknown", Other, "Check the model's name and the address.";
        /// AI work of the organization is paused.
        Paused => "ai.paused", Quota, "Check the key and the quota in the AI settings, then resume.";
        /// No AI provider is configured.
        NotConfigured => "ai.not_configured", Other, "Set up an AI provider.";
        /// The organization's monthly budget is spent.
        BudgetSpent => "ai.budget_spent", Quota, "Wait until next month, or raise the budget.";
    }
}

reasons! {
    /// Why an email was not sent.
    pub enum MailReason {
        /// No mail server is configured.
        NotConfigured => "mail.not_configured", Other, "Set up an email server.";
        /// The mail server rejected the username or password.
        KeyRefused => "mail.key_refused", Authentication, "Check the email server's username and password.";
        /// The server key is not the one that sealed the password.
        ServerKeyChanged => "mail.server_key_changed", Other, "Restore the server key, or enter the password again.";
        /// The connection to the mail server was lost.
        Unreachable => "mail.unreachable", Network, "We'll retry automatically. Check the connection if this keeps happening.";
        /// No host of that name is known.
        HostUnknown => "mail.host_unknown", Network, "Check the email server's name.";
        /// The host is on a private network that may not be reached.
        HostForbidden => "mail.host_forbidden", Other, "Use an email server with a public address.";
        /// The mailbox has no such folder.
        FolderMissing => "mail.folder_missing", Other, "Check the folder's name.";
        /// The mail server refuses to open the mailbox to this program.
        MailboxRefused => "mail.mailbox_refused", Other, "Ask the email provider to allow access over IMAP.";
        /// The mail server's answer makes no sense.
        Protocol => "mail.protocol", Other, "Check the server's name and port.";
        /// Nothing listens on the port.
        ConnectionRefused => "mail.connection_refused", Network, "Check the port and encryption.";
        /// The mail server did not answer in time.
        NoAnswer => "mail.no_answer", Network, "Check the port, and whether a firewall is blocking it.";
        /// The certificate is not trusted, has expired or is of another name.
        CertificateInvalid => "mail.certificate_invalid", Network, "Check the server name, or ask your email provider.";
        /// The connection cannot be encrypted as the settings ask.
        EncryptionFailed => "mail.encryption_failed", Network, "Check the port and encryption.";
        /// The mail server lets nobody sign in over such a connection.
        SignInUnavailable => "mail.sign_in_unavailable", Authentication, "Try STARTTLS or TLS.";
        /// The mail server asked to try again later.
        Deferred => "mail.deferred", Network, "We'll retry automatically.";
        /// Delayed by the limit of emails per minute.
        RateLimited => "mail.rate_limited", Quota, "No action needed. We'll send it automatically.";
        /// Delayed until tomorrow by the organization's limit of emails per day.
        DailyLimit => "mail.daily_limit", Quota, "We'll send it tomorrow. Use your own email server for more emails a day.";
        /// The mail server takes no mail from this sender.
        SenderRefused => "mail.sender_refused", Other, "Send from the address you sign in with.";
        /// The mail server takes no mail to this recipient.
        RecipientRefused => "mail.recipient_refused", Other, "Check the address, then send it again.";
        /// The mail server cannot take addresses beyond ASCII.
        AddressUnsupported => "mail.address_unsupported", Other, "Use an address with English characters only, or another email server.";
        /// The mail server refused the mail for good.
        Rejected => "mail.rejected", Other, "Check the address, then send it again.";
        /// The recipient's mail server returned it.
        Bounced => "mail.bounced", Other, "Check the address, then send it again.";
        /// It is not known whether the mail server accepted the email.
        Unknown => "mail.unknown", Other, "Ask the recipient before sending it again.";
    }
}

reasons! {
    /// Why an email to a candidate was not written or not sent, though the mail server works.
    pub enum EmailReason {
        /// Sending was cancelled.
        Cancelled => "email.cancelled", Other, "Send it again if this was a mistake.";
        /// It was taken back before it was sent.
        Withdrawn => "email.withdrawn", Other, "Send it again if this was a mistake.";
        /// The candidate was deleted.
        CandidateDeleted => "application.not_found", Other, "No action needed.";
        /// The candidate's stage does not allow it.
        MoveNotAllowed => "application.move_not_allowed", Other, "Open the candidate to see the current stage.";
        /// The draft was changed meanwhile.
        DraftChanged => "request.stale", Other, "Open the draft to see the change.";
        /// The offer's deadline has passed.
        OfferExpired => "offer.expired", Other, "Give the offer a new deadline, then send it again.";
        /// The offer was withdrawn or answered.
        OfferClosed => "offer.not_allowed", Other, "Open the offer to see its state.";
    }
}

/// Declares [`FailureReason`] over the areas' enums.
macro_rules! any_reason {
    ($($area:ident($reason:ident)),+) => {
        /// Why work failed: a reason of one of the areas, or a string written by another version of the server.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum FailureReason {
            $(
                #[doc = concat!("See [`", stringify!($reason), "`].")]
                $area($reason),
            )+
            /// A reason this version does not know.
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

            /// The category, if this version knows the reason.
            #[must_use]
            pub const fn category(&self) -> ErrorCategory {
                match self {
                    $(Self::$area(reason) => reason.category(),)+
                    Self::Other(_) => ErrorCategory::Other,
                }
            }

            /// A suggestion for integrators, in English.
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
    Format(FormatReason),
    Storage(StorageReason),
    Ai(AiReason),
    Mail(MailReason),
    Email(EmailReason),
    Task(TaskReason)
);

impl FailureReason {
    /// Whether a retry can succeed: not where the cause is in the file itself.
    #[must_use]
    pub const fn retry_may_help(&self) -> bool {
        match self {
            Self::Entry(_) | Self::Format(_) | Self::Archive(_) | Self::Storage(StorageReason::FileMissing) => false,
            Self::Document(reason) => matches!(reason, DocumentReason::Timeout | DocumentReason::Crashed),
            Self::Storage(_) | Self::Ai(_) | Self::Mail(_) | Self::Email(_) | Self::Task(_) | Self::Other(_) => true,
        }
    }

    /// The reasons that [`Self::retry_may_help`] refuses.
    pub fn lasting() -> impl Iterator<Item = Self> {
        Self::known().filter(|reason| !reason.retry_may_help())
    }
}

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
    fn reasons_keep_their_area_in_database_and_json() {
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
    fn reasons_in_the_file_itself_are_lasting() {
        let lasting: Vec<_> = FailureReason::lasting().map(|reason| reason.to_string()).collect();
        for reason in ["document.encrypted", "document.not_a_resume", "entry.bomb", "storage.file_missing"] {
            assert!(lasting.iter().any(|lasting| lasting == reason), "{reason}");
        }
        for reason in ["document.timeout", "document.crashed", "storage.unavailable", "ai.quota", "internal"] {
            assert!(!lasting.iter().any(|lasting| lasting == reason), "{reason}");
        }
        assert!(FailureReason::Other("oracle.silent".to_owned()).retry_may_help());
    }

    #[test]
    fn unknown_reason_is_kept_unchanged() {
        let newer = FailureReason::from("oracle.silent".to_owned());
        assert_eq!((newer.as_str(), newer.category()), ("oracle.silent", ErrorCategory::Other));
        assert_eq!(newer, FailureReason::Other("oracle.silent".to_owned()));
    }
}
