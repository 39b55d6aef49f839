//! ZIP archives, PDF and Word files to text, text to a profile; hostile files stay in child processes.
//!
//! [`Sandbox`] is the way in for files of strangers: it unpacks archives, extracts text and reads profiles in children with
//! limits on memory, time and output, and has them judge what they read. [`extract_bytes`] is the same extraction in this process, for benchmarks and tests.

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
    Call, Confinement, Entry, EntryOutcome, Reading, Sandbox, UnpackStream, become_unpacker, child_main,
};

/// Goes up with every change that gives some file another text or profile: what an older version read is read again.
pub const EXTRACTION_VERSION: &str = "7";
