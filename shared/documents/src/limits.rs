//! Limits on archives and documents.

use std::time::Duration;

use serde::{Deserialize, Serialize};

const MIB: u64 = 1024 * 1024;

/// Limits on untrusted files. A child receives them with its first message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Maximum size of the ZIP in bytes.
    pub archive_bytes: u64,
    /// Maximum entries of the ZIP, including nested ones, without operating system litter.
    pub archive_entries: u32,
    /// Maximum unpacked bytes of all entries.
    pub unpacked_bytes: u64,
    /// Maximum unpacked bytes of one entry, and of one document.
    pub entry_bytes: u64,
    /// Maximum compression ratio of an entry of more than one mebibyte.
    pub ratio: u32,
    /// Maximum pages of a PDF.
    pub pages: u32,
    /// Wall clock and CPU time for one document; also the longest silence while unpacking.
    pub time: Duration,
    /// Address space of a child in bytes.
    pub memory: u64,
    /// Whether pictures of pages count as documents, because their text can be recognised.
    #[serde(default)]
    pub reads_pictures: bool,
    /// Maximum bytes of text per document.
    pub text_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            archive_bytes: 2048 * MIB,
            archive_entries: 5_000,
            unpacked_bytes: 8192 * MIB,
            entry_bytes: 20 * MIB,
            ratio: 200,
            pages: 200,
            time: Duration::from_secs(60),
            memory: 512 * MIB,
            reads_pictures: false,
            text_bytes: 4 * MIB,
        }
    }
}

impl Limits {
    /// The limits for a document with pages whose text is recognised, which takes seconds a page.
    pub(crate) fn for_recognition(self) -> Self {
        Self { time: self.time * 4, memory: self.memory * 3, reads_pictures: true, ..self }
    }

    /// The largest message accepted by either side: a document, or its text as escaped JSON.
    pub(crate) fn frame_bytes(&self) -> u64 {
        self.entry_bytes.max(self.text_bytes * 6) + MIB
    }
}
