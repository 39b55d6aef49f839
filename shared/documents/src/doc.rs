//! Word 97–2003: OLE files, identified by their streams.

use bole_domain::failure::DocumentReason;

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::text::{Quality, normalize};
use crate::{Limits, formats, pdf, sniff};

const VERSION: &str = "0.27.1";

pub(crate) fn extract(bytes: &[u8], _limits: &Limits) -> Result<Extraction, DocumentFailure> {
    if sniff::ole_has_stream(bytes, "EncryptedPackage") {
        return Err(DocumentFailure::new(DocumentReason::Encrypted, "encrypted OOXML package"));
    }
    if !sniff::ole_has_stream(bytes, "WordDocument") {
        if let Some(format) = formats::of_ole(bytes) {
            return Err(DocumentFailure::new(format, "a compound file of another format"));
        }
        return Err(DocumentFailure::new(DocumentReason::WrongType, "compound file without a Word document"));
    }
    let raw = pdf::guarded("undoc", || undoc::doc::DocParser::from_bytes(bytes.to_vec())?.parse())
        .map_err(|panic| DocumentFailure::new(DocumentReason::LegacyDoc, panic))?
        .map(|document| document.plain_text())
        .map_err(|error| match error {
            undoc::Error::Encrypted => DocumentFailure::new(DocumentReason::Encrypted, "encrypted Word 97 file"),
            other => DocumentFailure::new(DocumentReason::LegacyDoc, other.to_string()),
        })?;
    let text = normalize(&raw);
    let quality = Quality::of(&text);
    if quality.letters == 0 {
        return Err(DocumentFailure::new(DocumentReason::NoText, "no text in the Word 97 file"));
    }
    if quality.unmapped_share() > Quality::GARBLED {
        return Err(DocumentFailure::new(DocumentReason::LegacyDoc, "text could not be decoded"));
    }
    Ok(Extraction {
        text,
        kind: DocumentKind::Doc,
        pages: 1,
        unread_pages: Vec::new(),
        recognized_pages: Vec::new(),
        hidden_text: Vec::new(),
        reader: "undoc".to_owned(),
        version: VERSION.to_owned(),
    })
}
