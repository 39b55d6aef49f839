//! ZIP archives, PDF and DOCX to text, text to a profile.
pub mod profile;
