//! An organization's settings by key, and its system status.

use axum::extract::State;
use bole_domain::evaluation::Engine;
use bole_domain::failure::FailureReason;
use bole_domain::ids::OrganizationId;
use bole_domain::permission::{Action, Permission, Resource};
use bole_storage::{Key, StorageError};
use bole_store::{ai_settings, settings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, Path, Reading, Tenant};
use crate::state::ApiState;

const VIEW: Permission = Permission::new(Resource::Settings, Action::View);
const EDIT: Permission = Permission::new(Resource::Settings, Action::Edit);

/// The settings there are.
const KEYS: [&str; 1] = ["email_receiver_config"];
/// The most bytes of one.
const MAX_VALUE: usize = 16 << 10;

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct Setting {
    /// Its key.
    key: String,
    /// What it is set to; empty where it never was.
    #[schema(value_type = Object)]
    value: Value,
    /// When it was set, if ever.
    #[serde(with = "time::serde::rfc3339::option")]
    updated_at: Option<OffsetDateTime>,
}

/// A setting by the path.
#[derive(Debug, Deserialize)]
pub struct SettingPath {
    key: String,
}

fn known(key: String) -> ApiResult<String> {
    if KEYS.contains(&key.as_str()) { Ok(key) } else { Err(ApiError::not_found(Code::SettingNotFound)) }
}

/// One setting. One that was never set is empty.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/{key}", operation_id = "get_setting",
    tag = "settings", params(("organization_id" = OrganizationId, Path), ("key" = String, Path)),
    responses((status = 200, body = Setting)))]
pub async fn get_setting(
    Reading { tenant, mut tx }: Reading,
    Path(SettingPath { key }): Path<SettingPath>,
) -> ApiResult<Json<Setting>> {
    tenant.require(VIEW)?;
    let key = known(key)?;
    let found = settings::get(&mut tx, &key).await?;
    tx.release();
    let (value, updated_at) = found.map_or_else(
        || (Value::Object(Map::new()), None),
        |settings::Setting { value, updated_at }| (value, Some(updated_at)),
    );
    Ok(Json(Setting { key, value, updated_at }))
}

/// What a setting is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SettingInput {
    /// An object; replaces what there was. No secrets: they have settings of their own, where they are sealed.
    #[schema(value_type = Object)]
    value: Map<String, Value>,
}

/// Sets one setting.
#[utoipa::path(put, path = "/api/organizations/{organization_id}/settings/{key}", operation_id = "put_setting",
    tag = "settings", params(("organization_id" = OrganizationId, Path), ("key" = String, Path)),
    request_body = SettingInput,
    responses((status = 200, body = Setting)))]
pub async fn put_setting(
    tenant: Tenant,
    Path(SettingPath { key }): Path<SettingPath>,
    Json(SettingInput { value }): Json<SettingInput>,
) -> ApiResult<Json<Setting>> {
    tenant.require(EDIT)?;
    let key = known(key)?;
    let mut check = Check::new();
    for name in value.keys().filter(|name| is_secret(name)) {
        check.refuse(&format!("value.{name}"), Code::FieldInvalid);
    }
    let value = Value::Object(value);
    check.ensure(value.to_string().len() <= MAX_VALUE, "value", Code::FieldTooLong);
    check.finish()?;
    let mut tx = tenant.begin().await?;
    let settings::Setting { value, updated_at } = settings::put(&mut tx, &key, &value).await?;
    tx.commit().await?;
    Ok(Json(Setting { key, value, updated_at: Some(updated_at) }))
}

/// Whether a field holds what must not lie about in clear.
fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    ["password", "secret", "token", "apikey", "api_key"].iter().any(|word| name.contains(word))
}

/// How things stand with an organization's Bole; nothing of other organizations.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemStatus {
    /// Bole's version.
    version: &'static str,
    /// Who judges resumes.
    ai: AiStatus,
    /// The organization's tasks.
    tasks: TasksStatus,
    /// Uploaded files.
    storage: PartStatus,
    /// The database.
    database: DatabaseStatus,
}

/// Who judges resumes.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiStatus {
    /// `built-in`, or `model`.
    engine: &'static str,
    /// The model's name, or the engine with the version of its rules.
    version: String,
    /// Whether a key is set, the organization's or the server's.
    has_key: bool,
    /// Why model work is paused, where it is.
    paused: Option<FailureReason>,
}

/// The organization's tasks.
#[derive(Debug, Serialize, ToSchema)]
pub struct TasksStatus {
    /// Waiting for a worker.
    waiting: i64,
    /// Under way.
    running: i64,
    /// Since when the oldest of those waiting has waited.
    #[serde(with = "time::serde::rfc3339::option")]
    oldest_waiting_since: Option<OffsetDateTime>,
}

/// Whether a part answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartStatus {
    /// Whether it answers.
    ok: bool,
}

/// The database.
#[derive(Debug, Serialize, ToSchema)]
pub struct DatabaseStatus {
    /// Whether it answers.
    ok: bool,
    /// The server's version.
    version: String,
}

/// How things stand with the organization's Bole.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/status", operation_id = "system_status",
    tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = SystemStatus)))]
pub async fn system_status(
    State(state): State<ApiState>,
    Reading { tenant, mut tx }: Reading,
) -> ApiResult<Json<SystemStatus>> {
    tenant.require(VIEW)?;
    let settings::Health { waiting, oldest_waiting_since, running, database_version } =
        settings::health(&mut tx).await?;
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    tx.release();
    let own_model = settings.filter(|settings| settings.api_key_sealed.is_some()).map(|settings| settings.model_name);
    let model = own_model.or_else(|| state.providers.server_model().map(str::to_owned));
    let ai = AiStatus {
        engine: if model.is_some() { Engine::Model.as_str() } else { state.judge.engine().as_str() },
        has_key: model.is_some(),
        version: model.unwrap_or_else(|| state.judge.version().to_owned()),
        paused: pause.map(|pause| pause.reason),
    };
    let storage = match Key::file(tenant.organization(), &"0".repeat(64)) {
        Some(nowhere) => matches!(state.storage.get(&nowhere).await, Ok(_) | Err(StorageError::Missing)),
        None => false,
    };
    Ok(Json(SystemStatus {
        version: env!("CARGO_PKG_VERSION"),
        ai,
        tasks: TasksStatus { waiting, running, oldest_waiting_since },
        storage: PartStatus { ok: storage },
        database: DatabaseStatus { ok: true, version: database_version },
    }))
}
