//! The test of an organization's AI provider.

use std::time::{Duration, Instant};

use axum::extract::State;
use bole_ai::provider::{Abilities, AnswerFormat, Chat, ChatError, FormatAbility, Message, Question, Turn};
use bole_api_core::auth::limits::{AI_TESTS, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::failure::AiReason;
use bole_domain::ids::OrganizationId;
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_providers::Provider;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Time limit for a test.
const TEST_LIMIT: Duration = Duration::from_secs(20);

/// Enough for a model that reasons before it answers.
const TEST_TOKENS: u32 = 1_024;

/// The result of a provider test.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiTest {
    /// Whether the provider answered.
    ok: bool,
    /// The failure reason.
    code: Option<AiReason>,
    /// Duration in milliseconds.
    latency_ms: u64,
    /// What the provider supports; absent if it did not answer.
    works: Option<AiAbilities>,
}

/// Features supported by a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiAbilities {
    /// How structured answers can be requested.
    json: JsonAbility,
    /// Whether answers can be streamed.
    streaming: bool,
    /// Whether answers are reproducible.
    repeatable: bool,
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

/// Tests the provider with a one-word question and measures its response time.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/ai/test", operation_id = "test_ai_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), responses((status = 200, body = AiTest)))]
pub async fn test_ai_settings(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<AiTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    count_all(&state.db, &[(&AI_TESTS, &tenant.organization().to_string())], Code::RequestTooMany).await?;
    let mut tx = tenant.begin().await?;
    let provider = state.providers.configured(&mut tx).await?;
    tx.release();
    let begun = Instant::now();
    let failed = |code: AiReason| {
        let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Json(AiTest { ok: false, code: Some(code), latency_ms, works: None }))
    };
    let chat = match provider {
        Provider::Model(chat) => chat,
        Provider::Unusable(error) => return failed(error.reason),
        Provider::BuiltIn | Provider::Paused(_) => return failed(AiReason::NotConfigured),
    };
    let question = vec![Message::user("Answer with the single word: pong")];
    match tokio::time::timeout(TEST_LIMIT, chat.stream(question, TEST_TOKENS, |_| ())).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => return failed(error.reason),
        Err(_) => return failed(AiReason::Timeout),
    }
    let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let has_json = matches!(tokio::time::timeout(TEST_LIMIT, asked_for_json(&chat)).await, Ok(true));
    let Abilities { format, temperature, streaming, .. } = chat.abilities();
    let json = match format {
        _ if !has_json => JsonAbility::Unusable,
        FormatAbility::Schema => JsonAbility::Schema,
        FormatAbility::JsonObject => JsonAbility::Mode,
        FormatAbility::Nothing => JsonAbility::Prompt,
    };
    let works = Some(AiAbilities { json, streaming, repeatable: temperature });
    Ok(Json(AiTest { ok: true, code: None, latency_ms, works }))
}

#[derive(Deserialize)]
struct Pong {
    answer: String,
}

/// Whether structured answers can be requested.
async fn asked_for_json(chat: &Chat) -> bool {
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    let question = Question {
        messages: vec![Message::user("Answer as JSON: {\"answer\": \"pong\"}")],
        format: AnswerFormat::Json { name: "test", schema: schema.into() },
        max_tokens: TEST_TOKENS,
        temperature: None,
        turn: Turn::default(),
    };
    let answered: Result<Pong, ChatError> = chat.json(&question).await;
    answered.is_ok_and(|pong| !pong.answer.is_empty())
}
