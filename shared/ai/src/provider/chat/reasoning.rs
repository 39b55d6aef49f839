//! Models that reason before they answer.

use serde::{Deserialize, Serialize};

/// The smallest limit of an answer's length for a model that reasons, since hidden tokens count as part of the answer.
pub(super) const MIN_REASONING_TOKENS: u32 = 16_000;

/// How models that reason are named, by prefix, and whether they accept an effort without being asked for one.
static MODELS: &str = include_str!("reasoning-models.txt");

/// How much a model reasons before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReasoningEffort {
    None,
    Minimal,
    Low,
    Medium,
    High,
}

/// Whether a model of this name is known to reason.
pub(super) fn reasons(model: &str) -> bool {
    listed(model).is_some()
}

/// Whether a model of this name is known to accept an effort.
pub(super) fn has_effort(model: &str) -> bool {
    listed(model).is_some_and(|rest| rest.trim() == "effort")
}

/// The rest of the line whose name is the longest prefix of the model's.
fn listed(model: &str) -> Option<&'static str> {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let lines = MODELS.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let known = lines.map(|line| line.split_once(' ').unwrap_or((line, "")));
    let longest = known.filter(|(prefix, _)| name.starts_with(prefix)).max_by_key(|(prefix, _)| prefix.len());
    longest.filter(|(_, rest)| rest.trim() != "no").map(|(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_known_by_the_longest_prefix() {
        for (model, expected) in [
            ("gpt-5-mini-2025-08-07", (true, true)),
            ("gpt-5-chat-latest", (false, false)),
            ("models/gemini-2.5-flash", (true, true)),
            ("gemini-2.0-flash", (false, false)),
            ("deepseek-reasoner", (true, false)),
            ("Qwen/Qwen3-8B", (true, false)),
            ("gpt-4.1", (false, false)),
        ] {
            assert_eq!((reasons(model), has_effort(model)), expected, "{model}");
        }
    }
}
