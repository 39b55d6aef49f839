//! Saved emails and web archives (MHT) to text.

use std::borrow::Cow;

use bole_domain::failure::DocumentReason;
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};

use crate::extract::{DocumentFailure, DocumentKind, Extraction, extract_part};
use crate::html::{self, HtmlText};
use crate::{Limits, sniff};

/// The most attachments read.
const MAX_ATTACHMENTS: usize = 10;

pub(crate) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, DocumentFailure> {
    let message = parsed(bytes)?;
    let HtmlText { mut text, mut hidden } = body(&message);
    if is_web_archive(&message) {
        return Extraction::of_text(&text, DocumentKind::Mhtml, hidden, "mail-parser", "0.11");
    }
    // The resume is usually attached, and the letter comes after it.
    let mut attached = String::new();
    let mut unread = None;
    for part in message.attachments().take(MAX_ATTACHMENTS) {
        let contents = part.contents();
        let name = part.attachment_name().unwrap_or_default();
        if !sniff::container(contents).is_document() {
            continue;
        }
        match extract_part(contents, name, limits) {
            Ok(extraction) => {
                attached.push_str(&extraction.text);
                attached.push_str("\n\n");
                hidden.extend(extraction.hidden_text);
            }
            Err(failure) => unread = Some(failure),
        }
    }
    if let Some(failure) = unread.filter(|_| attached.is_empty()) {
        return Err(failure);
    }
    attached.push_str(&text);
    text = attached;
    Extraction::of_text(&text, DocumentKind::Email, hidden, "mail-parser", "0.11")
}

/// The text of a web archive that is part of another document.
pub(crate) fn web_archive(bytes: &[u8]) -> Result<HtmlText, DocumentFailure> {
    parsed(bytes).map(|message| body(&message))
}

fn parsed(bytes: &[u8]) -> Result<Message<'_>, DocumentFailure> {
    let unreadable = || DocumentFailure::new(DocumentReason::Malformed, "not a message");
    MessageParser::default().parse(bytes).ok_or_else(unreadable)
}

/// Browsers and Word save pages as `multipart/related` messages without a recipient.
fn is_web_archive(message: &Message<'_>) -> bool {
    let related = message.content_type().and_then(|kind| kind.subtype()).is_some_and(|kind| kind == "related");
    message.to().is_none()
        && (related || message.text_body_count() == 0 || message.header("Snapshot-Content-Location").is_some())
}

fn body(message: &Message<'_>) -> HtmlText {
    // The first page of an archive; others are its frames.
    let page = message.parts.iter().find_map(|part| match &part.body {
        PartType::Html(source) => Some(source),
        _ => None,
    });
    match page {
        Some(source) => html::read(source),
        None => {
            let texts: Vec<Cow<'_, str>> =
                (0..message.text_body_count()).filter_map(|at| message.body_text(at)).collect();
            HtmlText { text: texts.join("\n"), hidden: Vec::new() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "MIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"b\"\r\n\r\n\
        --b\r\nContent-Type: text/html; charset=\"gb2312\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        <p>=D5=C5=C8=FD</p><p>a=3Db &amp; c</p>\r\n--b\r\nContent-Type: image/png\r\n\
        Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n";

    #[test]
    fn page_of_a_web_archive_is_read() {
        let extraction = extract(PAGE.as_bytes(), &Limits::default()).unwrap();
        assert_eq!((extraction.text.as_str(), extraction.kind), ("张三\na=b & c", DocumentKind::Mhtml));
    }

    #[test]
    fn attachment_of_an_email_is_read_before_its_letter() {
        let mail = "From: Ann <ann@example.com>\r\nTo: hr@example.com\r\nSubject: CV\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nDear team\r\n\
            --b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=cv.rtf\r\n\r\n\
            {\\rtf1 Ann Example\\par Accountant\\par}\r\n--b--\r\n";
        let extraction = extract(mail.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(
            (extraction.text.as_str(), extraction.kind),
            ("Ann Example\nAccountant\n\nDear team", DocumentKind::Email)
        );
    }
}
