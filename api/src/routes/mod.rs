//! One file per resource.

pub mod ai_settings;
pub mod auth;
pub mod dev;
pub mod events;
pub mod health;
pub mod invitations;
pub mod invited;
#[cfg(test)]
mod linear;
pub mod logos;
pub mod me;
pub mod members;
pub mod my_invitations;
pub mod ops;
pub mod organizations;
pub mod profiles;
pub mod prompts;
pub mod roles;
pub mod settings;
pub mod task_texts;
pub mod tasks;

use bole_api_core::state::ApiState;
use utoipa_axum::router::OpenApiRouter;

/// The routes of all resources.
pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .merge(bole_api_hiring::routes())
        .merge(bole_api_interviews::routes())
        .merge(ai_settings::routes())
        .merge(auth::routes())
        .merge(dev::routes())
        .merge(events::routes())
        .merge(invitations::routes())
        .merge(invited::routes())
        .merge(logos::routes())
        .merge(me::routes())
        .merge(members::routes())
        .merge(my_invitations::routes())
        .merge(ops::routes())
        .merge(organizations::routes())
        .merge(profiles::routes())
        .merge(prompts::routes())
        .merge(roles::routes())
        .merge(settings::routes())
        .merge(task_texts::routes())
        .merge(tasks::routes())
}
