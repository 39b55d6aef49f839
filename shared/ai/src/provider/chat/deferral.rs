//! Requests that are kept for a provider batch, and answers that came from one.

use std::sync::{Arc, Mutex, PoisonError};

use bole_domain::failure::AiReason;
use sha2::{Digest, Sha256};

use super::body::Body;
use super::stream::Collected;
use super::wire::{Completion, shape, unusable};
use super::{Abilities, Answer, AnswerFormat, Chat, ChatError, Question, Role};

/// A request that was kept instead of sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedRequest {
    /// Identifies the question to this model.
    pub question_hash: Vec<u8>,
    /// The body, as JSON in one line.
    pub body: String,
    pub model: String,
}

/// What a client does instead of sending a request.
#[derive(Clone, Default)]
pub(super) enum Deferral {
    /// Nothing: it sends it.
    #[default]
    Absent,
    /// Keeps the first request, and fails.
    Recording(Arc<Mutex<Option<RecordedRequest>>>),
    /// Answers one question by the completion of a batch.
    Answered(Arc<KnownAnswer>),
}

pub(super) struct KnownAnswer {
    question_hash: Vec<u8>,
    /// As JSON.
    completion: String,
}

impl Chat {
    /// The same client, which sends nothing: it keeps its first request and fails.
    #[must_use]
    pub fn recording(&self) -> Self {
        Self { deferral: Deferral::Recording(Arc::default()), ..self.clone() }
    }

    /// The request that a recording client has kept.
    #[must_use]
    pub fn recorded(&self) -> Option<RecordedRequest> {
        match &self.deferral {
            Deferral::Recording(kept) => kept.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            _ => None,
        }
    }

    /// The same client, which knows the answer to one question and asks for all others.
    #[must_use]
    pub fn answering(&self, question_hash: Vec<u8>, completion: String) -> Self {
        Self { deferral: Deferral::Answered(Arc::new(KnownAnswer { question_hash, completion })), ..self.clone() }
    }

    /// What happens to a question instead of being sent; `None` if it is sent.
    pub(super) fn deferred(&self, question: &Question) -> Option<Result<Answer, ChatError>> {
        match &self.deferral {
            Deferral::Absent => None,
            Deferral::Recording(kept) => {
                let model = self.model().to_owned();
                // The answer is a file, not a stream.
                let abilities = Abilities { streaming: false, ..self.abilities() };
                let body = Body::new(&self.endpoint, &model, question, abilities);
                let body = match serde_json::to_string(&body) {
                    Ok(body) => body,
                    Err(error) => return Some(Err(unusable(format!("no request: {}", shape(&error))))),
                };
                let request = RecordedRequest { question_hash: hash(&model, question), body, model };
                kept.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(request);
                Some(Err(ChatError::new(AiReason::Timeout, "the request is kept for a batch")))
            }
            Deferral::Answered(known) => {
                if known.question_hash != hash(self.model(), question) {
                    return None;
                }
                let answer = self.answer_of(&known.completion).and_then(|answer| self.checked(question, answer));
                // A completion that says nothing is asked for again.
                answer.inspect_err(|error| tracing::debug!(%error, "the answer of a batch is not usable")).ok().map(Ok)
            }
        }
    }

    fn answer_of(&self, completion: &str) -> Result<Answer, ChatError> {
        let read: Completion =
            serde_json::from_str(completion).map_err(|error| unusable(format!("no completion: {}", shape(&error))))?;
        let mut collected = Collected::new(self.abilities().is_opened_by_prompt);
        collected.take(read, completion, &self.endpoint.api_key, &mut None)?;
        collected.end();
        collected.answer(&mut None)
    }
}

/// Identifies a question to a model.
fn hash(model: &str, question: &Question) -> Vec<u8> {
    let Question { messages, format, max_tokens, temperature, turn: _ } = question;
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(model);
    for message in messages {
        add(match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        });
        add(&message.content);
    }
    match format {
        AnswerFormat::Text => add("text"),
        AnswerFormat::Json { name, schema } => {
            add(name);
            add(&schema.to_string());
        }
    }
    add(&format!("{max_tokens} {temperature:?}"));
    hash.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Message;

    #[test]
    fn hash_depends_on_everything_that_is_asked() {
        let question = Question::of_text(vec![Message::user("ab"), Message::user("c")], 100);
        let known = hash("m", &question);
        assert_eq!(hash("m", &question.clone()), known);
        let others = [
            hash("n", &question),
            hash("m", &Question::of_text(vec![Message::user("a"), Message::user("bc")], 100)),
            hash("m", &Question::of_text(vec![Message::system("ab"), Message::user("c")], 100)),
            hash("m", &Question { max_tokens: 200, ..question.clone() }),
            hash("m", &Question { temperature: Some(0.7), ..question }),
        ];
        assert!(others.iter().all(|other| *other != known));
    }
}
