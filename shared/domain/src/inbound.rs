//! Received email.

use crate::wire_enum;

wire_enum! {
    /// What a received email was.
    pub enum InboundState {
        /// Its files became entries of the job it was addressed to.
        Accepted => "accepted",
        /// A reply to an email to a candidate.
        Reply => "reply",
        /// Sent by a program: an automatic reply, a receipt, or the report of a delay.
        Automatic => "automatic",
        /// A report that an email could not be delivered.
        Bounce => "bounce",
        /// Addressed to a job, but needs a person.
        SetAside => "set_aside",
        /// Not addressed to any job.
        Unmatched => "unmatched",
        /// It could not be parsed.
        Refused => "refused",
    }
}

wire_enum! {
    /// Why a received email was set aside or rejected.
    pub enum InboundReason {
        /// It has no resume attached.
        NoFiles => "no_files",
        /// The job is closed or archived.
        JobClosed => "job_closed",
        /// The organization's daily limit is reached.
        Quota => "quota",
        /// None of its attachments is a resume that can be read.
        FilesUnread => "files_unread",
        /// It is too large.
        TooLarge => "too_large",
        /// It could not be parsed.
        Unreadable => "unreadable",
    }
}

wire_enum! {
    /// What a received email is to whoever reads the inbox. Applications are not in it: they become entries of their job.
    pub enum InboundKind {
        /// A reply of a candidate.
        Reply => "reply",
        /// An email could not be delivered.
        Bounce => "bounce",
        /// It could not be attached to a job or a candidate, and needs a person.
        Held => "held",
        /// Sent by a program.
        Automatic => "automatic",
    }
}

impl InboundState {
    /// What the email is in the inbox; `None` if it is not in it.
    #[must_use]
    pub const fn kind(self) -> Option<InboundKind> {
        match self {
            Self::Accepted => None,
            Self::Reply => Some(InboundKind::Reply),
            Self::Bounce => Some(InboundKind::Bounce),
            Self::Automatic => Some(InboundKind::Automatic),
            Self::SetAside | Self::Unmatched | Self::Refused => Some(InboundKind::Held),
        }
    }

    /// Whether a person can attach the email to a candidate.
    #[must_use]
    pub const fn is_attachable(self) -> bool {
        matches!(self, Self::SetAside | Self::Unmatched)
    }
}

/// Beginnings of subjects of replies, in lower case.
const REPLY_PREFIXES: &[&str] =
    &["re:", "re：", "回复:", "回复：", "答复:", "答复：", "回覆:", "回覆：", "balas:", "bls:"];

/// The subject of an answer to an email with this subject.
#[must_use]
pub fn answer_subject(subject: &str) -> String {
    let subject = subject.trim();
    let lower = subject.to_lowercase();
    if REPLY_PREFIXES.iter().any(|prefix| lower.starts_with(prefix)) {
        return subject.to_owned();
    }
    format!("Re: {subject}").trim_end().to_owned()
}

/// An answer's text with the email it answers below, each line quoted. `from` names its sender and its date.
#[must_use]
pub fn with_quotation(answer: &str, from: &str, quoted: &str) -> String {
    let mut text = answer.trim_end().to_owned();
    let quoted = quoted.trim();
    if quoted.is_empty() {
        return text;
    }
    text.push_str("\n\n");
    text.push_str(from);
    text.push_str(":\n");
    for line in quoted.lines() {
        text.push_str(if line.is_empty() || line.starts_with('>') { ">" } else { "> " });
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The addresses an email may have been meant for: each one as written, and without its plus tag.
#[must_use]
pub fn submission_addresses(addressed_to: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for address in addressed_to {
        let address = address.to_lowercase();
        let plain =
            address.split_once('@').and_then(|(name, host)| Some(format!("{}@{host}", name.split_once('+')?.0)));
        for address in [Some(address.clone()), plain].into_iter().flatten() {
            if !found.contains(&address) {
                found.push(address);
            }
        }
    }
    found
}

/// The folder name for the files of one sender: their address, made safe for a path.
#[must_use]
pub fn folder_name(sender: &str, taken: &[String]) -> String {
    let plain: String =
        sender.chars().filter(|c| c.is_alphanumeric() || matches!(c, '@' | '.' | '-' | '_' | '+')).take(80).collect();
    let plain = plain.trim_matches('.');
    let name = if plain.is_empty() { "mail" } else { plain };
    let mut numbered = name.to_owned();
    let mut number = 1;
    while taken.contains(&numbered) {
        number += 1;
        numbered = format!("{name} {number}");
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_address_is_routed_to_its_job() {
        let to = ["Jobs+Backend@Acme.example".to_owned(), "hr@acme.example".to_owned(), "x+y".to_owned()];
        let expected = ["jobs+backend@acme.example", "jobs@acme.example", "hr@acme.example", "x+y"];
        assert_eq!(submission_addresses(&to), expected);
    }

    #[test]
    fn every_state_but_an_application_has_its_place_in_the_inbox() {
        for state in InboundState::ALL {
            assert_eq!(state.kind().is_none(), *state == InboundState::Accepted, "{state}");
            assert!(!state.is_attachable() || state.kind() == Some(InboundKind::Held), "{state}");
        }
        assert_eq!(InboundState::Automatic.kind(), Some(InboundKind::Automatic), "apart from what people write");
    }

    #[test]
    fn subject_of_an_answer_is_marked_once() {
        for (subject, answer) in [
            ("Interview", "Re: Interview"),
            ("RE: Interview", "RE: Interview"),
            ("回复：面试邀请", "回复：面试邀请"),
            ("Balas: Undangan", "Balas: Undangan"),
            ("  ", "Re:"),
        ] {
            assert_eq!(answer_subject(subject), answer);
            assert_eq!(answer_subject(answer), answer);
        }
    }

    #[test]
    fn every_line_of_an_answered_email_is_quoted() {
        let quoted =
            with_quotation("See you then.\n", "Lin <lin@example.com>, 2026-11-28", "Tuesday?\n\n> Invitation\n");
        assert_eq!(quoted, "See you then.\n\nLin <lin@example.com>, 2026-11-28:\n> Tuesday?\n>\n>> Invitation\n");
        assert_eq!(with_quotation("Thanks.", "Lin, 2026-11-28", " \n"), "Thanks.");
    }

    #[test]
    fn folder_name_cannot_inject_commands() {
        assert_eq!(folder_name("lin@example.com", &[]), "lin@example.com");
        assert_eq!(folder_name("lin@example.com", &["lin@example.com".to_owned()]), "lin@example.com 2");
        assert_eq!(folder_name("../..//\u{0}", &[]), "mail");
        assert_eq!(folder_name("", &["mail".to_owned()]), "mail 2");
    }
}
