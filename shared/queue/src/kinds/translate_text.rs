//! `text.translate`: translates a text written by AI for its reader.

use bole_domain::evaluation::Language;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Translates a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslateText {
    /// The text.
    pub text: String,
    /// The target language.
    pub language: Language,
    /// The requesting user's prompt with its variables filled in.
    pub prompt: String,
}

impl TaskKind for TranslateText {
    const NAME: &'static str = "text.translate";
    const LANE: Lane = Lane::Models;
    // A user is waiting for it.
    const PRIORITY: i16 = -20;
}
