//! The organization's mail server.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::config::{AccountMail, DefaultMail};
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{Json, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::email::{EmailLanguage, MailSecurity, SendingLimits, recipient_address};
use bole_domain::failure::MailReason;
use bole_domain::ids::OrganizationId;
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_mail::{DeliveryError, MailServer, OutgoingMail, Reach, check_sender, html_of};
use bole_store::mail_settings::{self, MailServerRow};
use bole_store::mailbox::{self, NewCapture};
use bole_store::{TenantTx, quotas};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::server_key::{is_unreadable, server_key};

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(get_smtp_settings, put_smtp_settings)).routes(routes!(test_smtp_settings))
}

/// The highest configurable limit.
const MAX_RATE: u32 = 100_000;
/// A public mail server for default limits when none is set.
const UNKNOWN_HOST: &str = "smtp.example.com";
/// Subject of a test email.
const TEST_SUBJECT: &str = "Bole: test email / 测试邮件";
const TEST_TEXT: &str = "This is a test email from Bole. / 这是一封来自伯乐的测试邮件。\n";

/// The organization's mail server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmtpSettings {
    /// Host name; empty if the server's default is used.
    host: String,
    /// The port.
    port: u16,
    /// Encryption of the connection.
    security: MailSecurity,
    /// The username; empty for no authentication.
    username: String,
    /// Whether a password is set. It is never returned.
    has_password: bool,
    /// Whether the password was saved with another server key, so that it has to be entered again; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    is_password_unreadable: bool,
    /// The From address, such as `Acme <hr@acme.example>`.
    from: String,
    /// Whether the server has a default mail server.
    has_default: bool,
    /// Maximum emails per minute, if set.
    per_minute: Option<u32>,
    /// Maximum emails per minute to one receiving domain, if set.
    domain_per_minute: Option<u32>,
    /// Default of `per_minute`; absent for no limit.
    default_per_minute: Option<u32>,
    /// Default of `domain_per_minute`; absent for no limit.
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
    Ok(Json(view(&state, tenant.organization(), row)))
}

fn view(state: &ApiState, organization: OrganizationId, row: Option<MailServerRow>) -> SmtpSettings {
    let has_default = state.config.account_mail == AccountMail::Queued;
    let defaults = SendingLimits::default_for(row.as_ref().map_or(UNKNOWN_HOST, |row| &row.host));
    let SendingLimits { per_minute: default_per_minute, domain_per_minute: default_domain_per_minute } = defaults;
    match row {
        Some(row) => SmtpSettings {
            security: row.security,
            host: row.host,
            port: row.port,
            username: row.username,
            has_password: row.password_sealed.is_some(),
            is_password_unreadable: is_unreadable(
                state,
                &mail_settings::password_place(organization),
                row.password_sealed.as_deref(),
            ),
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
            is_password_unreadable: false,
            from: String::new(),
            has_default,
            per_minute: None,
            domain_per_minute: None,
            default_per_minute,
            default_domain_per_minute,
        },
    }
}

/// A mail server to configure.
#[derive(Deserialize, ToSchema)]
pub struct SmtpInput {
    /// Host name; empty to use the server's default.
    #[serde(default)]
    #[schema(required)]
    host: String,
    /// The port; the default of `security` if absent.
    port: Option<u16>,
    /// Encryption of the connection.
    security: Option<MailSecurity>,
    /// The username; empty for no authentication.
    #[serde(default)]
    username: String,
    /// The password; removed if empty, unchanged if absent. Needed again for another host or port or weaker encryption.
    #[schema(format = "password")]
    password: Option<String>,
    /// The From address.
    #[serde(default)]
    #[schema(required)]
    from: String,
    /// Maximum emails per minute; defaults to what public mail servers accept, without a limit in a private network.
    #[serde(default, rename = "perMinute")]
    #[schema(minimum = 1, maximum = 100_000)]
    per_minute: Option<u32>,
    /// Maximum emails per minute to one receiving domain; same default.
    #[serde(default, rename = "domainPerMinute")]
    #[schema(minimum = 1, maximum = 100_000)]
    domain_per_minute: Option<u32>,
}

/// Saves the organization's mail server. The password is encrypted and never returned.
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
        return Ok(Json(view(&state, tenant.organization(), None)));
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
    let port = port.unwrap_or(default_port);
    let before = mail_settings::find(&mut tx).await?;
    let password_sealed = match password.as_deref() {
        None => {
            let former = before.as_ref().map(|before| (before.host.as_str(), before.port, before.security));
            let is_kept = former.is_some_and(|former| keeps_password(former, &host, port, security));
            let sealed = before.as_ref().and_then(|before| before.password_sealed.clone());
            if sealed.is_some() && !is_kept && !username.trim().is_empty() {
                return Err(ApiError::invalid_field("password", Code::SettingPasswordNeeded));
            }
            sealed.filter(|_| is_kept)
        }
        Some("") => None,
        Some(password) => {
            let place = mail_settings::password_place(tenant.organization());
            let sealed = server_key(&state)?.seal(&place, password);
            Some(sealed.map_err(|error| ApiError::internal(&error))?)
        }
    };
    let row = MailServerRow {
        host,
        port,
        security,
        username: username.trim().to_owned(),
        password_sealed,
        sender: from.trim().to_owned(),
        limits: SendingLimits { per_minute, domain_per_minute },
    };
    mail_settings::put(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(Json(view(&state, tenant.organization(), Some(row))))
}

/// Whether a password that was entered for a host, port and encryption may also be sent to these.
pub(super) fn keeps_password(
    (former_host, former_port, former_security): (&str, u16, MailSecurity),
    host: &str,
    port: u16,
    security: MailSecurity,
) -> bool {
    // Ordered from weak to strong.
    former_host == host && former_port == port && security >= former_security
}

/// A test email to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SmtpTestInput {
    /// The recipient's address.
    #[serde(default)]
    #[schema(required, format = "email")]
    to: String,
}

wire_enum! {
    /// How an organization's email leaves.
    pub enum MailRoute {
        /// Through its own mail server.
        Organization => "organization",
        /// Through the one the server has for organizations without.
        Server => "server",
        /// Into the mailbox of this machine, and to nobody.
        Captured => "captured",
    }
}

/// How a test went.
#[derive(Debug, Serialize, ToSchema)]
pub struct SmtpTestResult {
    /// Whether the email was accepted.
    ok: bool,
    /// The failure reason.
    code: Option<MailReason>,
    /// The mail server's own code, if any.
    smtp_code: Option<String>,
    /// How it left; nothing where no mail can.
    via: Option<MailRoute>,
    /// How long it took.
    latency_ms: u64,
}

/// The mail server that email of an organization leaves through.
enum Route {
    Server(Tried),
    /// The organization's password does not open with the server key.
    Sealed,
    Nowhere,
}

/// A mail server to try.
struct Tried {
    via: MailRoute,
    server: MailServer,
    reach: Reach,
    from: String,
}

/// Sends a test mail as email to candidates is sent: through the organization's own mail server, else the server's, else into
/// the captured mailbox.
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
    let (subject, text) = (TEST_SUBJECT.to_owned(), TEST_TEXT.to_owned());
    let html = html_of(&subject, &text, EmailLanguage::En);
    let Tried { via, server, reach, from } = match route(&state, &tenant, &mut tx).await? {
        Route::Server(tried) => tried,
        Route::Sealed => {
            let (code, via) = (Some(MailReason::ServerKeyChanged), Some(MailRoute::Organization));
            return Ok(Json(SmtpTestResult { ok: false, code, smtp_code: None, via, latency_ms: 0 }));
        }
        Route::Nowhere => {
            let captures = state.config.account_mail == AccountMail::Captured;
            if captures {
                let (subject, text, html) = (subject.as_str(), text.as_str(), html.as_str());
                let mail = NewCapture { to: &to, subject, text, html, links: &[], attachments: &[] };
                mailbox::capture_for_tenant(&mut tx, mail).await?;
            }
            tx.commit().await?;
            return Ok(Json(SmtpTestResult {
                ok: captures,
                code: (!captures).then_some(MailReason::NotConfigured),
                smtp_code: None,
                via: captures.then_some(MailRoute::Captured),
                latency_ms: 0,
            }));
        }
    };
    let unverified = state.config.unverified_mail_per_day;
    if via == MailRoute::Server && !quotas::take_email(&mut tx, unverified).await? {
        return Err(ApiError::conflict(Code::EmailQuotaReached, "The organization sends no more emails today."));
    }
    tx.commit().await?;
    let mail = OutgoingMail {
        id: Uuid::now_v7(),
        from,
        reply_to: None,
        follows: Vec::new(),
        to,
        html,
        subject,
        text,
        attachments: Vec::new(),
        is_automatic: true,
    };
    let begun = std::time::Instant::now();
    let failure = state.deliverer.deliver(&server, &reach, &mail).await.err();
    Ok(Json(SmtpTestResult {
        ok: failure.is_none(),
        code: failure.as_ref().map(DeliveryError::reason),
        smtp_code: failure.as_ref().and_then(|error| error.smtp_code()).map(str::to_owned),
        via: Some(via),
        latency_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    }))
}

async fn route(state: &ApiState, tenant: &Tenant, tx: &mut TenantTx) -> ApiResult<Route> {
    let Some(row) = mail_settings::find(tx).await? else {
        let default = state.config.default_mail.clone();
        let tried = default.map(|DefaultMail { server, from }| Tried {
            via: MailRoute::Server,
            server,
            reach: Reach::Anywhere,
            from,
        });
        return Ok(tried.map_or(Route::Nowhere, Route::Server));
    };
    let place = mail_settings::password_place(tenant.organization());
    let credentials = match &row.password_sealed {
        Some(sealed) => {
            let opened = state.config.server_key.as_ref().and_then(|key| key.open(&place, sealed).ok());
            let Some(opened) = opened else { return Ok(Route::Sealed) };
            Some((row.username, opened))
        }
        None => None,
    };
    Ok(Route::Server(Tried {
        via: MailRoute::Organization,
        server: MailServer { host: row.host, port: row.port, security: row.security, credentials },
        reach: Reach::Public(state.config.mail_allow_hosts.clone()),
        from: row.sender,
    }))
}
