//! `text.translate`: a text that AI wrote, translated for whoever reads it.

use bole_domain::evaluation::Language;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Translates a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslateText {
    /// The text.
    pub text: String,
    /// Into this language.
    pub language: Language,
    /// The prompt in force for whoever asked, its variables filled in.
    pub prompt: String,
}

impl TaskKind for TranslateText {
    const NAME: &'static str = "text.translate";
    const LANE: Lane = Lane::Models;
    // Somebody waits in front of it.
    const PRIORITY: i16 = -20;
}
