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
    fn folder_name_cannot_inject_commands() {
        assert_eq!(folder_name("lin@example.com", &[]), "lin@example.com");
        assert_eq!(folder_name("lin@example.com", &["lin@example.com".to_owned()]), "lin@example.com 2");
        assert_eq!(folder_name("../..//\u{0}", &[]), "mail");
        assert_eq!(folder_name("", &["mail".to_owned()]), "mail 2");
    }
}
