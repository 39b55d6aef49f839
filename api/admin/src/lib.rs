//! Accounts, organizations and their members, settings, tasks, operation.

mod ai_settings;
mod auth;
mod dev;
mod events;
mod invitations;
mod invited;
mod judge_measurements;
#[cfg(test)]
mod linear;
mod logos;
mod me;
mod members;
mod model_batches;
mod my_invitations;
pub mod ops;
mod organizations;
mod profiles;
mod prompts;
mod roles;
mod settings;
mod task_texts;
mod tasks;

use bole_api_core::state::ApiState;
use utoipa_axum::router::OpenApiRouter;

/// The routes of this area.
pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .merge(ai_settings::routes())
        .merge(auth::routes())
        .merge(dev::routes())
        .merge(events::routes())
        .merge(invitations::routes())
        .merge(invited::routes())
        .merge(judge_measurements::routes())
        .merge(logos::routes())
        .merge(me::routes())
        .merge(members::routes())
        .merge(model_batches::routes())
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
