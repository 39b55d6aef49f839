//! One document to text, in this process: find out what it is, read it, and name what went wrong.

use bole_domain::failure::{DocumentReason, FailureReason};
use serde::{Deserialize, Serialize};

use crate::sniff::{self, Container};
use crate::{Limits, doc, docx, pdf};

bole_domain::wire_enum! {
    /// The kinds of files resumes come in.
    pub enum DocumentKind {
        /// PDF.
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
    /// What a person sees, in reading order: NFKC, one line per line. Hidden text is not in it.
    pub text: String,
    /// What the bytes were, whatever the name said.
    pub kind: DocumentKind,
    /// Pages of a PDF; 1 where the format has none.
    pub pages: u32,
    /// Text nobody would see: white on white, tiny, invisible, outside the page, or marked hidden. One per line.
    pub hidden_text: Vec<String>,
    /// Which reader gave the text.
    pub reader: String,
    /// That reader's version.
    pub version: String,
}

/// Why a document gave no text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct DocumentFailure {
    /// The stable reason, which the screens explain.
    pub reason: FailureReason,
    /// For operators: what the reader said. Nothing of the document's content or name.
    pub detail: String,
}

impl DocumentFailure {
    pub(crate) fn new(reason: impl Into<FailureReason>, detail: impl Into<String>) -> Self {
        Self { reason: reason.into(), detail: detail.into() }
    }
}

/// Reads a document in this process, without the sandbox's protection.
///
/// The content decides what it is; `file_name` only serves to tell a damaged document from a file that never was one.
///
/// # Errors
/// A [`DocumentFailure`] whose reason says why there is no text.
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
