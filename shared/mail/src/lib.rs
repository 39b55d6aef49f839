//! Composing and delivering mail.
