//! What identifies an organization's judge.

use bole_ai::ENGINE_VERSION;
use bole_ai::provider::{Chat, PROMPT_VERSION};
use bole_domain::evaluation::Engine;
use bole_domain::measurement::JudgeIdentity;

/// The model's identity with its prompt, or the built-in engine's.
#[must_use]
pub fn judge_identity(chat: Option<&Chat>) -> JudgeIdentity {
    match chat {
        Some(chat) => JudgeIdentity {
            engine: Engine::Model,
            model: Some(chat.model().to_owned()),
            version: PROMPT_VERSION.to_owned(),
        },
        None => JudgeIdentity { engine: Engine::BuiltIn, model: None, version: ENGINE_VERSION.to_owned() },
    }
}
