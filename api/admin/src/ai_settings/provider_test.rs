//! The test of an organization's AI provider.

use std::time::{Duration, Instant};

use axum::extract::State;
use bole_ai::provider::{Abilities, AnswerFormat, Chat, ChatError, FormatAbility, Message, Question, Usage};
use bole_api_core::auth::limits::{AI_TESTS, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, Query, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ai::AiPurpose;
use bole_domain::evaluation::Language;
use bole_domain::failure::AiReason;
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_providers::{PriceList, Prices, Provider};
use bole_store::ai_settings::{self, AiSettings};
use bole_store::ai_usage;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::pause::end_wait;
use super::{AiSample, AiSampleCost, dollars, judged};

/// Time limit of each step of a test: a model may think before it answers, and a local one reads slowly.
const TEST_LIMIT: Duration = Duration::from_secs(60);
/// Enough for a model that reasons before it answers.
const TEST_TOKENS: u32 = 1_024;

/// The result of a provider test.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiTest {
    /// Whether the provider answered.
    ok: bool,
    /// The failure reason.
    code: Option<AiReason>,
    /// The provider's own words about a failure.
    detail: Option<String>,
    /// Duration of the first answer in milliseconds.
    latency_ms: u64,
    /// The model that answered.
    model: Option<String>,
    /// The default model that it replaces, because the provider no longer has it.
    replaced_model: Option<String>,
    /// What the provider supports; absent if it did not answer.
    works: Option<AiAbilities>,
    /// Whether the provider read only a part of a request, because the model's context is too short.
    is_prompt_cut: bool,
    /// What the test used.
    usage: AiTestUsage,
    /// What a short resume takes; absent if the model cannot judge.
    resume: Option<AiSampleCost>,
    /// A sample resume as the model judges it.
    sample: Option<AiSample>,
}

/// What a test used.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct AiTestUsage {
    requests: u32,
    prompt_tokens: u64,
    cached_tokens: u64,
    completion_tokens: u64,
    /// Completion tokens of hidden reasoning.
    reasoning_tokens: u64,
}

/// Features supported by a provider.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is one feature")]
pub struct AiAbilities {
    /// How structured answers can be requested.
    json: JsonAbility,
    /// Whether answers can be streamed.
    streaming: bool,
    /// Whether answers are reproducible.
    repeatable: bool,
    /// Whether a temperature can be set.
    temperature: bool,
    /// Whether the model reasons before it answers.
    reasoning: bool,
    /// Whether the effort of its reasoning can be set.
    reasoning_effort: bool,
    /// Whether instructions have a role of their own.
    system_role: bool,
    /// Whether several messages of one role may follow each other.
    separate_messages: bool,
}

/// Options of a test.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AiTestOptions {
    /// The language of the sample; English if absent.
    language: Option<Language>,
}

wire_enum! {
    /// How structured answers can be requested.
    pub enum JsonAbility {
        /// By a JSON schema.
        Schema => "schema",
        /// By JSON mode.
        Mode => "mode",
        /// By the prompt; small errors are repaired.
        Prompt => "prompt",
        /// Not at all: the model cannot evaluate.
        Unusable => "unusable",
    }
}

/// Tests the provider: a one-word question, a structured answer, and a sample resume.
#[utoipa::path(post, path = "/settings/ai/test", params(AiTestOptions), responses((status = 200, body = AiTest)))]
pub async fn test_ai_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Query(options): Query<AiTestOptions>,
) -> ApiResult<Json<AiTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    count_all(&state.db, &[(&AI_TESTS, &tenant.organization().to_string())], Code::RequestTooMany).await?;
    let mut tx = tenant.begin().await?;
    let settings = ai_settings::find(&mut tx).await?;
    let provider = state.providers.configured(&mut tx).await?;
    // A person asks whether the provider answers again.
    end_wait(&state, &mut tx).await?;
    tx.release();
    let chat = match provider {
        Provider::Model(chat) => chat,
        Provider::Unusable(error) => return Ok(Json(AiTest::failed(error, Instant::now(), None))),
        Provider::BuiltIn | Provider::Paused(_) => {
            let error = ChatError::new(AiReason::NotConfigured, "no model is set");
            return Ok(Json(AiTest::failed(error, Instant::now(), None)));
        }
    };
    let test = tested(&chat, settings.as_ref(), options.language.unwrap_or(Language::En)).await;
    if let Some(used) = PriceList::of(settings.as_ref()).used(&chat, AiPurpose::Measurement) {
        let mut tx = tenant.begin().await?;
        ai_usage::record(&mut tx, &[used]).await?;
        tx.commit().await?;
    }
    Ok(Json(test))
}

async fn tested(chat: &Chat, settings: Option<&AiSettings>, language: Language) -> AiTest {
    let begun = Instant::now();
    let question = vec![Message::user("Answer with the single word: pong")];
    if let Err(error) = within(TEST_LIMIT, chat.stream(question, TEST_TOKENS, |_| ())).await {
        return AiTest::failed(error, begun, Some(chat));
    }
    let latency_ms = millis(begun);
    let asked = within(TEST_LIMIT, asked_for_json(chat)).await;
    let mut detail = asked.as_ref().err().map(failure_message);
    let (mut resume, mut sample, mut is_prompt_cut) = (None, None, false);
    if asked.is_ok() {
        let judge = chat.metered();
        match tokio::time::timeout(2 * TEST_LIMIT, judged(&judge, language)).await {
            Ok(Ok((judged, ms))) => {
                let is_priced = Prices::are_known(chat.model(), settings);
                let cost = is_priced.then(|| dollars(Prices::of(chat.model(), settings).cost(&judge.usage())));
                resume = Some(AiSampleCost::new(&judge.usage(), ms, cost));
                sample = Some(judged);
            }
            Ok(Err(error)) => detail = Some(error.detail),
            Err(_) => detail = Some("The sample resume was not judged in time.".to_owned()),
        }
        chat.add(judge.usage());
        is_prompt_cut = judge.is_prompt_cut();
    }
    AiTest {
        ok: true,
        code: None,
        detail,
        latency_ms,
        model: Some(chat.model().to_owned()),
        replaced_model: chat.replaced_model().map(str::to_owned),
        works: Some(AiAbilities::new(chat.abilities(), asked.is_ok())),
        is_prompt_cut: is_prompt_cut || chat.is_prompt_cut(),
        usage: chat.usage().into(),
        resume,
        sample,
    }
}

impl AiTest {
    fn failed(error: ChatError, begun: Instant, chat: Option<&Chat>) -> Self {
        Self {
            ok: false,
            code: Some(error.reason),
            detail: error.provider_message,
            latency_ms: millis(begun),
            model: chat.map(|chat| chat.model().to_owned()),
            replaced_model: None,
            works: None,
            is_prompt_cut: chat.is_some_and(Chat::is_prompt_cut),
            usage: chat.map(|chat| chat.usage().into()).unwrap_or_default(),
            resume: None,
            sample: None,
        }
    }
}

impl From<Usage> for AiTestUsage {
    fn from(used: Usage) -> Self {
        let Usage { requests, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens } = used;
        Self { requests, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens }
    }
}

impl AiAbilities {
    fn new(abilities: Abilities, has_json: bool) -> Self {
        let json = match abilities.format {
            _ if !has_json => JsonAbility::Unusable,
            FormatAbility::Schema => JsonAbility::Schema,
            FormatAbility::JsonObject => JsonAbility::Mode,
            FormatAbility::Nothing => JsonAbility::Prompt,
        };
        let Abilities { temperature, streaming, reasons, reasoning_effort, system_role, separate_messages, .. } =
            abilities;
        Self {
            json,
            streaming,
            repeatable: temperature && !reasons,
            temperature: temperature && !reasons,
            reasoning: reasons,
            reasoning_effort: reasons && reasoning_effort,
            system_role,
            separate_messages,
        }
    }
}

fn millis(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The provider's message about a failure, or what was wrong with its answer.
fn failure_message(error: &ChatError) -> String {
    error.provider_message.clone().unwrap_or_else(|| error.detail.clone())
}

/// What a call answers within a time limit.
async fn within<T>(limit: Duration, call: impl Future<Output = Result<T, ChatError>>) -> Result<T, ChatError> {
    let late = |_| ChatError::new(AiReason::Timeout, "no answer in time");
    tokio::time::timeout(limit, call).await.map_err(late)?
}

#[derive(Deserialize)]
struct Pong {
    answer: String,
}

/// Requests a structured answer, at a temperature, so that both abilities are known.
async fn asked_for_json(chat: &Chat) -> Result<(), ChatError> {
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    let messages = vec![Message::user("Answer as JSON: {\"answer\": \"pong\"}")];
    let format = AnswerFormat::Json { name: "test", schema: schema.into() };
    let question = Question { temperature: Some(0.7), ..Question::new(messages, format, TEST_TOKENS) };
    let pong: Pong = chat.json(&question).await?;
    if pong.answer.is_empty() { Err(ChatError::new(AiReason::AnswerUnusable, "an empty answer")) } else { Ok(()) }
}
