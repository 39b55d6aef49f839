//! Parses received email: recipients, references, attachments, bounces. The result is bounded, but parsing may be
//! expensive, so it runs in a child process: see [`serve`].

mod body;
mod files;
mod headers;
mod reports;
mod tnef;

use mail_parser::{Message, MessageParser, MimeHeaders};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::reports::Report;

/// Prefix of a request to a child to parse an email.
pub const MAIL_PREFIX: &[u8] = b"mail\n";

/// The most parts of a message, including nested ones.
const MAX_PARTS: usize = 500;
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

/// A report that an email was not delivered and will not be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounce {
    /// Message-IDs of the emails it may refer to.
    pub message_ids: Vec<String>,
    /// The addresses that could not be reached, in lower case.
    pub recipients: Vec<String>,
    /// The status code, such as `5.1.1`; may be empty.
    pub status: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboundMail {
    /// Its id with angle brackets; derived from the content if it has none.
    pub message_id: String,
    /// The hash of sender, subject, date and body, because programs repeat ids.
    pub content_hash: String,
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
    /// Whether a program sent it by itself, such as an automatic reply, a receipt, or the report of a delay.
    pub is_automatic: bool,
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
        let charset = message.parts.iter().find_map(|part| part.content_type()?.attribute("charset"));
        let from = message.from().and_then(|from| from.first());
        let address = clean(from.and_then(|from| from.address()).unwrap_or_default(), MAX_LINE).to_lowercase();
        let from_name = from.and_then(|from| from.name()).map(|_| sender_name(&message, charset)).unwrap_or_default();
        let subject = headers::raw(&message, message.root_part(), "Subject").next();
        let subject = subject.map(|value| headers::text(value, charset)).unwrap_or_default();
        let subject = one_line(&clean(&subject, MAX_LINE));
        let mut files = Vec::new();
        files::collect(&message, charset, &mut files, 0);
        let mut answers = answers(&message);
        let (bounce, is_report) = match reports::report(&message, &address, &subject) {
            Some(Report::Bounce(bounce)) => (Some(bounce), false),
            Some(Report::Other(ids)) => {
                answers.extend(ids);
                (None, true)
            }
            None => (None, false),
        };
        let own_id =
            message.message_id().filter(|id| !id.is_empty() && id.len() <= MAX_LINE && !id.contains(char::is_control));
        Ok(Self {
            message_id: own_id
                .map_or_else(|| format!("<{}@content>", hex(&Sha256::digest(bytes))), |id| format!("<{id}>")),
            content_hash: content_hash(&message),
            from: address,
            from_name: one_line(&clean(&from_name, MAX_LINE)),
            addressed_to: addressed_to(&message),
            answers,
            is_automatic: bounce.is_none() && (is_report || reports::is_automatic(&message, &subject)),
            text: clean(&body::text(&message), MAX_TEXT),
            subject,
            bounce,
            files,
        })
    }
}

/// The name beside the sender's address.
fn sender_name(message: &Message<'_>, charset: Option<&str>) -> String {
    let Some(value) = headers::raw(message, message.root_part(), "From").next() else { return String::new() };
    let name = match (value.iter().position(|byte| *byte == b'<'), value.iter().position(|byte| *byte == b'(')) {
        (Some(end), _) => &value[..end],
        (None, Some(start)) => value[start + 1..].trim_ascii_end().strip_suffix(b")").unwrap_or_default(),
        (None, None) => return String::new(),
    };
    let quoted = name.trim_ascii();
    let name = quoted.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(quoted);
    headers::text(name, charset).replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Identifies what somebody wrote, however it was transported.
fn content_hash(message: &Message<'_>) -> String {
    let mut hash = Sha256::new();
    for name in ["From", "Subject", "Date"] {
        for value in headers::raw(message, message.root_part(), name) {
            for word in value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                hash.update(word);
                hash.update(b" ");
            }
        }
        hash.update(b"\n");
    }
    let start = message.root_part().offset_body as usize;
    let body = message.raw_message.get(start..).unwrap_or_default();
    for line in body.trim_ascii_end().split(|byte| *byte == b'\n') {
        hash.update(line.trim_ascii_end());
        hash.update(b"\n");
    }
    hex(&hash.finalize())
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

/// The values of a header whose content, addresses and ids, needs no decoding.
fn raw<'a>(message: &'a Message<'_>, name: &'a str) -> impl Iterator<Item = std::borrow::Cow<'a, str>> {
    headers::raw(message, message.root_part(), name).map(String::from_utf8_lossy)
}

fn addressed_to(message: &Message<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for header in ["Delivered-To", "X-Original-To", "Envelope-To", "X-Forwarded-To", "To", "Cc"] {
        for value in raw(message, header) {
            for address in addresses_in(&value) {
                if found.len() < MAX_NAMES && !found.contains(&address) {
                    found.push(address);
                }
            }
        }
    }
    found
}

/// The addresses in a text, in lower case.
fn addresses_in(text: &str) -> Vec<String> {
    let words =
        text.split(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"()[]:，。；：（）【】“”".contains(c));
    words.map(|word| word.trim_matches(['.', '\'']).to_lowercase()).filter(|word| is_address(word)).collect()
}

fn is_address(word: &str) -> bool {
    word.len() <= 320
        && word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
}

fn answers(message: &Message<'_>) -> Vec<String> {
    let mut ids: Vec<String> = raw(message, "In-Reply-To").flat_map(|value| message_ids(&value)).collect();
    let mut references: Vec<String> = raw(message, "References").flat_map(|value| message_ids(&value)).collect();
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

/// Cleans text: no control characters except line breaks, nothing that changes its direction, and a maximum length.
fn clean(text: &str, most: usize) -> String {
    let plain = text.replace("\r\n", "\n");
    let is_kept = |c: &char| (!c.is_control() || matches!(c, '\n' | '\t')) && !is_direction(*c);
    let kept: String = plain.chars().filter(is_kept).take(most).collect();
    kept.trim().to_owned()
}

/// Marks of direction, which can make a name look like another, and the byte order mark.
const fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
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
        assert_eq!((bounce.recipients, bounce.status.as_str()), (vec!["lin@example.com".to_owned()], "5.1.1"));
        for (action, status) in [("delayed", "4.4.1"), ("delivered", "2.0.0"), ("relayed", "2.1.9")] {
            let other = body.replace("failed", action).replace("5.1.1", status);
            let read = InboundMail::read(&mail(headers, &other)).unwrap();
            assert_eq!((read.bounce, read.is_automatic), (None, true), "{action}");
            assert_eq!(read.answers, ["<invite@acme.example>"]);
        }
    }

    #[test]
    fn bounce_told_in_words_names_the_recipient() {
        let html = "<p>抱歉，您的邮件被退回来了……</p><p>收件人：lin@example.com</p><p>退信原因：收件人不存在。\
            host mx.example.com said: 550 Mailbox not found.</p><p>Message-ID: &lt;invite@acme.example&gt;</p>";
        let headers = "From: PostMaster <postmaster@mail.example>\nSubject: =?gb18030?B?z7XNs83L0MU=?=\n\
            Content-Type: text/html; charset=gb18030\nContent-Transfer-Encoding: 8bit\n\n";
        let bytes = [headers.as_bytes(), &encoding_rs::GB18030.encode(html).0].concat();
        let read = InboundMail::read(&bytes).unwrap();
        let bounce = read.bounce.unwrap();
        assert_eq!(read.subject, "系统退信");
        assert!(read.text.contains("退信原因：收件人不存在。"), "{}", read.text);
        assert_eq!(bounce.message_ids, ["<invite@acme.example>"]);
        assert_eq!((bounce.recipients, bounce.status.as_str()), (vec!["lin@example.com".to_owned()], "550"));
        let late = "From: MAILER-DAEMON@example.com\nSubject: Delivery delayed: Hello\n\n\
            The message could not be delivered to lin@example.com yet and will be retried for 5 days.";
        let read = InboundMail::read(late.as_bytes()).unwrap();
        assert_eq!((read.bounce, read.is_automatic), (None, true));
        let person = "From: lin@example.com\nSubject: Re: Hello\n\nMy mail was returned: the address does not exist.";
        let read = InboundMail::read(person.as_bytes()).unwrap();
        assert_eq!((read.bounce, read.is_automatic), (None, false));
    }

    #[test]
    fn automatic_replies_and_receipts_are_marked() {
        for headers in [
            "Subject: x\nAuto-Submitted: auto-replied",
            "Subject: Automatic reply: Hello\nX-Auto-Response-Suppress: All",
            "Subject: =?utf-8?B?6Ieq5Yqo5Zue5aSN77yaSGVsbG8=?=",
            "Subject: Balasan otomatis: Hello",
            "Subject: x\nPrecedence: auto_reply",
            "Return-Path: <>\nSubject: x",
        ] {
            let read = InboundMail::read(&mail(&format!("From: a@b.example\n{headers}"), "On holiday.")).unwrap();
            assert!(read.is_automatic && read.bounce.is_none(), "{headers}");
        }
        let receipt = "--m\nContent-Type: text/plain\n\nYour message was read.\n--m\n\
            Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; a@b.example\n\
            Original-Message-ID: <invite@acme.example>\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--m--\n";
        let headers = "From: a@b.example\nMIME-Version: 1.0\n\
            Content-Type: multipart/report; report-type=disposition-notification; boundary=m";
        let read = InboundMail::read(&mail(headers, receipt)).unwrap();
        assert!(read.is_automatic && read.bounce.is_none());
        assert_eq!(read.answers, ["<invite@acme.example>"]);
        let human = "From: a@b.example\nSubject: Reading: automatic reply\nAuto-Submitted: no";
        assert!(!InboundMail::read(&mail(human, "Thursday suits me.")).unwrap().is_automatic);
    }

    #[test]
    fn repeated_id_of_another_email_has_another_hash() {
        let read = |headers: &str, body: &str| {
            InboundMail::read(&mail(&format!("Message-ID: <1@x>\n{headers}"), body)).unwrap().content_hash
        };
        let first = read("From: a@b.example\nSubject: Resume\nDate: Thu, 19 Nov 2026 11:00:00 +0800", "one");
        for (headers, body) in [
            ("From: c@b.example\nSubject: Resume\nDate: Thu, 19 Nov 2026 11:00:00 +0800", "one"),
            ("From: a@b.example\nSubject: CV\nDate: Thu, 19 Nov 2026 11:00:00 +0800", "one"),
            ("From: a@b.example\nSubject: Resume\nDate: Thu, 19 Nov 2026 11:00:01 +0800", "one"),
            ("From: a@b.example\nSubject: Resume\nDate: Thu, 19 Nov 2026 11:00:00 +0800", "two"),
        ] {
            assert_ne!(read(headers, body), first, "{headers}");
        }
        let other_way = "Received: from mx\nFrom: a@b.example\nTo: x@y.example\nSubject:\n Resume\n\
            Date: Thu, 19 Nov 2026 11:00:00 +0800";
        assert_eq!(read(other_way, "one\n"), first);
    }

    #[test]
    fn undecodable_names_are_read_and_directions_removed() {
        let headers = [
            b"From: \"".as_slice(),
            &encoding_rs::GB18030.encode("镕基").0,
            b"\" <z@b.example>\nSubject: ",
            &encoding_rs::GB18030.encode("应聘\u{202e}会计").0,
            b"\nContent-Type: text/plain; charset=gbk\n\n",
            &encoding_rs::GB18030.encode("您好").0,
        ];
        let read = InboundMail::read(&headers.concat()).unwrap();
        assert_eq!((read.from_name.as_str(), read.from.as_str()), ("镕基", "z@b.example"));
        assert_eq!((read.subject.as_str(), read.text.as_str()), ("应聘会计", "您好"));
        let undeclared =
            [b"From: a@b.example\nSubject: x\n\n".as_slice(), &encoding_rs::GB18030.encode("您好，附件").0];
        assert_eq!(InboundMail::read(&undeclared.concat()).unwrap().text, "您好，附件");
    }

    #[test]
    fn attached_files_of_outlook_are_read() {
        let bytes = std::fs::read("../../testdata/mail/winmail.eml").unwrap();
        let read = InboundMail::read(&bytes).unwrap();
        assert_eq!((read.from_name.as_str(), read.subject.as_str()), ("贺兰亭", "应聘机修工程师"));
        let [file] = &read.files[..] else { panic!("{:?}", read.files) };
        assert_eq!(file.name, "简历-贺兰亭.docx");
        assert!(file.content.starts_with(b"PK\x03\x04"));
    }

    #[test]
    fn only_attached_documents_of_a_decorated_email_are_taken() {
        for (name, expected) in [
            ("forwarded.eml", &["CV Kemal.pdf", "cv.docx"][..]),
            ("decorated.eml", &["berkas.zip", "image002.png", "dedi.vcf", "smime.p7s"][..]),
        ] {
            let read = InboundMail::read(&std::fs::read(format!("../../testdata/mail/{name}")).unwrap()).unwrap();
            let names: Vec<&str> = read.files.iter().map(|file| file.name.as_str()).collect();
            assert_eq!(names, expected);
        }
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
