//! File storage: local disk, or any S3-compatible object storage.
//!
//! Keys are built from ids and hashes, never from a user's file name. On local disk a file appears under its key
//! complete and synced, or not at all; object storage guarantees the same.

mod error;
mod key;
mod storage;

pub use error::StorageError;
pub use key::Key;
pub use storage::{LocalCopy, S3Config, Storage, Stored};
