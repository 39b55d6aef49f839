//! Errors of file storage.

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Nothing is stored under the key.
    #[error("no such file")]
    Missing,
    /// The stream was longer than allowed; nothing is stored.
    #[error("longer than {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The sender stopped half way; nothing is stored.
    #[error("the upload broke off: {0}")]
    Source(String),
    /// Disk or object storage failed.
    #[error("storage: {0}")]
    Backend(String),
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::Missing,
            other => Self::Backend(other.to_string()),
        }
    }
}

impl From<std::io::Error> for StorageError {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::NotFound { Self::Missing } else { Self::Backend(error.to_string()) }
    }
}
