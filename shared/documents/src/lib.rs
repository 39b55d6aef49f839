//! ZIP archives, documents to text, text to a profile; untrusted files are handled in child processes.
//!
//! [`Sandbox`] handles untrusted files: it unpacks archives, extracts text, reads profiles and runs the judge in
//! child processes with limits on memory, time and output. [`extract_bytes`] extracts text in this process, for
//! benchmarks and tests.

mod archive;
mod colour;
mod cut_off;
mod doc;
mod docx;
mod extract;
mod formats;
mod html;
mod language;
mod limits;
mod links;
mod message;
mod names;
mod odt;
mod pdf;
mod picture;
mod plain;
pub mod profile;
mod radicals;
mod rtf;
mod sandbox;
mod scan;
mod sniff;
mod tables;
mod text;

pub use bole_ocr::{MODEL_FILES, Models};
pub use extract::{
    DocumentFailure, DocumentKind, Extraction, extract_bytes, extract_with_models, picture_kind, readable_kind,
};
pub use limits::Limits;
pub use sandbox::{
    Calls, Confinement, Entry, EntryOutcome, Reading, Room, Sandbox, UnpackStream, become_unpacker, child_main,
};

/// Must be increased with every change that can change a text or profile: older readings are repeated.
pub const EXTRACTION_VERSION: &str = "9";
