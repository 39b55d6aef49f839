//! The organization's mailbox for resumes, as the setting `email_receiver_config`.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Json, Path, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::email::MailSecurity;
use bole_domain::failure::{FailureReason, MailReason};
use bole_domain::ids::OrganizationId;
use bole_domain::permission::Permission;
use bole_mail::{MailboxAddress, OpenMailbox, Reach};
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_store::inbound::{self, InboundMailbox};
use bole_store::ledger::{self, NewTask};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::mail_settings::keeps_password;
use crate::server_key::{is_unreadable, server_key};

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(get_setting, put_setting)).routes(routes!(test_email_receiver))
}

/// The only setting.
const KEY: &str = "email_receiver_config";

/// The value of the mailbox setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailReceiver {
    /// Host name of the server.
    host: String,
    /// The port.
    port: u16,
    /// Encryption of the connection.
    security: MailSecurity,
    /// The username.
    user: String,
    /// Whether a password is set. It is never returned.
    has_password: bool,
    /// The folder.
    folder: String,
    /// Whether it is polled.
    is_active: bool,
    /// Why the last poll failed.
    failure: Option<FailureReason>,
    /// What the mail server said then.
    failure_detail: Option<String>,
    /// When polling was paused; saving the setting resumes it.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_at: Option<OffsetDateTime>,
    /// When it was last polled.
    #[serde(with = "time::serde::rfc3339::option")]
    checked_at: Option<OffsetDateTime>,
}

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct Setting {
    /// Its key.
    key: String,
    /// Its value.
    value: SettingValue,
    /// When it was last saved, if ever.
    #[serde(with = "time::serde::rfc3339::option")]
    updated_at: Option<OffsetDateTime>,
}

/// The value of a setting.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SettingValue {
    /// The mailbox.
    EmailReceiver(EmailReceiver),
    /// Never set: an empty object.
    Unset {},
}

/// The path of a setting.
#[derive(Debug, Deserialize)]
pub struct SettingPath {
    key: String,
}

fn known(key: &str) -> ApiResult<()> {
    if key == KEY { Ok(()) } else { Err(ApiError::not_found(Code::SettingNotFound)) }
}

fn setting(mailbox: Option<InboundMailbox>) -> Setting {
    let Some(mailbox) = mailbox else {
        return Setting { key: KEY.to_owned(), value: SettingValue::Unset {}, updated_at: None };
    };
    let updated_at = Some(mailbox.updated_at);
    let value = SettingValue::EmailReceiver(EmailReceiver {
        security: mailbox.security,
        host: mailbox.host,
        port: mailbox.port,
        user: mailbox.username,
        has_password: mailbox.password_sealed.is_some(),
        folder: mailbox.folder,
        is_active: mailbox.is_active,
        failure: mailbox.failure,
        failure_detail: mailbox.failure_detail,
        paused_at: mailbox.paused_at,
        checked_at: mailbox.checked_at,
    });
    Setting { key: KEY.to_owned(), value, updated_at }
}

/// One setting, empty if never set.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/{key}", operation_id = "get_setting",
    tag = "settings", params(("organization_id" = OrganizationId, Path), ("key" = String, Path)),
    responses((status = 200, body = Setting)))]
pub async fn get_setting(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(SettingPath { key }): Path<SettingPath>,
) -> ApiResult<Json<Setting>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    known(&key)?;
    let mut mailbox = inbound::mailbox(&mut tx).await?;
    tx.release();
    if let Some(mailbox) = &mut mailbox {
        let place = inbound::password_place(tenant.organization());
        // Also before the mailbox is polled again.
        if is_unreadable(&state, &place, mailbox.password_sealed.as_deref()) {
            mailbox.failure = Some(MailReason::ServerKeyChanged.into());
            mailbox.failure_detail = None;
        }
    }
    Ok(Json(setting(mailbox)))
}

/// A mailbox to poll.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailReceiverInput {
    /// Host name of the server; empty for none.
    #[serde(default)]
    host: String,
    /// The port; the default of `security` if absent.
    port: Option<u16>,
    /// Encryption of the connection.
    security: Option<MailSecurity>,
    /// The username.
    #[serde(default)]
    user: String,
    /// The password; removed if empty, unchanged if absent. Needed again for another host or port or weaker encryption.
    #[schema(format = "password")]
    password: Option<String>,
    /// The folder; INBOX if absent.
    folder: Option<String>,
    /// Whether it is polled.
    #[serde(default)]
    is_active: bool,
}

/// A setting to save.
#[derive(Deserialize, ToSchema)]
pub struct SettingInput {
    /// Replaces the current value.
    value: EmailReceiverInput,
}

/// Saves one setting. The password is encrypted and never returned. A paused mailbox is resumed.
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
        return Ok(Json(setting(None)));
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
    let port = port.unwrap_or(default_port);
    let before = inbound::mailbox(&mut tx).await?;
    let password_sealed = match password.as_deref() {
        None => {
            let former = before.as_ref().map(|before| (before.host.as_str(), before.port, before.security));
            let is_kept = former.is_some_and(|former| keeps_password(former, &host, port, security));
            let sealed = before.as_ref().and_then(|before| before.password_sealed.clone());
            if sealed.is_some() && !is_kept && !user.trim().is_empty() {
                return Err(ApiError::invalid_field("value.password", Code::SettingPasswordNeeded));
            }
            sealed.filter(|_| is_kept)
        }
        Some("") => None,
        Some(password) => {
            let place = inbound::password_place(tenant.organization());
            Some(server_key(&state)?.seal(&place, password).map_err(|error| ApiError::internal(&error))?)
        }
    };
    let mailbox = InboundMailbox {
        host,
        port,
        security,
        username: user.trim().to_owned(),
        password_sealed,
        folder,
        is_active,
        cursor: None,
        failure: None,
        failure_detail: None,
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
    Ok(Json(setting(kept)))
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailReceiverTest {
    /// Whether the mailbox could be opened.
    ok: bool,
    /// The failure reason.
    code: Option<MailReason>,
    /// What the mail server said.
    detail: Option<String>,
    /// The number of messages in it.
    messages: Option<u32>,
    /// Duration in milliseconds.
    latency_ms: u64,
}

/// Opens the configured mailbox without fetching messages.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/email_receiver_config/test",
    operation_id = "test_email_receiver", tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = EmailReceiverTest)))]
pub async fn test_email_receiver(State(state): State<ApiState>, tenant: Tenant) -> ApiResult<Json<EmailReceiverTest>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    let mailbox = inbound::mailbox(&mut tx).await?;
    tx.release();
    let Some(mailbox) = mailbox else {
        let code = Some(MailReason::NotConfigured);
        return Ok(Json(EmailReceiverTest { ok: false, code, detail: None, messages: None, latency_ms: 0 }));
    };
    let password = match &mailbox.password_sealed {
        Some(sealed) => {
            let place = inbound::password_place(tenant.organization());
            let opened = state.config.server_key.as_ref().and_then(|key| key.open(&place, sealed).ok());
            let Some(opened) = opened else {
                let code = Some(MailReason::ServerKeyChanged);
                return Ok(Json(EmailReceiverTest { ok: false, code, detail: None, messages: None, latency_ms: 0 }));
            };
            opened
        }
        None => String::new(),
    };
    let address = MailboxAddress {
        security: mailbox.security,
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
            EmailReceiverTest { ok: true, code: None, detail: None, messages, latency_ms }
        }
        Err(error) => EmailReceiverTest {
            ok: false,
            code: Some(error.reason()),
            detail: error.said().map(str::to_owned),
            messages: None,
            latency_ms,
        },
    }))
}
