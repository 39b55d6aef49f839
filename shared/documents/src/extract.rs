//! Extracts text from one document in this process.

use bole_domain::failure::{DocumentReason, FailureReason};
use serde::{Deserialize, Serialize};

use crate::sniff::{self, Container};
use crate::{Limits, doc, docx, pdf};

bole_domain::wire_enum! {
    /// The supported document types.
    pub enum DocumentKind {
        Pdf => "pdf",
        /// Word since 2007.
        Docx => "docx",
        /// Word 97–2003.
        Doc => "doc",
    }
}

/// The text of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extraction {
    /// The visible text in reading order: NFKC, one line per line, without hidden text.
    pub text: String,
    /// The type by content, whatever the file name.
    pub kind: DocumentKind,
    /// Pages of a PDF; 1 for formats without pages.
    pub pages: u32,
    /// Invisible text: white on white, tiny, outside the page, or marked hidden. One per line.
    pub hidden_text: Vec<String>,
    /// The reader used.
    pub reader: String,
    pub version: String,
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
    if bytes.len() as u64 > limits.entry_bytes {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{} bytes", bytes.len())));
    }
    let extraction = match sniff::container(bytes) {
        Container::Empty => return Err(DocumentFailure::new(DocumentReason::EmptyFile, "no bytes")),
        Container::Pdf => pdf::extract(bytes, limits)?,
        Container::Zip => docx::extract(bytes, file_name, limits)?,
        Container::Ole => doc::extract(bytes, limits)?,
        Container::Other => return Err(DocumentFailure::new(DocumentReason::WrongType, "neither PDF nor Word")),
    };
    if extraction.text.len() as u64 > limits.text_bytes {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{} bytes of text", extraction.text.len())));
    }
    Ok(extraction)
}
