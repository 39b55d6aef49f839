//! Parses received email: recipients, references, attachments, bounces. The result is bounded, but parsing may be
//! expensive, so it runs in a child process: see [`serve`].

use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Prefix of a request to a child to parse an email.
pub const MAIL_PREFIX: &[u8] = b"mail\n";

/// The most parts of a message, including nested ones.
const MAX_PARTS: usize = 500;
/// The most attachments, and their total size.
const MAX_ATTACHMENTS: usize = 100;
const MAX_ATTACHED: usize = 40 << 20;
/// The most addresses and ids of a header.
const MAX_NAMES: usize = 100;
/// The most characters of the text and the subject.
const MAX_TEXT: usize = 20_000;
const MAX_LINE: usize = 500;
/// The maximum depth of nested messages.
const MAX_DEPTH: usize = 3;

/// An attachment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedFile {
    /// File name, without a path.
    pub name: String,
    #[serde(skip)]
    pub content: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounce {
    /// Message-IDs of the emails it may refer to.
    pub message_ids: Vec<String>,
    /// Whether the failure is permanent; otherwise the server keeps trying.
    pub is_permanent: bool,
    /// The status code, such as `5.1.1`; may be empty.
    pub status: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboundMail {
    /// Its id with angle brackets; derived from the content if it has none.
    pub message_id: String,
    /// Address of the sender.
    pub from: String,
    /// Name of the sender.
    pub from_name: String,
    /// All recipient addresses in lower case: To, Cc, and delivery headers.
    pub addressed_to: Vec<String>,
    /// The Message-IDs it replies to, nearest first.
    pub answers: Vec<String>,
    pub subject: String,
    pub text: String,
    /// The attachments.
    pub files: Vec<ReceivedFile>,
    pub bounce: Option<Bounce>,
}

/// A message that cannot be parsed or exceeds the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be read")]
pub struct Unreadable;

impl InboundMail {
    /// Parses a message. A hostile one can exhaust memory and stack.
    ///
    /// # Errors
    /// If it is malformed or has too many parts.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let message = MessageParser::default().parse(bytes).ok_or(Unreadable)?;
        if parts_in(&message, 0) > MAX_PARTS {
            return Err(Unreadable);
        }
        let from = message.from().and_then(|from| from.first());
        let text = |text: Option<&str>, most: usize| clean(text.unwrap_or_default(), most);
        let mut files = Vec::new();
        collect(&message, &mut files, 0);
        let own_id =
            message.message_id().filter(|id| !id.is_empty() && id.len() <= MAX_LINE && !id.contains(char::is_control));
        Ok(Self {
            message_id: own_id
                .map_or_else(|| format!("<{}@content>", hex(&Sha256::digest(bytes))), |id| format!("<{id}>")),
            from: text(from.and_then(|from| from.address()), MAX_LINE).to_lowercase(),
            from_name: one_line(&text(from.and_then(|from| from.name()), MAX_LINE)),
            addressed_to: addressed_to(&message),
            answers: answers(&message),
            subject: one_line(&text(message.subject(), MAX_LINE)),
            text: text(message.body_text(0).as_deref(), MAX_TEXT),
            bounce: bounce(&message),
            files,
        })
    }
}

/// Parses a message in the child and serializes it for [`answer`].
///
/// # Errors
/// Never in practice.
pub fn serve(bytes: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
    let read = InboundMail::read(bytes);
    let lengths: Vec<usize> = read.iter().flat_map(|mail| &mail.files).map(|file| file.content.len()).collect();
    let mut answer = serde_json::to_vec(&(read.as_ref().ok(), lengths))?;
    // JSON contains no line break.
    answer.push(b'\n');
    for file in read.iter().flat_map(|mail| &mail.files) {
        answer.extend_from_slice(&file.content);
    }
    Ok(answer)
}

/// Parses the child's response.
///
/// # Errors
/// If the message could not be parsed.
pub fn answer(bytes: &[u8]) -> Result<InboundMail, Unreadable> {
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or(Unreadable)?;
    let (mail, lengths): (Option<InboundMail>, Vec<usize>) =
        serde_json::from_slice(&bytes[..end]).map_err(|_| Unreadable)?;
    let (mut mail, mut contents) = (mail.ok_or(Unreadable)?, &bytes[end + 1..]);
    for (file, length) in mail.files.iter_mut().zip(lengths) {
        let (content, rest) = contents.split_at_checked(length).ok_or(Unreadable)?;
        file.content = content.to_vec();
        contents = rest;
    }
    Ok(mail)
}

fn parts_in(message: &Message<'_>, depth: usize) -> usize {
    let nested = message.parts.iter().filter_map(|part| part.message());
    let within: usize =
        if depth < MAX_DEPTH { nested.map(|message| parts_in(message, depth + 1)).sum() } else { nested.count() };
    message.parts.len() + within
}

/// The attachments of a message and of its forwarded messages.
fn collect(message: &Message<'_>, files: &mut Vec<ReceivedFile>, depth: usize) {
    for part in message.attachments() {
        if let PartType::Message(forwarded) = &part.body {
            if depth < MAX_DEPTH {
                collect(forwarded, files, depth + 1);
            }
            continue;
        }
        let taken: usize = files.iter().map(|file| file.content.len()).sum();
        let content = part.contents();
        if content.is_empty() || files.len() >= MAX_ATTACHMENTS || taken + content.len() > MAX_ATTACHED {
            continue;
        }
        // Parts without a name are not attached documents.
        let Some(name) = part.attachment_name().map(file_name).filter(|name| !name.is_empty()) else { continue };
        files.push(ReceivedFile { name, content: content.to_vec() });
    }
}

/// The last path segment of a name, without special characters.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
    plain.trim().trim_start_matches('.').to_owned()
}

/// The raw values of a header; addresses and ids need no decoding.
fn raw<'a>(message: &'a Message<'_>, name: &'a str) -> impl Iterator<Item = &'a str> {
    message.headers_raw().filter(move |(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

fn addressed_to(message: &Message<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for header in ["Delivered-To", "X-Original-To", "Envelope-To", "X-Forwarded-To", "To", "Cc"] {
        for value in raw(message, header) {
            let words = value.split(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"()[]:".contains(c));
            let addresses = words.map(|word| word.trim_matches('.').to_lowercase()).filter(|word| is_address(word));
            for address in addresses {
                if found.len() < MAX_NAMES && !found.contains(&address) {
                    found.push(address);
                }
            }
        }
    }
    found
}

fn is_address(word: &str) -> bool {
    word.len() <= 320
        && word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
}

fn answers(message: &Message<'_>) -> Vec<String> {
    let mut ids: Vec<String> = raw(message, "In-Reply-To").flat_map(message_ids).collect();
    let mut references: Vec<String> = raw(message, "References").flat_map(message_ids).collect();
    references.reverse();
    ids.extend(references);
    let mut seen = std::collections::HashSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    ids.truncate(MAX_NAMES);
    ids
}

/// The ids in angle brackets.
fn message_ids(value: &str) -> Vec<String> {
    let ids = value.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(id, _)| id.trim());
    let plain = ids.filter(|id| {
        !id.is_empty() && id.len() <= MAX_LINE && !id.contains(|c: char| c.is_whitespace() || c.is_control())
    });
    plain.take(MAX_NAMES).map(|id| format!("<{id}>")).collect()
}

/// Parses a delivery status notification (RFC 3464).
fn bounce(message: &Message<'_>) -> Option<Bounce> {
    let is = |part: &mail_parser::MessagePart<'_>, kind: &str, subkind: &str| {
        part.content_type().is_some_and(|found| {
            found.ctype().eq_ignore_ascii_case(kind)
                && found.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case(subkind))
        })
    };
    if !is(message.root_part(), "multipart", "report") {
        return None;
    }
    let status_part = message.parts.iter().find(|part| is(part, "message", "delivery-status"))?;
    let report = String::from_utf8_lossy(status_part.contents()).into_owned();
    let field = |name: &str| {
        report.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let action = field("Action")?.to_lowercase();
    let status = field("Status").unwrap_or_default();
    let status: String = status.chars().take_while(|c| c.is_ascii_digit() || *c == '.').take(12).collect();
    let mut ids: Vec<String> = Vec::new();
    for part in &message.parts {
        if let Some(original) = part.message() {
            ids.extend(original.message_id().map(|id| format!("<{id}>")));
        } else if is(part, "text", "rfc822-headers") {
            let headers = String::from_utf8_lossy(part.contents()).into_owned();
            let own = headers.lines().filter(|line| line.to_ascii_lowercase().starts_with("message-id:"));
            ids.extend(own.flat_map(message_ids));
        }
    }
    ids.extend(answers(message));
    ids.truncate(MAX_NAMES);
    Some(Bounce { message_ids: ids, is_permanent: action == "failed", status })
}

/// Cleans text: no control characters except line breaks, and a maximum length.
fn clean(text: &str, most: usize) -> String {
    let plain = text.replace("\r\n", "\n");
    let kept: String = plain.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take(most).collect();
    kept.trim().to_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mail(headers: &str, body: &str) -> Vec<u8> {
        format!("{headers}\r\n\r\n{body}").replace("\r\n", "\n").replace('\n', "\r\n").into_bytes()
    }

    const WITH_RESUME: &str = "--b\nContent-Type: text/plain; charset=utf-8\n\nPlease find my resume.\n\
        --b\nContent-Type: application/pdf; name=\"../../cv.pdf\"\nContent-Disposition: attachment; filename=\"../../cv.pdf\"\n\
        Content-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n";

    #[test]
    fn email_with_a_resume_is_parsed() {
        let headers = "From: =?utf-8?B?5p6X?= <Lin@Example.com>\nTo: \"Jobs, Acme\" <jobs+backend@acme.example>\n\
            Cc: hr@acme.example\nDelivered-To: catch@acme.example\nMessage-ID: <1@example.com>\nSubject: Application\n\
            In-Reply-To: <invite@acme.example>\nReferences: <first@acme.example> <invite@acme.example>\n\
            MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b";
        let read = InboundMail::read(&mail(headers, WITH_RESUME)).unwrap();
        assert_eq!(
            (read.message_id.as_str(), read.from.as_str(), read.from_name.as_str()),
            ("<1@example.com>", "lin@example.com", "林")
        );
        assert_eq!(read.addressed_to, ["catch@acme.example", "jobs+backend@acme.example", "hr@acme.example"]);
        assert_eq!(read.answers, ["<invite@acme.example>", "<first@acme.example>"]);
        assert_eq!((read.subject.as_str(), read.text.as_str()), ("Application", "Please find my resume."));
        assert_eq!(read.files, [ReceivedFile { name: "cv.pdf".to_owned(), content: b"%PDF".to_vec() }]);
        assert_eq!(read.bounce, None);
    }

    #[test]
    fn attachments_of_a_forwarded_email_are_extracted() {
        let inner =
            format!("From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{WITH_RESUME}");
        let body = format!("--o\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\n{inner}\n--o--\n");
        let read = InboundMail::read(&mail(
            "From: hr@acme.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=o",
            &body,
        ));
        assert_eq!(read.unwrap().files.len(), 1);
    }

    #[test]
    fn bounce_names_the_undelivered_email() {
        let body = "--r\nContent-Type: text/plain\n\nSorry.\n--r\nContent-Type: message/delivery-status\n\n\
            Reporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; lin@example.com\nAction: failed\nStatus: 5.1.1\n\
            \n--r\nContent-Type: message/rfc822\n\nMessage-ID: <invite@acme.example>\nSubject: Hello\n\nHi\n--r--\n";
        let headers = "From: MAILER-DAEMON@example.com\nMIME-Version: 1.0\n\
            Content-Type: multipart/report; report-type=delivery-status; boundary=r";
        let bounce = InboundMail::read(&mail(headers, body)).unwrap().bounce.unwrap();
        assert_eq!(bounce.message_ids, ["<invite@acme.example>"]);
        assert_eq!((bounce.is_permanent, bounce.status.as_str()), (true, "5.1.1"));
        let delayed = body.replace("failed", "delayed").replace("5.1.1", "4.4.1");
        assert!(!InboundMail::read(&mail(headers, &delayed)).unwrap().bounce.unwrap().is_permanent);
    }

    #[test]
    fn email_without_an_id_is_identified_by_its_content() {
        let read = |body: &str| InboundMail::read(&mail("From: a@b.example", body)).unwrap().message_id;
        assert_eq!(read("one"), read("one"));
        assert_ne!(read("one"), read("two"));
    }

    #[test]
    fn email_with_too_many_parts_is_refused() {
        let parts = "--b\nContent-Type: text/plain\n\nx\n".repeat(MAX_PARTS + 1);
        let headers = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b";
        assert_eq!(InboundMail::read(&mail(headers, &parts)), Err(Unreadable));
    }

    #[test]
    fn child_output_round_trips() {
        let headers = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b";
        let bytes = mail(
            headers,
            &format!(
                "{}--b\nContent-Disposition: attachment; filename=b.txt\n\ntwo\nlines\n--b--\n",
                WITH_RESUME.trim_end_matches("--b--\n")
            ),
        );
        let read = InboundMail::read(&bytes).unwrap();
        assert_eq!(read.files.len(), 2);
        assert_eq!(answer(&serve(&bytes).unwrap()), Ok(read));
        assert_eq!(answer(&serve(b"").unwrap()), Err(Unreadable));
        assert_eq!(answer(b"[]\n"), Err(Unreadable));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Any message is parsed or rejected, and the result is bounded.
        #[test]
        fn hostile_email_stays_within_limits(
            headers in "(From|To|Cc|Message-ID|References|Subject|Content-Type): [\\PC]{0,120}",
            body in "[\\PC\n-]{0,400}",
        ) {
            if let Ok(read) = InboundMail::read(format!("{headers}\nMIME-Version: 1.0\n\n{body}").as_bytes()) {
                prop_assert!(read.addressed_to.len() <= MAX_NAMES && read.subject.chars().count() <= MAX_LINE);
                prop_assert!(!read.message_id.contains(char::is_control));
                prop_assert!(read.files.iter().all(|file| !file.name.contains(['/', '\\'])));
            }
        }

        /// Bytes that are not an email.
        #[test]
        fn hostile_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let _ = InboundMail::read(&bytes);
        }
    }
}
