//! What the OpenAPI document says besides the routes, and writing it down.

use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use crate::auth::cookies;
use crate::code::Code;
use crate::error::{FieldError, Problem};

#[derive(OpenApi)]
#[openapi(
    info(title = "Bole", description = "Recruiting: resumes in, ranked and evidenced candidates out."),
    components(schemas(Problem, FieldError, Code)),
    modifiers(&SessionCookie),
    tags(
        (name = "auth", description = "Accounts and sessions"),
        (name = "organizations", description = "Organizations and their members"),
        (name = "invitations", description = "Invitations as the invited person sees them"),
        (name = "jobs", description = "Jobs and what they ask for"),
        (name = "batches", description = "Batch evaluation of resumes"),
        (name = "applications", description = "Candidates of a job"),
        (name = "interviews", description = "Planned and conducted interviews"),
        (name = "offers", description = "Offers, and the candidate's page of one"),
        (name = "settings", description = "Prompts, settings, and how things stand"),
        (name = "dashboard", description = "Figures over a period"),
        (name = "tasks", description = "Long work and how it goes"),
        (name = "development", description = "On the machine itself, in local mode")
    )
)]
pub(crate) struct Document;

struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(cookies::Name::Access.plain())));
        document.components.get_or_insert_default().add_security_scheme("session", scheme);
    }
}

/// Adds what holds for every route of an organization, so that routes need not repeat it: it takes a session, and answers
/// strangers with 401, 403 or 404.
pub(crate) fn complete(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    for (_, item) in document.paths.paths.iter_mut().filter(|(path, _)| path.contains("{organization_id}")) {
        let methods = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in methods.into_iter().flatten() {
            operation.security.get_or_insert_with(|| vec![SecurityRequirement::new("session", Vec::<String>::new())]);
            for status in ["401", "403", "404"] {
                let response = || ResponseBuilder::new().content("application/json", problem.clone()).build().into();
                operation.responses.responses.entry(status.to_owned()).or_insert_with(response);
            }
        }
    }
    document
}

/// The document as it is served and committed: pretty, with a final newline.
///
/// # Errors
/// Never, in practice: the document is made of strings.
pub fn pretty() -> Result<String, serde_json::Error> {
    let mut text = crate::router::document().to_pretty_json()?;
    text.push('\n');
    Ok(text)
}
