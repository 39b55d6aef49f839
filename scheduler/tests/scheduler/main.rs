//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod expire_invitations;
mod prune_accounts;
mod prune_mailbox;
mod purge_files;
mod slots;
