//! An email in wire format: headers and body parts.

use std::time::SystemTime;

use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use uuid::Uuid;

/// An email to one person, ready to be sent.
#[derive(Debug, Clone)]
pub struct OutgoingMail {
    /// Source of the Message-ID; the same for every attempt.
    pub id: Uuid,
    /// The From address, such as `Bole <bole@example.com>`.
    pub from: String,
    /// The Reply-To address, if it differs from the sender.
    pub reply_to: Option<String>,
    /// The Message-IDs of its thread, with angle brackets, oldest first; it replies to the last.
    pub follows: Vec<String>,
    /// The recipient's address.
    pub to: String,
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    pub attachments: Vec<Attachment>,
    /// Whether it was sent automatically, as account emails are, and expects no reply.
    pub is_automatic: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name.
    pub name: String,
    /// Its media type, with parameters.
    pub media_type: String,
    pub content: Vec<u8>,
}

impl Attachment {
    /// A calendar event that email clients can import.
    #[must_use]
    pub fn calendar(method: &str, ics: String) -> Self {
        Self {
            name: "interview.ics".to_owned(),
            media_type: format!("text/calendar; method={method}; charset=utf-8"),
            content: ics.into_bytes(),
        }
    }

    fn is_calendar(&self) -> bool {
        self.media_type.starts_with("text/calendar")
    }

    fn kind(&self) -> Result<ContentType, InvalidMail> {
        ContentType::parse(&self.media_type).map_err(|_| InvalidMail::Content)
    }
}

/// Why an email is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMail {
    /// The sender's address is invalid.
    #[error("the sender is no mail address")]
    Sender,
    /// The recipient's address is invalid.
    #[error("the recipient is no mail address")]
    Recipient,
    /// The parts cannot be assembled.
    #[error("the mail cannot be put together")]
    Content,
}

/// Checks a sender's address.
///
/// # Errors
/// If it is invalid.
pub fn check_sender(from: &str) -> Result<(), InvalidMail> {
    from.parse::<Mailbox>().map(drop).map_err(|_| InvalidMail::Sender)
}

/// The bare address of a sender; empty if invalid.
#[must_use]
pub fn sender_address(from: &str) -> String {
    from.parse::<Mailbox>().map(|mailbox| mailbox.email.to_string()).unwrap_or_default()
}

/// The bytes of an email, and its envelope.
pub(crate) struct Wire {
    pub(crate) envelope: Envelope,
    pub(crate) bytes: Vec<u8>,
}

impl OutgoingMail {
    /// The Message-ID, with its angle brackets.
    ///
    /// # Errors
    /// If the sender's address is invalid.
    pub fn message_id(&self) -> Result<String, InvalidMail> {
        let from: Mailbox = self.from.parse().map_err(|_| InvalidMail::Sender)?;
        Ok(format!("<{}@{}>", self.id, from.email.domain()))
    }

    pub(crate) fn wire(&self) -> Result<Wire, InvalidMail> {
        let from: Mailbox = self.from.parse().map_err(|_| InvalidMail::Sender)?;
        let to: Mailbox = Mailbox::new(None, self.to.parse().map_err(|_| InvalidMail::Recipient)?);
        let mut builder = lettre::Message::builder()
            .from(from)
            .to(to)
            .date(SystemTime::now())
            .message_id(Some(self.message_id()?))
            .subject(one_line(&self.subject));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(reply_to.parse().map_err(|_| InvalidMail::Sender)?);
        }
        if let Some(former) = self.follows.last() {
            builder = builder.in_reply_to(one_line(former)).references(one_line(&self.follows.join(" ")));
        }
        if self.is_automatic {
            let name = HeaderName::new_from_ascii_str("Auto-Submitted");
            builder = builder.raw_header(HeaderValue::new(name, "auto-generated".to_owned()));
        }
        let part = |kind: ContentType, body: &str| SinglePart::builder().header(kind).body(body.to_owned());
        let mut body = MultiPart::alternative()
            .singlepart(part(ContentType::TEXT_PLAIN, &self.text))
            .singlepart(part(ContentType::TEXT_HTML, &self.html));
        // Google and Outlook read an event from the alternatives, Apple from an attachment.
        for entry in self.attachments.iter().filter(|attachment| attachment.is_calendar()) {
            body = body.singlepart(SinglePart::builder().header(entry.kind()?).body(entry.content.clone()));
        }
        let body = self.attachments.iter().try_fold(MultiPart::mixed().multipart(body), |body, attachment| {
            let file = lettre::message::Attachment::new(one_line(&attachment.name));
            Ok::<_, InvalidMail>(body.singlepart(file.body(attachment.content.clone(), attachment.kind()?)))
        })?;
        let message = builder.multipart(body).map_err(|_| InvalidMail::Content)?;
        Ok(Wire { envelope: message.envelope().clone(), bytes: message.formatted() })
    }
}

/// A header value without control characters, so that it cannot start another header.
pub(crate) fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> OutgoingMail {
        OutgoingMail {
            id: Uuid::nil(),
            from: "伯乐 <bole@hire.example.com>".to_owned(),
            reply_to: None,
            follows: Vec::new(),
            to: "li@example.com".to_owned(),
            subject: "面试邀请".to_owned(),
            text: "您好\n".to_owned(),
            html: "<p>您好</p>\n".to_owned(),
            attachments: Vec::new(),
            is_automatic: true,
        }
    }

    fn headers(mail: &OutgoingMail) -> String {
        let bytes = String::from_utf8(mail.wire().unwrap().bytes).unwrap();
        bytes.split_once("\r\n\r\n").unwrap().0.to_owned()
    }

    #[test]
    fn every_attempt_has_the_same_message_id() {
        let expected = "<00000000-0000-0000-0000-000000000000@hire.example.com>";
        assert_eq!(mail().message_id().unwrap(), expected);
        assert!(headers(&mail()).contains(&format!("Message-ID: {expected}")));
        assert!(headers(&mail()).contains("Auto-Submitted: auto-generated"));
    }

    #[test]
    fn reply_headers_thread_the_email_and_set_reply_to() {
        let follows = vec!["<first@hire.example.com>".to_owned(), "<answer@example.com>".to_owned()];
        let reply_to = Some("wang@acme.example".to_owned());
        let headers = headers(&OutgoingMail { follows, reply_to, is_automatic: false, ..mail() });
        assert!(headers.contains("In-Reply-To: <answer@example.com>"), "{headers}");
        assert!(headers.contains("References: <first@hire.example.com> <answer@example.com>"), "{headers}");
        assert!(headers.contains("Reply-To: wang@acme.example"), "{headers}");
        assert!(!headers.contains("Auto-Submitted"), "{headers}");
    }

    #[test]
    fn subject_cannot_inject_headers() {
        for evil in [
            "a\r\nBcc: x@evil.example",
            "a\nBcc: x@evil.example",
            "a\rBcc: x@evil.example",
            "a\u{85}Bcc: x@evil.example",
        ] {
            let headers = headers(&OutgoingMail { subject: evil.to_owned(), ..mail() });
            assert!(!headers.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{headers}");
        }
    }

    #[test]
    fn calendar_entry_is_an_alternative_and_an_attachment() {
        let letter = Attachment {
            name: "录用通知书\r\nX: y.pdf".to_owned(),
            media_type: "application/pdf".to_owned(),
            content: b"%PDF".to_vec(),
        };
        let entry = Attachment::calendar("REQUEST", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".to_owned());
        let wire = OutgoingMail { attachments: vec![letter, entry], ..mail() }.wire().unwrap();
        let bytes = String::from_utf8(wire.bytes).unwrap();
        assert_eq!(bytes.matches("Content-Type: text/calendar; method=REQUEST").count(), 2, "{bytes}");
        assert_eq!(bytes.matches("Content-Type: application/pdf").count(), 1, "{bytes}");
        assert_eq!(bytes.matches("Content-Disposition: attachment").count(), 2, "{bytes}");
        assert!(!bytes.lines().any(|line| line.starts_with("X:")), "{bytes}");
    }

    #[test]
    fn address_field_holds_a_single_address() {
        for evil in
            ["a@example.com\r\nBcc: x@evil.example", "a@example.com, b@example.com", "a@example.com>\r\nRCPT TO:<x", ""]
        {
            let refused = OutgoingMail { to: evil.to_owned(), ..mail() }.wire();
            assert_eq!(refused.err(), Some(InvalidMail::Recipient), "{evil}");
        }
        let refused = OutgoingMail { from: "Eve\r\nBcc: x@evil.example".to_owned(), ..mail() }.wire();
        assert_eq!(refused.err(), Some(InvalidMail::Sender));
    }
}
