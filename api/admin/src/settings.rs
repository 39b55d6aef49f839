//! An organization's system status.

use axum::extract::State;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, ReadTenant};
use bole_api_core::state::ApiState;
use bole_domain::email::EmailServiceState;
use bole_domain::evaluation::Engine;
use bole_domain::failure::FailureReason;
use bole_domain::permission::{Action, Permission, Resource};
use bole_storage::{Key, StorageError};
use bole_store::ai_settings::{self, AiSettings};
use bole_store::mail_settings::{self, EmailService};
use bole_store::{operations, settings};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

bole_api_core::area! { "settings": system_status }

const VIEW: Permission = Permission::new(Resource::Settings, Action::View);

/// The state of the system for one organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemStatus {
    /// Bole's version.
    version: &'static str,
    /// The engine that evaluates resumes.
    ai: AiStatus,
    /// The organization's tasks.
    tasks: TasksStatus,
    /// The number of live workers, shared by all organizations.
    workers: usize,
    /// The state of the organization's email service.
    email: EmailStatus,
    /// File storage.
    storage: PartStatus,
    database: DatabaseStatus,
}

/// The engine that evaluates resumes.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiStatus {
    /// `built-in` or `model`.
    engine: Engine,
    /// The model's name, or the version of the built-in engine's rules.
    version: String,
    /// Whether a key is set, for the organization or the server.
    has_key: bool,
    /// Why model work is paused, if it is.
    paused: Option<FailureReason>,
}

/// The organization's tasks.
#[derive(Debug, Serialize, ToSchema)]
pub struct TasksStatus {
    /// Waiting for a worker.
    waiting: i64,
    /// In progress.
    running: i64,
    /// When the oldest waiting task was enqueued.
    #[serde(with = "time::serde::rfc3339::option")]
    oldest_waiting_since: Option<OffsetDateTime>,
}

/// The state of the email service.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmailServiceStatus)]
pub struct EmailStatus {
    /// The state.
    status: EmailServiceState,
    /// Why it stopped or last failed.
    reason: Option<FailureReason>,
    #[serde(with = "time::serde::rfc3339::option")]
    stopped_at: Option<OffsetDateTime>,
    /// Queued emails.
    queued: i64,
}

/// Whether a component responds.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartStatus {
    /// Whether it responds.
    ok: bool,
}

/// The database.
#[derive(Debug, Serialize, ToSchema)]
pub struct DatabaseStatus {
    /// Whether it responds.
    ok: bool,
    /// The server's version.
    version: String,
}

/// The state of the system for the organization.
#[utoipa::path(get, path = "/settings/status", responses((status = 200, body = SystemStatus)))]
pub async fn system_status(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<SystemStatus>> {
    tenant.require(VIEW)?;
    let settings::Health { waiting, oldest_waiting_since, running, database_version } =
        settings::health(&mut tx).await?;
    let settings = ai_settings::find(&mut tx).await?;
    let pause = ai_settings::pause(&mut tx).await?;
    let EmailService { reason, stopped_at, queued, .. } = mail_settings::service(&mut tx).await?;
    tx.release();
    let workers = operations::workers(&state.db).await?.len();
    let status = if stopped_at.is_some() { EmailServiceState::Stopped } else { EmailServiceState::Running };
    let email = EmailStatus { status, reason, stopped_at, queued };
    let own_model = settings.filter(AiSettings::has_own_model).map(|settings| settings.model_name);
    let model = own_model.or_else(|| state.providers.server_model().map(str::to_owned));
    let ai = AiStatus {
        engine: if model.is_some() { Engine::Model } else { state.judge.engine() },
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
        workers,
        email,
        storage: PartStatus { ok: storage },
        database: DatabaseStatus { ok: true, version: database_version },
    }))
}
