//! One file per task kind.
