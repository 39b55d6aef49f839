//! The organization's mailbox for resumes, as the setting `email_receiver_config`, and the messages that came by it.

use axum::extract::State;
use bole_domain::ids::{ApplicationId, BatchId, InboundMessageId, JobId, OrganizationId};
use bole_domain::inbound::InboundState;
use bole_domain::permission::Permission;
use bole_mail::{MailboxAddress, OpenMailbox, Reach, Security};
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_secrets::ServerKey;
use bole_store::inbound::{self, InboundFilter, InboundMailbox};
use bole_store::ledger::{self, NewTask};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::emails::require_writer;
use super::mail_settings::MailSecurity;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, Page, Paged, Paging, Path, Query, ReadTenant, Tenant};
use crate::state::ApiState;
use crate::totals::List;

/// The setting there is.
const KEY: &str = "email_receiver_config";

/// A mailbox that resumes are mailed to, as the setting's value.
#[derive(Debug, Serialize)]
struct EmailReceiver {
    /// The server's name.
    host: String,
    /// Its port.
    port: u16,
    /// How the connection is encrypted.
    security: MailSecurity,
    /// The user.
    user: String,
    /// Whether a password is set. It is never sent back.
    has_password: bool,
    /// The folder.
    folder: String,
    /// Whether it is read.
    is_active: bool,
    /// Why the last look failed; stable.
    failure: Option<String>,
    /// Since when it is not read: saving the setting reads it again.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_at: Option<OffsetDateTime>,
    /// When it was last looked into.
    #[serde(with = "time::serde::rfc3339::option")]
    checked_at: Option<OffsetDateTime>,
}

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct Setting {
    /// Its key.
    key: String,
    /// What it is set to: `{host, port, security, user, has_password, folder, is_active, failure, paused_at, checked_at}`; empty
    /// where it never was.
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

fn known(key: &str) -> ApiResult<()> {
    if key == KEY { Ok(()) } else { Err(ApiError::not_found(Code::SettingNotFound)) }
}

fn setting(mailbox: Option<InboundMailbox>) -> ApiResult<Setting> {
    let Some(mailbox) = mailbox else { return Ok(Setting { key: KEY.to_owned(), value: json!({}), updated_at: None }) };
    let updated_at = Some(mailbox.updated_at);
    let receiver = EmailReceiver {
        security: mailbox.security.parse().unwrap_or(MailSecurity::Tls),
        host: mailbox.host,
        port: mailbox.port,
        user: mailbox.username,
        has_password: mailbox.password_sealed.is_some(),
        folder: mailbox.folder,
        is_active: mailbox.is_active,
        failure: mailbox.failure,
        paused_at: mailbox.paused_at,
        checked_at: mailbox.checked_at,
    };
    let value = serde_json::to_value(receiver).map_err(|error| ApiError::internal(&error))?;
    Ok(Setting { key: KEY.to_owned(), value, updated_at })
}

/// One setting. One that was never set is empty.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/{key}", operation_id = "get_setting",
    tag = "settings", params(("organization_id" = OrganizationId, Path), ("key" = String, Path)),
    responses((status = 200, body = Setting)))]
pub async fn get_setting(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(SettingPath { key }): Path<SettingPath>,
) -> ApiResult<Json<Setting>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    known(&key)?;
    let mailbox = inbound::mailbox(&mut tx).await?;
    tx.release();
    Ok(Json(setting(mailbox)?))
}

/// A mailbox to read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailReceiverInput {
    /// The server's name; empty to read none.
    #[serde(default)]
    host: String,
    /// Its port; without it the usual one of `security`.
    port: Option<u16>,
    /// How the connection is encrypted.
    security: Option<MailSecurity>,
    /// The user.
    #[serde(default)]
    user: String,
    /// The password; absent stays, empty removes it.
    #[schema(format = "password")]
    password: Option<String>,
    /// The folder; INBOX where absent.
    folder: Option<String>,
    /// Whether it is read.
    #[serde(default)]
    is_active: bool,
}

/// What a setting is to be.
#[derive(Deserialize, ToSchema)]
pub struct SettingInput {
    /// Replaces what there was.
    value: EmailReceiverInput,
}

/// Sets one setting. The password is sealed and never sent back. A mailbox that was paused is read again.
#[utoipa::path(put, path = "/api/organizations/{organization_id}/settings/{key}", operation_id = "put_setting",
    tag = "settings", params(("organization_id" = OrganizationId, Path), ("key" = String, Path)),
    request_body = SettingInput,
    responses((status = 200, body = Setting)))]
pub async fn put_setting(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(SettingPath { key }): Path<SettingPath>,
    Json(SettingInput { value }): Json<SettingInput>,
) -> ApiResult<Json<Setting>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    known(&key)?;
    let EmailReceiverInput { host, port, security, user, password, folder, is_active } = value;
    let host = host.trim().to_owned();
    let mut tx = tenant.begin().await?;
    if host.is_empty() {
        inbound::delete_mailbox(&mut tx).await?;
        tx.commit().await?;
        return Ok(Json(setting(None)?));
    }
    let folder = folder.map(|folder| folder.trim().to_owned()).filter(|folder| !folder.is_empty());
    let folder = folder.unwrap_or_else(|| "INBOX".to_owned());
    let is_line = |text: &str| text.chars().count() <= 320 && !text.chars().any(char::is_control);
    let mut check = Check::new();
    let is_name = host.len() <= 253 && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:".contains(c));
    check.ensure(is_name, "value.host", Code::FieldInvalid);
    check.ensure(port != Some(0), "value.port", Code::FieldInvalid);
    check.ensure(is_line(user.trim()), "value.user", Code::FieldInvalid);
    check.ensure(is_line(&folder), "value.folder", Code::FieldInvalid);
    check.at_most("value.password", password.as_deref().unwrap_or_default(), 1_000);
    check.finish()?;
    let security = security.unwrap_or(MailSecurity::Tls);
    let default_port = if security == MailSecurity::Tls { 993 } else { 143 };
    let before = inbound::mailbox(&mut tx).await?;
    let password_sealed = match password.as_deref() {
        // A password belongs to its server: it is not sent to another one.
        None => before.filter(|before| before.host == host).and_then(|before| before.password_sealed),
        Some("") => None,
        Some(password) => {
            let place = inbound::password_place(tenant.organization());
            Some(server_key(&state)?.seal(&place, password).map_err(|error| ApiError::internal(&error))?)
        }
    };
    let mailbox = InboundMailbox {
        host,
        port: port.unwrap_or(default_port),
        security: security.to_string(),
        username: user.trim().to_owned(),
        password_sealed,
        folder,
        is_active,
        cursor: None,
        failure: None,
        paused_at: None,
        checked_at: None,
        updated_at: OffsetDateTime::now_utc(),
    };
    inbound::put_mailbox(&mut tx, &mailbox).await?;
    if is_active {
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..PollMailbox {}.new_task(None)? };
        ledger::enqueue(&mut tx, task).await?;
    }
    let kept = inbound::mailbox(&mut tx).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(setting(kept)?))
}

/// The key that passwords are sealed with.
pub(super) fn server_key(state: &ApiState) -> ApiResult<&ServerKey> {
    let missing = || ApiError::conflict(Code::AiNoServerKey, "The server has no key to seal secrets with.");
    state.config.server_key.as_ref().ok_or_else(missing)
}

/// How a test went.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailReceiverTest {
    /// Whether the mailbox could be opened.
    ok: bool,
    /// Why not; stable.
    code: Option<&'static str>,
    /// How many messages are in it.
    messages: Option<u32>,
    /// How long it took.
    latency_ms: u64,
}

/// Opens the mailbox as it is set, and takes nothing.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/email_receiver_config/test",
    operation_id = "test_email_receiver", tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailReceiverTest)))]
pub async fn test_email_receiver(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<EmailReceiverTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let mailbox = inbound::mailbox(&mut tx).await?;
    tx.release();
    let Some(mailbox) = mailbox else {
        let code = Some("mail.not_configured");
        return Ok(Json(EmailReceiverTest { ok: false, code, messages: None, latency_ms: 0 }));
    };
    let password = match &mailbox.password_sealed {
        Some(sealed) => {
            let place = inbound::password_place(tenant.organization());
            server_key(&state)?.open(&place, sealed).map_err(|error| ApiError::internal(&error))?
        }
        None => String::new(),
    };
    let address = MailboxAddress {
        security: match mailbox.security.parse() {
            Ok(MailSecurity::Plain) => Security::Plain,
            Ok(MailSecurity::StartTls) => Security::StartTls,
            _ => Security::Tls,
        },
        host: mailbox.host,
        port: mailbox.port,
        user: mailbox.username,
        password,
        folder: mailbox.folder,
    };
    let begun = std::time::Instant::now();
    let opened = OpenMailbox::open(&address, &Reach::Public(state.config.mail_allow_hosts.clone())).await;
    let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Json(match opened {
        Ok(open) => {
            let messages = Some(open.messages);
            open.close().await;
            EmailReceiverTest { ok: true, code: None, messages, latency_ms }
        }
        Err(error) => EmailReceiverTest { ok: false, code: Some(error.code()), messages: None, latency_ms },
    }))
}

/// A received message.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboundMessage {
    /// Its id.
    id: InboundMessageId,
    /// What came of it.
    state: InboundState,
    /// Why it was set aside or refused: no_files, job_closed, quota, too_large, unreadable.
    reason: Option<String>,
    /// Who sent it.
    sender: String,
    /// Their name.
    sender_name: String,
    /// Its subject.
    subject: String,
    /// Its text.
    body: String,
    /// How many files it carried.
    files: i32,
    /// The job it was addressed to.
    job_id: Option<JobId>,
    /// Its title.
    job_title: Option<String>,
    /// The candidate it is from or about.
    application_id: Option<ApplicationId>,
    /// The batch of its files.
    batch_id: Option<BatchId>,
    /// When it was taken.
    #[serde(with = "time::serde::rfc3339")]
    received_at: OffsetDateTime,
}

impl From<inbound::InboundMessage> for InboundMessage {
    fn from(row: inbound::InboundMessage) -> Self {
        let inbound::InboundMessage {
            id,
            state,
            reason,
            sender,
            sender_name,
            subject,
            body,
            files,
            job_id,
            job_title,
            application_id,
            batch_id,
            received_at,
        } = row;
        Self {
            id,
            state,
            reason,
            sender,
            sender_name,
            subject,
            body,
            files,
            job_id,
            job_title,
            application_id,
            batch_id,
            received_at,
        }
    }
}

/// Which messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InboundQuery {
    /// Only of this application.
    application_id: Option<ApplicationId>,
    /// Only with what came of them.
    #[param(inline)]
    state: Option<InboundState>,
}

/// Messages that were received, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/inbound-messages", operation_id = "list_inbound_messages",
    tag = "emails", params(("organization_id" = OrganizationId, Path), InboundQuery, Paging),
    responses((status = 200, body = Paged<InboundMessage>)))]
pub async fn list_inbound_messages(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(InboundQuery { application_id, state: came_to }): Query<InboundQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<InboundMessage>>> {
    match application_id {
        Some(_) => require_writer(&tenant)?,
        // Who writes at all, and to whom, is for those who look after the mailbox.
        None => tenant.require(Permission::SETTINGS_VIEW)?,
    }
    let filter = InboundFilter { application_id, state: came_to };
    let found = inbound::list(&mut tx, filter, limit, offset).await?;
    let total = state.totals.of(&mut tx, List::InboundMessages(filter)).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total)))
}
