//! Files: local disk or object storage.
