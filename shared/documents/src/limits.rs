//! What one archive and one document may cost.

use std::time::Duration;

use serde::{Deserialize, Serialize};

const MIB: u64 = 1024 * 1024;

/// Ceilings on what strangers send. A child gets them with its first message and keeps them for life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of the ZIP itself.
    pub archive_bytes: u64,
    /// Entries of the ZIP, the litter of operating systems not counted, those of a ZIP inside counted.
    pub archive_entries: u32,
    /// Bytes all entries of a ZIP may unpack to.
    pub unpacked_bytes: u64,
    /// Bytes one entry may unpack to, and one document may have.
    pub entry_bytes: u64,
    /// How many times its packed size an entry of more than a mebibyte may unpack to.
    pub ratio: u32,
    /// Pages of one PDF.
    pub pages: u32,
    /// Wall clock and processor time for one document; also the longest silence while unpacking.
    pub time: Duration,
    /// Address space of a child, in bytes.
    pub memory: u64,
    /// Bytes of text one document may give.
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
            text_bytes: 4 * MIB,
        }
    }
}

impl Limits {
    /// Largest message either side of the sandbox accepts: a document, or its text as escaped JSON.
    pub(crate) fn frame_bytes(&self) -> u64 {
        self.entry_bytes.max(self.text_bytes * 6) + MIB
    }
}
