//! Changing an account's address: a link proves that the new one is its owner's.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::auth::token;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{ClientAddress, Json, Session};
use bole_api_core::state::ApiState;
use bole_store::users::{self, OneTimeToken};
use bole_store::{IdentityTx, StoreError};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use super::account::{count_mail, evenly, require_owner};
use super::language_of;

/// Lifetime of the link.
const LIFE: Duration = Duration::hours(1);
/// Its kind, as in the verify call.
const KIND: &str = "email_change";

/// The account's new address.
#[derive(Deserialize, ToSchema)]
pub struct EmailChange {
    /// Case-insensitive.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
    /// The password; not needed right after signing in.
    #[schema(format = "password")]
    current_password: Option<String>,
}

/// Emails a link to the signed-in user's new address, which replaces the old one once the link is opened.
///
/// If the address has an account, its owner gets an email saying so; the response is the same.
#[utoipa::path(post, path = "/api/auth/user/email", operation_id = "change_email", tag = "auth", security(("session" = [])),
    request_body = EmailChange, responses((status = 202)))]
pub async fn change_email(
    State(state): State<ApiState>,
    session: Session,
    caller: ClientAddress,
    Json(EmailChange { email, current_password }): Json<EmailChange>,
) -> ApiResult<StatusCode> {
    let mut check = Check::new();
    check.email("email", &email);
    let email = email.trim().to_lowercase();
    check.ensure(email != session.user.email, "email", Code::FieldInvalid);
    check.finish()?;
    require_owner(&state, &session, current_password).await?;
    count_mail(&state, &caller, &email).await?;
    evenly(&state, send(&state, &session, &email)).await
}

async fn send(state: &ApiState, session: &Session, email: &str) -> ApiResult<StatusCode> {
    let mut tx = state.db.identity().await?;
    let mail = match users::by_email(&mut tx, email).await {
        Ok(known) => {
            let link = format!("{}/login", state.config.public_url);
            bole_mail::already_registered(language_of(&known.user), email, &known.user.full_name, &link)
        }
        Err(StoreError::NotFound) => {
            let token = token::one_time();
            let stored = OneTimeToken {
                hash: &token::one_time_hash(&token),
                user: session.user_id(),
                kind: KIND,
                expires_at: OffsetDateTime::now_utc() + LIFE,
                full_name: None,
                password_hash: None,
                email: Some(email),
            };
            users::add_token(&mut tx, &stored).await?;
            let user = users::by_id(&mut tx, session.user_id()).await?.user;
            let link = format!("{}/verify?type={KIND}&token_hash={token}", state.config.public_url);
            bole_mail::email_change(language_of(&user), email, &user.full_name, &link)
        }
        Err(error) => return Err(error.into()),
    };
    state.mailer.send(&mut tx, &mail).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(StatusCode::ACCEPTED)
}

/// Replaces the account's address by the confirmed one, and tells the former. Other links of the account no longer work.
pub(super) async fn apply(state: &ApiState, tx: &mut IdentityTx, user: &users::User, email: &str) -> ApiResult<()> {
    users::set_email(tx, user.id, email).await.on_constraint("users_email_key", || {
        ApiError::conflict(Code::AuthEmailTaken, "Another account has the address.")
    })?;
    users::drop_tokens(tx, user.id).await?;
    let link = format!("{}/login", state.config.public_url);
    let mail = bole_mail::email_changed(language_of(user), &user.email, &user.full_name, email, &link);
    state.mailer.send(tx, &mail).await
}
