//! Real services and builders for tests.
