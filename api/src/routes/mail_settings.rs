//! The organization's own mail server.

use axum::extract::State;
use bole_domain::email::{EmailLanguage, SendingLimits, recipient_address};
use bole_domain::ids::OrganizationId;
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_mail::{DeliveryError, MailServer, OutgoingMail, Reach, Security, check_sender, html_of};
use bole_secrets::ServerKey;
use bole_store::mail_settings::{self, MailServerRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check};
use crate::extract::{Json, ReadTenant, Tenant};
use crate::state::ApiState;

/// The highest limit that can be set.
const MAX_RATE: u32 = 100_000;
/// A public mail server, where none is set.
const UNKNOWN_HOST: &str = "smtp.example.com";
/// What a test email says.
const TEST_SUBJECT: &str = "Bole: test email / 测试邮件";
const TEST_TEXT: &str = "This is a test email from Bole. / 这是一封来自伯乐的测试邮件。\n";

wire_enum! {
    /// How the connection to a mail server is encrypted.
    pub enum MailSecurity {
        /// Not at all.
        Plain => "plain",
        /// Upgraded after it stands.
        StartTls => "starttls",
        /// From the first byte.
        Tls => "tls",
    }
}

/// The organization's mail server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmtpSettings {
    /// Its name; empty where the server's own is used.
    host: String,
    /// Its port.
    port: u16,
    /// How the connection is encrypted.
    security: MailSecurity,
    /// The user; empty for none.
    username: String,
    /// Whether a password is set. It is never sent back.
    has_password: bool,
    /// Who email is from, as in `Acme <hr@acme.example>`.
    from: String,
    /// Whether the server has a mail server of its own for organizations without.
    has_default: bool,
    /// How many emails it is given in a minute, where a number is set.
    per_minute: Option<u32>,
    /// How many of them to one receiving domain, where a number is set.
    domain_per_minute: Option<u32>,
    /// How many in a minute where no number is set; no limit without.
    default_per_minute: Option<u32>,
    /// How many to one receiving domain where no number is set; no limit without.
    default_domain_per_minute: Option<u32>,
}

/// The organization's mail server.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/settings/smtp", operation_id = "get_smtp_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = SmtpSettings)))]
pub async fn get_smtp_settings(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<SmtpSettings>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let row = mail_settings::find(&mut tx).await?;
    tx.release();
    Ok(Json(view(&state, row)))
}

fn view(state: &ApiState, row: Option<MailServerRow>) -> SmtpSettings {
    let has_default = state.config.account_mail == crate::AccountMail::Queued;
    let defaults = SendingLimits::default_for(row.as_ref().map_or(UNKNOWN_HOST, |row| &row.host));
    let SendingLimits { per_minute: default_per_minute, domain_per_minute: default_domain_per_minute } = defaults;
    match row {
        Some(row) => SmtpSettings {
            security: row.security.parse().unwrap_or(MailSecurity::Tls),
            host: row.host,
            port: row.port,
            username: row.username,
            has_password: row.password_sealed.is_some(),
            from: row.sender,
            has_default,
            per_minute: row.limits.per_minute,
            domain_per_minute: row.limits.domain_per_minute,
            default_per_minute,
            default_domain_per_minute,
        },
        None => SmtpSettings {
            host: String::new(),
            port: 587,
            security: MailSecurity::StartTls,
            username: String::new(),
            has_password: false,
            from: String::new(),
            has_default,
            per_minute: None,
            domain_per_minute: None,
            default_per_minute,
            default_domain_per_minute,
        },
    }
}

/// A mail server to use.
#[derive(Deserialize, ToSchema)]
pub struct SmtpInput {
    /// Its name; empty to use the server's own.
    #[serde(default)]
    #[schema(required)]
    host: String,
    /// Its port; without it the usual one of `security`.
    port: Option<u16>,
    /// How the connection is encrypted.
    security: Option<MailSecurity>,
    /// The user; empty for none.
    #[serde(default)]
    username: String,
    /// The password; absent stays, empty removes it.
    #[schema(format = "password")]
    password: Option<String>,
    /// Who email is from.
    #[serde(default)]
    #[schema(required)]
    from: String,
    /// How many emails it is given in a minute; without it as many as public mail servers take, and no limit for a server of
    /// one's own network.
    #[serde(default, rename = "perMinute")]
    #[schema(minimum = 1, maximum = 100_000)]
    per_minute: Option<u32>,
    /// How many of them to one receiving domain; likewise.
    #[serde(default, rename = "domainPerMinute")]
    #[schema(minimum = 1, maximum = 100_000)]
    domain_per_minute: Option<u32>,
}

/// Sets the organization's mail server. The password is sealed and never sent back.
#[utoipa::path(put, path = "/api/organizations/{organization_id}/settings/smtp", operation_id = "put_smtp_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), request_body = SmtpInput,
    responses((status = 200, body = SmtpSettings)))]
pub async fn put_smtp_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<SmtpInput>,
) -> ApiResult<Json<SmtpSettings>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let SmtpInput { host, port, security, username, password, from, per_minute, domain_per_minute } = input;
    let host = host.trim().to_owned();
    let mut tx = tenant.begin().await?;
    if host.is_empty() {
        mail_settings::delete(&mut tx).await?;
        tx.commit().await?;
        return Ok(Json(view(&state, None)));
    }
    let mut check = Check::new();
    let is_name = host.len() <= 253 && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:".contains(c));
    check.ensure(is_name, "host", Code::FieldInvalid);
    check.ensure(port != Some(0), "port", Code::FieldInvalid);
    check.at_most("username", &username, 320);
    check.at_most("password", password.as_deref().unwrap_or_default(), 1_000);
    check.ensure(check_sender(from.trim()).is_ok(), "from", Code::FieldInvalid);
    let is_rate = |rate: Option<u32>| rate.is_none_or(|rate| (1..=MAX_RATE).contains(&rate));
    check.ensure(is_rate(per_minute), "perMinute", Code::FieldInvalid);
    check.ensure(is_rate(domain_per_minute), "domainPerMinute", Code::FieldInvalid);
    check.finish()?;
    let security = security.unwrap_or(MailSecurity::StartTls);
    let default_port = match security {
        MailSecurity::Plain => 25,
        MailSecurity::StartTls => 587,
        MailSecurity::Tls => 465,
    };
    let before = mail_settings::find(&mut tx).await?;
    let password_sealed = match password.as_deref() {
        // A password belongs to its server: it is not sent to another one.
        None => before.filter(|before| before.host == host).and_then(|before| before.password_sealed),
        Some("") => None,
        Some(password) => {
            let place = mail_settings::password_place(tenant.organization());
            let sealed = key(&state)?.seal(&place, password);
            Some(sealed.map_err(|error| ApiError::internal(&error))?)
        }
    };
    let row = MailServerRow {
        host,
        port: port.unwrap_or(default_port),
        security: security.to_string(),
        username: username.trim().to_owned(),
        password_sealed,
        sender: from.trim().to_owned(),
        limits: SendingLimits { per_minute, domain_per_minute },
    };
    mail_settings::put(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(Json(view(&state, Some(row))))
}

/// The key that passwords are sealed with.
fn key(state: &ApiState) -> ApiResult<&ServerKey> {
    state
        .config
        .server_key
        .as_ref()
        .ok_or_else(|| ApiError::conflict(Code::AiNoServerKey, "The server has no key to seal secrets with."))
}

/// Where a test mail goes.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SmtpTestInput {
    /// The address.
    #[serde(default)]
    #[schema(required, format = "email")]
    to: String,
}

/// How a test went.
#[derive(Debug, Serialize, ToSchema)]
pub struct SmtpTestResult {
    /// Whether the mail server took the mail.
    ok: bool,
    /// Why not; stable.
    code: Option<&'static str>,
    /// How long it took.
    latency_ms: u64,
}

/// Sends a test mail through the organization's mail server.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/settings/smtp/test", operation_id = "test_smtp_settings",
    tag = "settings", params(("organization_id" = OrganizationId, Path)), request_body = SmtpTestInput,
    responses((status = 200, body = SmtpTestResult)))]
pub async fn test_smtp_settings(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(SmtpTestInput { to }): Json<SmtpTestInput>,
) -> ApiResult<Json<SmtpTestResult>> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let to = recipient_address(&to).ok_or_else(|| ApiError::invalid_field("to", Code::EmailRecipientInvalid))?;
    let mut tx = tenant.begin().await?;
    let row = mail_settings::find(&mut tx).await?;
    tx.release();
    let Some(row) = row else {
        return Ok(Json(SmtpTestResult { ok: false, code: Some("mail.not_configured"), latency_ms: 0 }));
    };
    let security = match row.security.parse() {
        Ok(MailSecurity::Plain) => Security::Plain,
        Ok(MailSecurity::Tls) => Security::Tls,
        _ => Security::StartTls,
    };
    let place = mail_settings::password_place(tenant.organization());
    let credentials = match &row.password_sealed {
        Some(sealed) => {
            let opened = key(&state)?.open(&place, sealed).map_err(|error| ApiError::internal(&error))?;
            Some((row.username, opened))
        }
        None => None,
    };
    let server = MailServer { host: row.host, port: row.port, security, credentials };
    let (subject, text) = (TEST_SUBJECT.to_owned(), TEST_TEXT.to_owned());
    let mail = OutgoingMail {
        id: Uuid::now_v7(),
        from: row.sender,
        reply_to: None,
        follows: None,
        to,
        html: html_of(&subject, &text, EmailLanguage::En),
        subject,
        text,
        attachments: Vec::new(),
        is_automatic: true,
    };
    let begun = std::time::Instant::now();
    let reach = Reach::Public(state.config.mail_allow_hosts.clone());
    let delivered = state.deliverer.deliver(&server, &reach, &mail).await;
    let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let code = delivered.err().map(|error| match error {
        DeliveryError::KeyRefused(_) => "mail.key_refused",
        DeliveryError::Deferred(_) => "mail.deferred",
        DeliveryError::Rejected(_) | DeliveryError::Invalid(_) => "mail.rejected",
        DeliveryError::Unknown => "mail.unknown",
        DeliveryError::Unreachable(_) => "mail.unreachable",
        DeliveryError::Forbidden => "mail.host_forbidden",
    });
    Ok(Json(SmtpTestResult { ok: code.is_none(), code, latency_ms }))
}
