//! Files: local disk, or any S3-compatible object storage.
//!
//! Keys are made by the code from ids and hashes, never from a name a person chose. On local disk a file appears under
//! its key complete and synced, or not at all; object storage gives the same by itself.

mod error;
mod key;
mod storage;

pub use error::StorageError;
pub use key::Key;
pub use storage::{LocalCopy, S3Config, Storage, Stored};
