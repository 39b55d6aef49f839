//! The abilities of an endpoint, detected by trying.

/// The abilities of a provider, detected by trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// How JSON can be requested.
    pub format: FormatAbility,
    /// Whether it supports `temperature` and `seed`.
    pub sampling: bool,
    pub streaming: bool,
    /// Whether it uses `max_tokens`; newer models require `max_completion_tokens`.
    pub max_tokens: bool,
}

/// How JSON can be requested from a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatAbility {
    /// By a JSON schema.
    Schema,
    /// By JSON mode.
    JsonObject,
    /// By the prompt alone.
    Nothing,
}

impl Abilities {
    pub(super) const ALL: Self =
        Self { format: FormatAbility::Schema, sampling: true, streaming: true, max_tokens: true };

    /// The abilities without the next unsupported parameter, after a request was rejected as malformed; `None` if
    /// nothing is left to remove.
    pub(super) fn without(self, complaint: &str, wants_json: bool) -> Option<Self> {
        if self.max_tokens && complaint.contains("max_completion_tokens") {
            return Some(Self { max_tokens: false, ..self });
        }
        if self.streaming && complaint.contains("stream") {
            return Some(Self { streaming: false, ..self });
        }
        let of_sampling = complaint.contains("temperature") || complaint.contains("seed");
        if self.sampling && of_sampling {
            return Some(Self { sampling: false, ..self });
        }
        let format = match self.format {
            FormatAbility::Schema if wants_json => FormatAbility::JsonObject,
            FormatAbility::JsonObject if wants_json => FormatAbility::Nothing,
            _ if self.sampling => return Some(Self { sampling: false, ..self }),
            _ => return None,
        };
        Some(Self { format, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_parameters_are_dropped_one_by_one() {
        let mut abilities = Abilities::ALL;
        let mut steps = Vec::new();
        while let Some(fewer) = abilities.without("unknown parameter", true) {
            abilities = fewer;
            steps.push((abilities.format, abilities.sampling));
        }
        use FormatAbility::{JsonObject, Nothing};
        assert_eq!(steps, [(JsonObject, true), (Nothing, true), (Nothing, false)]);
        let sampling = Abilities::ALL.without("unsupported value: 'temperature' does not support 0", true).unwrap();
        assert_eq!(sampling, Abilities { sampling: false, ..Abilities::ALL });
        let whole = Abilities::ALL.without("unrecognized request argument: stream_options", false).unwrap();
        assert_eq!(whole, Abilities { streaming: false, ..Abilities::ALL });
        let newer = "unsupported parameter: 'max_tokens' is not supported with this model. use 'max_completion_tokens' instead.";
        let limited = Abilities::ALL.without(newer, true).unwrap();
        assert_eq!(limited, Abilities { max_tokens: false, ..Abilities::ALL });
    }
}
