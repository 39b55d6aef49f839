//! The abilities of an endpoint, detected by what it refuses.

use super::provider_error::ProviderError;
use super::reasoning::MIN_REASONING_TOKENS;

/// No provider limits answers to fewer tokens than this: a smaller number in an error is another one.
const MIN_LIMIT: u64 = 256;

/// The abilities of a provider's model, detected by trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one parameter of the protocol")]
pub struct Abilities {
    /// How JSON can be requested.
    pub format: FormatAbility,
    /// Whether it supports `temperature`.
    pub temperature: bool,
    pub streaming: bool,
    /// Whether a stream can end with its usage.
    pub stream_usage: bool,
    /// Whether it uses `max_tokens`; newer models require `max_completion_tokens`.
    pub max_tokens: bool,
    /// The longest answer that may be requested, in tokens, once it is known.
    pub most_tokens: Option<u32>,
    /// Whether it supports `reasoning_effort`.
    pub reasoning_effort: bool,
    /// Whether instructions can be sent in a message of the system.
    pub system_role: bool,
    /// Whether two messages of one role may follow each other.
    pub separate_messages: bool,
    /// Whether the model reasons before it answers, in tokens that count as its answer.
    pub reasons: bool,
    /// Whether the prompt's template opens the reasoning, so that only its end is in the answer.
    pub is_opened_by_prompt: bool,
    /// Whether `/v1` is missing from the base URL.
    pub needs_v1: bool,
}

/// How JSON can be requested from a provider, the least reliable first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormatAbility {
    /// By the prompt alone.
    Nothing,
    /// By JSON mode.
    JsonObject,
    /// By a JSON schema.
    Schema,
}

/// The parameters of a request that an endpoint may refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one parameter of the protocol")]
pub(super) struct Sent {
    /// Whether JSON was requested, by the prompt at least.
    pub(super) json: bool,
    pub(super) temperature: bool,
    pub(super) reasoning_effort: bool,
    pub(super) streamed: bool,
    /// The limit of the answer's length.
    pub(super) limit: u32,
}

impl Abilities {
    /// Everything, for a model of this name.
    pub(super) fn of(model: &str) -> Self {
        Self {
            format: FormatAbility::Schema,
            temperature: true,
            streaming: true,
            stream_usage: true,
            max_tokens: true,
            most_tokens: None,
            reasoning_effort: true,
            system_role: true,
            separate_messages: true,
            reasons: super::reasoning::reasons(model),
            is_opened_by_prompt: false,
            needs_v1: false,
        }
    }

    /// What both allow. Requests run at the same time, and what one has found is not forgotten by another.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            format: self.format.min(other.format),
            temperature: self.temperature && other.temperature,
            streaming: self.streaming && other.streaming,
            stream_usage: self.stream_usage && other.stream_usage,
            max_tokens: self.max_tokens && other.max_tokens,
            most_tokens: match (self.most_tokens, other.most_tokens) {
                (Some(one), Some(another)) => Some(one.min(another)),
                (one, another) => one.or(another),
            },
            reasoning_effort: self.reasoning_effort && other.reasoning_effort,
            system_role: self.system_role && other.system_role,
            separate_messages: self.separate_messages && other.separate_messages,
            reasons: self.reasons || other.reasons,
            is_opened_by_prompt: self.is_opened_by_prompt || other.is_opened_by_prompt,
            needs_v1: self.needs_v1 || other.needs_v1,
        }
    }

    /// The maximum length of an answer for which this many tokens were asked: hidden reasoning counts as part of it.
    pub(super) fn room(&self, max_tokens: u32) -> u32 {
        if self.reasons { max_tokens.max(MIN_REASONING_TOKENS) } else { max_tokens }
    }

    /// The abilities without the parameter that a error names, if it was sent; `None` if it names none of them.
    pub(super) fn without(self, error: &ProviderError, sent: &Sent) -> Option<Self> {
        let names = |parameter: &str| error.names(parameter);
        if is_about_context(error) {
            return None;
        }
        if self.max_tokens && names("max_completion_tokens") {
            return Some(Self { max_tokens: false, ..self });
        }
        if names("max_tokens") || names("max_completion_tokens") || names("max_output_tokens") {
            // The range stands in the message: "the valid range of max_tokens is [1, 8192]".
            let most = error.numbers().filter(|&number| (MIN_LIMIT..u64::from(sent.limit)).contains(&number)).max();
            if let Some(most) = most.and_then(|most| u32::try_from(most).ok()) {
                return Some(Self { most_tokens: Some(most), ..self });
            }
        }
        if sent.temperature && names("temperature") {
            return Some(Self { temperature: false, ..self });
        }
        let of_thinking = || names("reasoning_effort") || error.mentions("does not support thinking");
        if sent.reasoning_effort && of_thinking() {
            return Some(Self { reasoning_effort: false, ..self });
        }
        if sent.streamed && self.stream_usage && (names("stream_options") || names("include_usage")) {
            return Some(Self { stream_usage: false, ..self });
        }
        if sent.streamed && (names("stream") || error.mentions("streaming is not supported")) {
            return Some(Self { streaming: false, ..self });
        }
        if self.separate_messages && error.mentions("alternat") {
            return Some(Self { separate_messages: false, ..self });
        }
        let of_system = ["system role", "system message", "role 'system'", "role: system", "developer instruction"];
        if self.system_role && (error.mentions("alternat") || of_system.iter().any(|phrase| error.mentions(phrase))) {
            return Some(Self { system_role: false, separate_messages: false, ..self });
        }
        let of_format = ["response_format", "json_schema", "json_object", "response_schema", "schema", "grammar"];
        let is_of_format = || of_format.iter().any(|name| names(name)) || error.mentions("json mode");
        if sent.json && (error.is_empty() || is_of_format()) {
            let format = match self.format {
                FormatAbility::Schema => FormatAbility::JsonObject,
                FormatAbility::JsonObject => FormatAbility::Nothing,
                FormatAbility::Nothing => return None,
            };
            return Some(Self { format, ..self });
        }
        None
    }
}

/// Whether an error says that the prompt, or the prompt and the longest answer together, do not fit into the model's context.
pub(super) fn is_about_context(error: &ProviderError) -> bool {
    let codes = ["context_length", "context_size", "context_window"];
    ["context length", "context size", "context window"].iter().any(|phrase| error.mentions(phrase))
        || codes.iter().any(|part| error.has_code_with(part))
}

/// A shorter limit of the answer, where that may make the request fit into the model's context; `None` where the prompt alone
/// is too long.
pub(super) fn shorter(error: &ProviderError, sent: &Sent) -> Option<u32> {
    let of_answer = ["max_tokens", "max_completion_tokens", "completion", "output tokens"];
    let is_of_answer = is_about_context(error) && of_answer.iter().any(|phrase| error.mentions(phrase));
    (is_of_answer && u64::from(sent.limit) >= 2 * MIN_LIMIT).then_some(sent.limit / 2)
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use serde_json::json;

    use super::*;

    const SENT: Sent = Sent { json: true, temperature: true, reasoning_effort: true, streamed: true, limit: 16_000 };

    fn without(abilities: Abilities, message: &str, param: Option<&str>) -> Option<Abilities> {
        let body = json!({ "error": { "message": message, "param": param } });
        let error = ProviderError::read(StatusCode::BAD_REQUEST, body.to_string().as_bytes(), "");
        abilities.without(&error, &SENT)
    }

    #[test]
    fn only_the_named_parameter_is_dropped() {
        let all = Abilities::of("m");
        for (message, param, expected) in [
            (
                "Unsupported value: 'temperature' does not support 0 with this model.",
                Some("temperature"),
                Abilities { temperature: false, ..all },
            ),
            (
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                Some("max_tokens"),
                Abilities { max_tokens: false, ..all },
            ),
            (
                "Unrecognized request argument supplied: reasoning_effort",
                None,
                Abilities { reasoning_effort: false, ..all },
            ),
            ("\"llama3.2\" does not support thinking", None, Abilities { reasoning_effort: false, ..all }),
            ("Extra inputs are not permitted: stream_options", None, Abilities { stream_usage: false, ..all }),
            (
                "Your organization must be verified to stream this model.",
                Some("stream"),
                Abilities { streaming: false, ..all },
            ),
            (
                "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
                None,
                Abilities { most_tokens: Some(8_192), ..all },
            ),
            (
                "This response_format type is unavailable now",
                None,
                Abilities { format: FormatAbility::JsonObject, ..all },
            ),
            (
                "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
                None,
                Abilities { separate_messages: false, ..all },
            ),
            ("System role not supported", None, Abilities { system_role: false, separate_messages: false, ..all }),
        ] {
            assert_eq!(without(all, message, param), Some(expected), "{message}");
        }
    }

    #[test]
    fn an_error_about_something_else_drops_nothing() {
        let all = Abilities::of("m");
        for message in [
            "upstream error: connection reset",
            "parameter.enable_thinking must be set to false for non-streaming calls",
            "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
            "The response was filtered due to the prompt triggering content management policy.",
            "Range of input length should be [1, 30720]",
            "Invalid JSON payload received. Unknown name \"foo\": Cannot find field.",
        ] {
            assert_eq!(without(all, message, None), None, "{message}");
        }
    }

    #[test]
    fn answer_is_shortened_until_it_fits_into_the_context() {
        let shorter = |message: &str, limit: u32| {
            let body = json!({ "error": { "message": message } });
            shorter(
                &ProviderError::read(StatusCode::BAD_REQUEST, body.to_string().as_bytes(), ""),
                &Sent { limit, ..SENT },
            )
        };
        let of_both = "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is \
                       8192 tokens and your request has 20 input tokens (16000 > 8192 - 20).";
        let requested = "This model's maximum context length is 16384 tokens. However, you requested 18000 tokens (2000 in \
                         the messages, 16000 in the completion). Please reduce the length of the messages or completion.";
        let all = Abilities::of("m");
        for message in [of_both, requested] {
            assert_eq!(shorter(message, 16_000), Some(8_000));
            assert_eq!(shorter(message, 500), None);
            assert_eq!(without(all, message, None), None, "no other request is shortened by it");
        }
        let of_prompt = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. \
                         Please reduce the length of the messages.";
        assert_eq!(shorter(of_prompt, 16_000), None);
        assert_eq!(shorter("the request exceeds the available context size", 16_000), None);
        assert_eq!(shorter("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 16_000), None);
    }

    #[test]
    fn what_two_requests_found_is_kept() {
        let all = Abilities::of("m");
        let one = Abilities { temperature: false, most_tokens: Some(8_192), ..all };
        let other = Abilities { format: FormatAbility::JsonObject, most_tokens: Some(4_096), reasons: true, ..all };
        let both = Abilities { temperature: false, ..other };
        assert_eq!((one.and(other), other.and(one)), (both, both));
    }

    #[test]
    fn roles_and_formats_are_given_up_step_by_step() {
        let once = without(Abilities::of("m"), "Conversation roles must alternate", None).unwrap();
        let twice = without(once, "Conversation roles must alternate", None).unwrap();
        assert!(once.system_role && !twice.system_role);
        assert_eq!(without(twice, "Conversation roles must alternate", None), None);

        let mut abilities = Abilities::of("m");
        let mut formats = Vec::new();
        while let Some(fewer) = without(abilities, "response_format is not supported", None) {
            abilities = fewer;
            formats.push(fewer.format);
        }
        assert_eq!(formats, [FormatAbility::JsonObject, FormatAbility::Nothing]);
        assert_eq!(
            without(Abilities::of("m"), "", None).unwrap().format,
            FormatAbility::JsonObject,
            "it names nothing"
        );
    }
}
