//! What the OpenAPI document has besides the routes of the areas.

mod problems;

use bole_api_core::auth::cookies;
use bole_api_core::code::Code;
use bole_api_core::error::{FieldError, Problem};
use utoipa::openapi::PathItem;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(title = "Bole", description = "Recruiting platform: evaluates resumes with evidence and manages hiring."),
    components(schemas(Problem, FieldError, Code)),
    modifiers(&SecuritySchemes),
    tags(
        (name = "auth", description = "Accounts and sessions"),
        (name = "organizations", description = "Organizations and their members"),
        (name = "invitations", description = "Invitations as the invited person sees them"),
        (name = "jobs", description = "Jobs and what they ask for"),
        (name = "batches", description = "Batch evaluation of resumes"),
        (name = "applications", description = "Candidates of a job"),
        (name = "interviews", description = "Planned and conducted interviews"),
        (name = "offers", description = "Offers, and the candidate's page of one"),
        (name = "settings", description = "Prompts, settings and system status"),
        (name = "dashboard", description = "Figures over a period"),
        (name = "tasks", description = "Long-running work and its progress"),
        (name = "development", description = "On the machine itself, in local mode")
    )
)]
pub(crate) struct Document;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(cookies::Name::Access.plain())));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", scheme);
        components.add_security_scheme("mailbox", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// Adds what applies to many routes: organization routes require a session, and every operation lists its problem
/// responses.
pub(crate) fn complete(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for (path, item) in &mut document.paths.paths {
        if path.contains("{organization_id}") {
            for (_, operation) in of_item(item) {
                operation
                    .security
                    .get_or_insert_with(|| vec![SecurityRequirement::new("session", Vec::<String>::new())]);
            }
        }
    }
    problems::describe(&mut document);
    document
}

/// All operations, and whether each is a GET.
fn operations(document: &mut utoipa::openapi::OpenApi) -> impl Iterator<Item = (bool, &mut Operation)> {
    document.paths.paths.values_mut().flat_map(of_item)
}

fn of_item(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let changes = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten();
    item.get.iter_mut().map(|operation| (true, operation)).chain(changes.map(|operation| (false, operation)))
}
