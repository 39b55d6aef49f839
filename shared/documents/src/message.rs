//! Saved emails and web archives (MHT) to text.

use std::borrow::Cow;

use bole_domain::failure::DocumentReason;
use bole_ocr::Models;
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};

use crate::extract::{DocumentFailure, DocumentKind, Extraction, extract_part};
use crate::html::{self, HtmlText};
use crate::{Limits, picture, sniff};

/// The most attachments read.
const MAX_ATTACHMENTS: usize = 10;

/// Pages count in the order of the text: those of the attachments, then the letter.
pub(crate) fn extract(bytes: &[u8], limits: &Limits, models: Option<&Models>) -> Result<Extraction, DocumentFailure> {
    let message = parsed(bytes)?;
    let HtmlText { mut text, mut hidden } = body(&message);
    if is_web_archive(&message) {
        return Extraction::of_text(&text, DocumentKind::Mhtml, hidden, "mail-parser", "0.11");
    }
    // The resume is usually attached, and the letter comes after it.
    let mut attached = String::new();
    let mut unread = None;
    let (mut pages, mut unread_pages, mut recognized_pages) = (0_u32, Vec::new(), Vec::new());
    // Together they have the time of one document.
    let count = message.attachments().take(MAX_ATTACHMENTS).count();
    let limits = &Limits { time: limits.time / u32::try_from(count.max(1)).unwrap_or(1), ..*limits };
    for part in message.attachments().take(MAX_ATTACHMENTS) {
        let contents = part.contents();
        let name = part.attachment_name().unwrap_or_default();
        let is_photo = limits.reads_pictures && picture::is_page(contents);
        if !is_photo && !sniff::container(contents).is_document() {
            continue;
        }
        match extract_part(contents, name, limits, models) {
            Ok(extraction) => {
                attached.push_str(&extraction.text);
                attached.push_str("\n\n");
                hidden.extend(extraction.hidden_text);
                unread_pages.extend(extraction.unread_pages.iter().map(|page| pages + page));
                recognized_pages.extend(extraction.recognized_pages.iter().map(|page| pages + page));
                pages += extraction.pages;
            }
            // It shows a person, or a logo.
            Err(failure) if is_photo && failure.reason == DocumentReason::NoText => {}
            Err(failure) => {
                let is_scan = failure.reason == DocumentReason::Scanned;
                if is_photo || is_scan && limits.reads_pictures {
                    pages += 1;
                    unread_pages.push(pages);
                }
                if !is_photo {
                    unread = Some(failure);
                }
            }
        }
    }
    if let Some(failure) = unread.filter(|_| attached.is_empty()) {
        return Err(failure);
    }
    attached.push_str(&text);
    text = attached;
    let extraction = Extraction::of_text(&text, DocumentKind::Email, hidden, "mail-parser", "0.11")?;
    Ok(Extraction { pages: pages + 1, unread_pages, recognized_pages, ..extraction })
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
        let extraction = extract(PAGE.as_bytes(), &Limits::default(), None).unwrap();
        assert_eq!((extraction.text.as_str(), extraction.kind), ("张三\na=b & c", DocumentKind::Mhtml));
    }

    #[test]
    fn attachment_of_an_email_is_read_before_its_letter() {
        let mail = "From: Ann <ann@example.com>\r\nTo: hr@example.com\r\nSubject: CV\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nDear team\r\n\
            --b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=cv.rtf\r\n\r\n\
            {\\rtf1 Ann Example\\par Accountant\\par}\r\n--b--\r\n";
        let extraction = extract(mail.as_bytes(), &Limits::default(), None).unwrap();
        assert_eq!(
            (extraction.text.as_str(), extraction.kind),
            ("Ann Example\nAccountant\n\nDear team", DocumentKind::Email)
        );
    }
}
