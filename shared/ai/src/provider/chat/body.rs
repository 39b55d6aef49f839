//! The body of a request, for an endpoint with the detected abilities.

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage, ChatCompletionStreamOptions, CreateChatCompletionRequest,
    ReasoningEffort as WireEffort, ResponseFormat, ResponseFormatJsonSchema,
};
use serde::Serialize;
use serde_json::{Map, Value};

use super::abilities::{Abilities, FormatAbility, Sent};
use super::question::{AnswerFormat, Message, Question, Role};
use super::reasoning::{ReasoningEffort, has_effort};
use crate::provider::endpoint::Endpoint;

/// Parameters that an organization's own ones cannot replace, because the client relies on them.
pub const RESERVED_PARAMETERS: [&str; 11] = [
    "messages",
    "model",
    "stream",
    "stream_options",
    "n",
    "tools",
    "tool_choice",
    "functions",
    "response_format",
    "max_tokens",
    "max_completion_tokens",
];

/// A request, and what of it may be refused.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    #[serde(flatten)]
    request: CreateChatCompletionRequest,
    /// Parameters of the organization's own.
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
    #[serde(skip)]
    pub(super) sent: Sent,
}

impl<'a> Body<'a> {
    /// The request to the model of an endpoint.
    #[expect(deprecated, reason = "max_tokens is what most compatible endpoints know")]
    pub(super) fn new(endpoint: &'a Endpoint, model: &str, question: &Question, abilities: Abilities) -> Self {
        let extra = &endpoint.options.extra;
        let response_format = match (&question.format, abilities.format) {
            (AnswerFormat::Json { name, schema }, FormatAbility::Schema) => {
                let (name, schema) = ((*name).to_owned(), schema.as_ref().clone());
                let json_schema = ResponseFormatJsonSchema { description: None, name, schema, strict: Some(true) };
                Some(ResponseFormat::JsonSchema { json_schema })
            }
            (AnswerFormat::Json { .. }, FormatAbility::JsonObject) => Some(ResponseFormat::JsonObject),
            _ => None,
        };
        let room = abilities.room(question.max_tokens);
        let limit = abilities.most_tokens.map_or(room, |most| room.min(most));
        let effort = endpoint.options.effort.or_else(|| has_effort(model).then_some(ReasoningEffort::Low));
        let effort = effort.filter(|_| abilities.reasoning_effort && !extra.contains_key("reasoning_effort"));
        // Models that reason are made for their own temperature.
        let takes_temperature = abilities.temperature && !abilities.reasons && !extra.contains_key("temperature");
        let temperature = question.temperature.filter(|_| takes_temperature);
        let streamed = abilities.streaming;
        let sent = Sent {
            json: matches!(question.format, AnswerFormat::Json { .. }),
            temperature: temperature.is_some(),
            reasoning_effort: effort.is_some(),
            streamed,
            limit,
        };
        let usage = ChatCompletionStreamOptions { include_usage: Some(true), include_obfuscation: None };
        let request = CreateChatCompletionRequest {
            messages: messages(&question.messages, abilities),
            model: model.to_owned(),
            reasoning_effort: effort.map(wire_effort),
            max_tokens: abilities.max_tokens.then_some(limit),
            max_completion_tokens: (!abilities.max_tokens).then_some(limit),
            temperature,
            stream: streamed.then_some(true),
            stream_options: (streamed && abilities.stream_usage).then_some(usage),
            response_format,
            ..CreateChatCompletionRequest::default()
        };
        Self { request, extra, sent }
    }
}

const fn wire_effort(effort: ReasoningEffort) -> WireEffort {
    match effort {
        ReasoningEffort::None => WireEffort::None,
        ReasoningEffort::Minimal => WireEffort::Minimal,
        ReasoningEffort::Low => WireEffort::Low,
        ReasoningEffort::Medium => WireEffort::Medium,
        ReasoningEffort::High => WireEffort::High,
    }
}

/// The messages as the endpoint takes them: instructions as the user's where there is no role for them, and neighbours of
/// one role joined where roles must alternate.
fn messages(messages: &[Message], abilities: Abilities) -> Vec<ChatCompletionRequestMessage> {
    let mut taken: Vec<(Role, String)> = Vec::with_capacity(messages.len());
    for message in messages {
        let role = match message.role {
            Role::System if !abilities.system_role => Role::User,
            role => role,
        };
        match taken.last_mut() {
            Some((last, text)) if *last == role && !abilities.separate_messages => {
                text.push_str("\n\n");
                text.push_str(&message.content);
            }
            _ => taken.push((role, message.content.clone())),
        }
    }
    let wire = |(role, text): (Role, String)| match role {
        Role::System => ChatCompletionRequestMessage::System(ChatCompletionRequestSystemMessage::from(text)),
        Role::User => ChatCompletionRequestMessage::User(ChatCompletionRequestUserMessage::from(text)),
        Role::Assistant => ChatCompletionRequestMessage::Assistant(ChatCompletionRequestAssistantMessage::from(text)),
    };
    taken.into_iter().map(wire).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::provider::endpoint::EndpointOptions;

    fn question(format: AnswerFormat) -> Question {
        let messages = vec![Message::system("Judge."), Message::user("Job"), Message::user("Lin")];
        Question::new(messages, format, 7)
    }

    fn written(model: &str, options: EndpointOptions, question: &Question, abilities: Abilities) -> Value {
        let endpoint = Endpoint::new("https://api.example.com/v1".parse().unwrap(), model, "key");
        let endpoint = Endpoint { options, ..endpoint };
        serde_json::to_value(Body::new(&endpoint, model, question, abilities)).unwrap()
    }

    #[test]
    fn body_contains_only_supported_parameters() {
        let schema = Arc::new(json!({ "type": "object" }));
        let structured = question(AnswerFormat::Json { name: "judgements", schema: Arc::clone(&schema) });
        let plain = EndpointOptions::default;
        let all = Abilities::of("good");
        let user = |text: &str| json!({ "role": "user", "content": text });
        let messages = json!([{ "role": "system", "content": "Judge." }, user("Job"), user("Lin")]);
        assert_eq!(
            written("good", plain(), &structured, all),
            json!({
                "model": "good", "messages": messages, "max_tokens": 7, "stream": true,
                "stream_options": { "include_usage": true },
                "response_format": {
                    "type": "json_schema", "json_schema": { "name": "judgements", "strict": true, "schema": *schema },
                },
            })
        );
        let fewer = Abilities {
            format: FormatAbility::JsonObject,
            streaming: false,
            max_tokens: false,
            separate_messages: false,
            ..all
        };
        assert_eq!(
            written("good", plain(), &structured, fewer),
            json!({
                "model": "good", "messages": [{ "role": "system", "content": "Judge." }, user("Job\n\nLin")],
                "max_completion_tokens": 7, "response_format": { "type": "json_object" },
            })
        );
        let none = Abilities { system_role: false, ..fewer };
        assert_eq!(written("good", plain(), &structured, none)["messages"], json!([user("Judge.\n\nJob\n\nLin")]));
    }

    #[test]
    fn temperature_is_sent_only_if_it_is_set_and_supported() {
        let warm = Question { temperature: Some(0.7), ..question(AnswerFormat::Text) };
        let all = Abilities::of("good");
        let body = written("good", EndpointOptions::default(), &warm, all);
        assert!((body["temperature"].as_f64().unwrap() - 0.7).abs() < 1e-6 && body.get("seed").is_none(), "{body}");
        let cold = written("good", EndpointOptions::default(), &warm, Abilities { temperature: false, ..all });
        assert_eq!(cold.get("temperature"), None);
        assert_eq!(
            written("gpt-5", EndpointOptions::default(), &warm, Abilities::of("gpt-5")).get("temperature"),
            None
        );
    }

    #[test]
    fn models_that_reason_have_room_and_a_low_effort() {
        let asked = question(AnswerFormat::Text);
        let body = written("gpt-5-mini", EndpointOptions::default(), &asked, Abilities::of("gpt-5-mini"));
        assert_eq!((&body["max_tokens"], &body["reasoning_effort"]), (&json!(16_000), &json!("low")));
        let chosen = EndpointOptions { effort: Some(ReasoningEffort::High), ..EndpointOptions::default() };
        assert_eq!(written("gpt-5", chosen.clone(), &asked, Abilities::of("gpt-5"))["reasoning_effort"], "high");
        let refused = Abilities { reasoning_effort: false, most_tokens: Some(8_192), ..Abilities::of("gpt-5") };
        let body = written("gpt-5", chosen, &asked, refused);
        assert_eq!((&body["max_tokens"], body.get("reasoning_effort")), (&json!(8_192), None));
    }

    #[test]
    fn parameters_of_the_organization_are_added() {
        let extra = json!({ "chat_template_kwargs": { "enable_thinking": false }, "temperature": 0.2 });
        let options = EndpointOptions { extra: extra.as_object().cloned().unwrap(), ..EndpointOptions::default() };
        let warm = Question { temperature: Some(0.7), ..question(AnswerFormat::Text) };
        let body = written("good", options, &warm, Abilities::of("good"));
        assert_eq!(
            (&body["temperature"], &body["chat_template_kwargs"]["enable_thinking"]),
            (&json!(0.2), &json!(false))
        );
    }
}
