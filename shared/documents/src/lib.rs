//! ZIP archives, PDF and Word files to text, text to a profile; untrusted files are handled in child processes.
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
mod limits;
mod names;
mod pdf;
pub mod profile;
mod sandbox;
mod sniff;
mod text;

pub use extract::{DocumentFailure, DocumentKind, Extraction, extract_bytes};
pub use limits::Limits;
pub use sandbox::{
    Calls, Confinement, Entry, EntryOutcome, Reading, Room, Sandbox, UnpackStream, become_unpacker, child_main,
};

/// Must be increased with every change that can change a text or profile: older readings are repeated.
pub const EXTRACTION_VERSION: &str = "7";
