//! Extracts text from one document in this process.

use bole_domain::failure::{DocumentReason, FailureReason};
use bole_ocr::Models;
use serde::{Deserialize, Serialize};

use crate::sniff::{self, Container};
use crate::text::{Quality, normalize};
use crate::{Limits, doc, docx, formats, html, language, message, odt, pdf, picture, plain, rtf};

bole_domain::wire_enum! {
    /// The supported document types.
    pub enum DocumentKind {
        Pdf => "pdf",
        /// Word since 2007.
        Docx => "docx",
        /// Word 97–2003.
        Doc => "doc",
        Rtf => "rtf",
        /// OpenDocument text.
        Odt => "odt",
        Html => "html",
        /// A web archive.
        Mhtml => "mhtml",
        /// Plain text.
        Text => "txt",
        /// A saved email.
        Email => "eml",
        /// A photo or scan of a page.
        Jpeg => "jpg",
        Png => "png",
        Webp => "webp",
    }
}

impl DocumentKind {
    /// The MIME type. Web pages and emails are given out as plain text, because they are untrusted.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Doc => "application/msword",
            Self::Rtf => "application/rtf",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Html | Self::Mhtml | Self::Text | Self::Email => "text/plain",
        }
    }
}

/// The text of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extraction {
    /// The visible text in reading order: NFKC, one line per line, without hidden text.
    pub text: String,
    /// The type by content, whatever the file name.
    pub kind: DocumentKind,
    /// Pages of a PDF, or of an email's letter and attachments; 1 for formats without pages.
    pub pages: u32,
    /// Numbers of the pages that are pictures without text, beside pages with text.
    pub unread_pages: Vec<u32>,
    /// Numbers of the pages whose text was recognised in a picture, and may contain mistakes.
    #[serde(default)]
    pub recognized_pages: Vec<u32>,
    /// Invisible text: white on white, tiny, outside the page, or marked hidden. One per line.
    pub hidden_text: Vec<String>,
    /// The reader used.
    pub reader: String,
    pub version: String,
}

impl Extraction {
    /// The extraction of a format without pages.
    pub(crate) fn of_text(
        raw: &str,
        kind: DocumentKind,
        hidden: Vec<String>,
        reader: &str,
        version: &str,
    ) -> Result<Self, DocumentFailure> {
        let text = normalize(raw);
        if Quality::of(&text).letters == 0 {
            return Err(DocumentFailure::new(DocumentReason::NoText, format!("no text in the {kind} file")));
        }
        Ok(Self {
            text,
            kind,
            pages: 1,
            unread_pages: Vec::new(),
            recognized_pages: Vec::new(),
            hidden_text: hidden.iter().map(|line| normalize(line)).filter(|line| !line.is_empty()).collect(),
            reader: reader.to_owned(),
            version: version.to_owned(),
        })
    }
}

/// Why no text could be extracted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct DocumentFailure {
    /// The stable reason, explained on screens.
    pub reason: FailureReason,
    /// The reader's error for operators, without document content or name.
    pub detail: String,
}

impl DocumentFailure {
    pub(crate) fn new(reason: impl Into<FailureReason>, detail: impl Into<String>) -> Self {
        Self { reason: reason.into(), detail: detail.into() }
    }
}

/// Reads a document in this process, without the sandbox's protection.
///
/// The type is determined by content; `file_name` only distinguishes a damaged document from another kind of file.
///
/// # Errors
/// A [`DocumentFailure`] with the reason.
pub fn extract_bytes(bytes: &[u8], file_name: &str, limits: &Limits) -> Result<Extraction, DocumentFailure> {
    extract(bytes, file_name, limits, None)
}

/// [`extract_bytes`], which also recognises the text of pages that are pictures.
///
/// # Errors
/// A [`DocumentFailure`] with the reason.
pub fn extract_with_models(
    bytes: &[u8],
    file_name: &str,
    limits: &Limits,
    models: &Models,
) -> Result<Extraction, DocumentFailure> {
    extract(bytes, file_name, limits, Some(models))
}

pub(crate) fn extract(
    bytes: &[u8],
    file_name: &str,
    limits: &Limits,
    models: Option<&Models>,
) -> Result<Extraction, DocumentFailure> {
    if bytes.len() as u64 > limits.entry_bytes {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{} bytes", bytes.len())));
    }
    let mut extraction = match sniff::container(bytes) {
        Container::Message => message::extract(bytes, limits, models)?,
        _ => extract_part(bytes, file_name, limits, models)?,
    };
    if extraction.text.len() as u64 > limits.text_bytes {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{} bytes of text", extraction.text.len())));
    }
    if !language::is_language(&extraction.text) {
        let detail = "the characters of the text are no language";
        return Err(DocumentFailure::new(DocumentReason::WrongCharacters, detail));
    }
    extraction.text = normalize(&without_icons(&extraction.text));
    Ok(extraction)
}

/// The type of a file that can probably be read, whatever its name; only reading is conclusive. The name tells text
/// written for people from data and code.
#[must_use]
pub fn readable_kind(bytes: &[u8], file_name: &str) -> Option<DocumentKind> {
    Some(match sniff::container(bytes) {
        Container::Pdf => DocumentKind::Pdf,
        Container::Zip if formats::is_odt(bytes) => DocumentKind::Odt,
        // Names of entries are not packed.
        Container::Zip if sniff::contains(bytes, b"word/") => DocumentKind::Docx,
        Container::WordXml => DocumentKind::Docx,
        Container::OpenDocumentXml => DocumentKind::Odt,
        Container::Ole if formats::of_ole(bytes).is_none() => DocumentKind::Doc,
        Container::Rtf => DocumentKind::Rtf,
        Container::Html => DocumentKind::Html,
        Container::Message => DocumentKind::Email,
        Container::Text if sniff::may_be_text(file_name) && formats::of(bytes, file_name).is_none() => {
            DocumentKind::Text
        }
        Container::Empty | Container::Zip | Container::Ole | Container::Text | Container::Other => return None,
    })
}

/// The type of a picture that is large enough to show a page, whose text can be recognised.
#[must_use]
pub fn picture_kind(bytes: &[u8]) -> Option<DocumentKind> {
    picture::kind(bytes).filter(|_| picture::is_page(bytes))
}

/// Reads a document that may be part of another; a message within a message is not read.
pub(crate) fn extract_part(
    bytes: &[u8],
    file_name: &str,
    limits: &Limits,
    models: Option<&Models>,
) -> Result<Extraction, DocumentFailure> {
    match sniff::container(bytes) {
        Container::Empty => Err(DocumentFailure::new(DocumentReason::EmptyFile, "no bytes")),
        Container::Pdf => pdf::extract(bytes, limits, models),
        Container::Other if models.is_some() && picture::kind(bytes).is_some() => picture::extract(bytes, models),
        Container::Zip if formats::is_odt(bytes) => odt::extract(bytes),
        Container::Zip => docx::extract(bytes, file_name, limits),
        Container::WordXml => docx::extract_xml(bytes),
        Container::OpenDocumentXml => odt::extract(bytes),
        Container::Ole => doc::extract(bytes, limits),
        Container::Rtf => rtf::extract(bytes),
        Container::Html => html::extract(bytes),
        Container::Text if sniff::may_be_text(file_name) && formats::of(bytes, file_name).is_none() => {
            plain::extract(bytes)
        }
        Container::Message | Container::Text | Container::Other => {
            let reason = formats::of(bytes, file_name).map_or(DocumentReason::WrongType.into(), FailureReason::from);
            Err(DocumentFailure::new(reason, "not a document that can be read"))
        }
    }
}

/// The text without glyphs of icon fonts, which have no meaning as characters, and without lines of nothing else.
fn without_icons(text: &str) -> String {
    let is_icon = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}');
    if !text.contains(is_icon) {
        return text.to_owned();
    }
    let lines = text.lines().filter(|line| !line.contains(is_icon) || line.contains(char::is_alphanumeric));
    lines.map(|line| line.replace(is_icon, " ")).collect::<Vec<_>>().join("\n")
}
