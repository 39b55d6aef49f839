//! The abilities of an endpoint, detected by what it refuses.

use super::complaint::Complaint;

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
    /// Whether `/v1` is missing from the base URL.
    pub needs_v1: bool,
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
            needs_v1: false,
        }
    }

    /// The abilities without the parameter that a complaint names, if it was sent; `None` if it names none of them.
    pub(super) fn without(self, complaint: &Complaint, sent: &Sent) -> Option<Self> {
        let names = |parameter: &str| complaint.names(parameter);
        if self.max_tokens && names("max_completion_tokens") {
            return Some(Self { max_tokens: false, ..self });
        }
        if names("max_tokens") || names("max_completion_tokens") || names("max_output_tokens") {
            // The range stands in the message: "the valid range of max_tokens is [1, 8192]".
            let most = complaint.numbers().filter(|&number| (1..u64::from(sent.limit)).contains(&number)).max();
            if let Some(most) = most.and_then(|most| u32::try_from(most).ok()).filter(|&most| most > 1) {
                return Some(Self { most_tokens: Some(most), ..self });
            }
        }
        if sent.temperature && names("temperature") {
            return Some(Self { temperature: false, ..self });
        }
        let of_thinking = || names("reasoning_effort") || complaint.says("does not support thinking");
        if sent.reasoning_effort && of_thinking() {
            return Some(Self { reasoning_effort: false, ..self });
        }
        if sent.streamed && self.stream_usage && (names("stream_options") || names("include_usage")) {
            return Some(Self { stream_usage: false, ..self });
        }
        if sent.streamed && (names("stream") || complaint.says("streaming is not supported")) {
            return Some(Self { streaming: false, ..self });
        }
        if self.separate_messages && complaint.says("alternat") {
            return Some(Self { separate_messages: false, ..self });
        }
        let of_system = ["system role", "system message", "role 'system'", "role: system", "developer instruction"];
        if self.system_role && (complaint.says("alternat") || of_system.iter().any(|words| complaint.says(words))) {
            return Some(Self { system_role: false, separate_messages: false, ..self });
        }
        let of_format =
            ["response_format", "json_schema", "json_object", "response_schema", "schema", "json", "grammar"];
        if sent.json && (complaint.is_empty() || of_format.iter().any(|name| names(name))) {
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

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use serde_json::json;

    use super::*;

    const SENT: Sent = Sent { json: true, temperature: true, reasoning_effort: true, streamed: true, limit: 16_000 };

    fn without(abilities: Abilities, message: &str, param: Option<&str>) -> Option<Abilities> {
        let body = json!({ "error": { "message": message, "param": param } });
        let complaint = Complaint::read(StatusCode::BAD_REQUEST, body.to_string().as_bytes(), "");
        abilities.without(&complaint, &SENT)
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
    fn a_complaint_about_something_else_drops_nothing() {
        let all = Abilities::of("m");
        for message in [
            "upstream error: connection reset",
            "parameter.enable_thinking must be set to false for non-streaming calls",
            "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
            "The response was filtered due to the prompt triggering content management policy.",
            "Range of input length should be [1, 30720]",
        ] {
            assert_eq!(without(all, message, None), None, "{message}");
        }
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
