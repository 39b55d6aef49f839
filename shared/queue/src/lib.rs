//! The apalis backend on the task ledger.
