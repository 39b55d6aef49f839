//! Mail that is received.

use crate::wire_enum;

/// What the error of an email begins with that came back.
pub const BOUNCED: &str = "mail.bounced";

wire_enum! {
    /// What came of a received message.
    pub enum InboundState {
        /// Its files became entries of the job it was addressed to.
        Accepted => "accepted",
        /// It answers an email to a candidate.
        Reply => "reply",
        /// It reports that an email did not arrive.
        Bounce => "bounce",
        /// It was addressed to a job, and a person has to see to it.
        SetAside => "set_aside",
        /// It was addressed to no job.
        Unmatched => "unmatched",
        /// It could not be read.
        Refused => "refused",
    }
}

/// The addresses that mail to these was meant for: each as it is, and without what stands after a plus.
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

/// A folder for the files of somebody's mail, which is shown with them: their address, as far as a path may hold it.
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
    fn a_plus_address_reaches_its_job() {
        let to = ["Jobs+Backend@Acme.example".to_owned(), "hr@acme.example".to_owned(), "x+y".to_owned()];
        let expected = ["jobs+backend@acme.example", "jobs@acme.example", "hr@acme.example", "x+y"];
        assert_eq!(submission_addresses(&to), expected);
    }

    #[test]
    fn a_folder_is_one_folder_and_no_other_mails() {
        assert_eq!(folder_name("lin@example.com", &[]), "lin@example.com");
        assert_eq!(folder_name("lin@example.com", &["lin@example.com".to_owned()]), "lin@example.com 2");
        assert_eq!(folder_name("../..//\u{0}", &[]), "mail");
        assert_eq!(folder_name("", &["mail".to_owned()]), "mail 2");
    }
}
