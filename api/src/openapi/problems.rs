//! The shared problem responses. Which ones an operation has follows from its shape; a route only lists success
//! responses, and problems that its shape does not imply.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{Content, HeaderBuilder, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Type};

use super::operations;

/// The properties of an operation that determine its problem responses.
struct Shape {
    has_body: bool,
    /// It has query parameters.
    has_query: bool,
    /// Its path contains an id.
    has_path_id: bool,
    /// It requires a session or a token.
    is_secured: bool,
    /// It may change data.
    is_change: bool,
}

impl Shape {
    fn of(operation: &Operation, is_get: bool) -> Self {
        let takes = |place: &ParameterIn| {
            operation
                .parameters
                .iter()
                .flatten()
                .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == *place))
        };
        Self {
            has_body: operation.request_body.is_some(),
            has_query: takes(&ParameterIn::Query),
            has_path_id: takes(&ParameterIn::Path),
            is_secured: operation.security.as_ref().is_some_and(|all| !all.is_empty()),
            is_change: !is_get,
        }
    }
}

/// A problem response: its status, component name, description, and the condition for it.
struct ProblemAnswer {
    status: &'static str,
    name: &'static str,
    description: &'static str,
    is_given_by: fn(&Shape) -> bool,
}

const fn answer(
    status: &'static str,
    name: &'static str,
    description: &'static str,
    is_given_by: fn(&Shape) -> bool,
) -> ProblemAnswer {
    ProblemAnswer { status, name, description, is_given_by }
}

const PROBLEMS: [ProblemAnswer; 12] = [
    answer("400", "BadRequest", "The body or the query could not be read.", |shape| shape.has_body || shape.has_query),
    answer("401", "Unauthenticated", "There is no session, or it has ended.", |shape| {
        shape.is_secured || shape.is_change
    }),
    answer("403", "Forbidden", "The caller may not do this, or the request comes from another site.", |shape| {
        shape.is_secured || shape.is_change
    }),
    answer("404", "NotFound", "What the path names does not exist for the caller.", |shape| shape.has_path_id),
    answer("409", "Conflict", "The current state does not allow it. `current` may contain that state.", |shape| {
        shape.is_change
    }),
    answer("413", "TooLarge", "The body is too large for this operation.", |shape| shape.has_body),
    answer("415", "UnsupportedMediaType", "The body is of another media type than described.", |shape| shape.has_body),
    answer("421", "Misdirected", "A local server was addressed by another name than its own.", |_| true),
    answer("422", "Invalid", "Some fields, parameters or headers were refused; `errors` names them.", |shape| {
        shape.has_body || shape.has_query || shape.is_change
    }),
    answer("429", "TooMany", "A rate limit was reached.", |_| true),
    answer("500", "Internal", "Bole failed; its log has the rest under the request's id.", |_| true),
    answer("503", "Unavailable", "Something that Bole depends on does not answer.", |_| true),
];

/// The name of the 304 response.
const UNCHANGED: &str = "NotModified";

impl ProblemAnswer {
    /// The shared description.
    fn response(&self) -> Response {
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        let response =
            ResponseBuilder::new().description(self.description).content("application/problem+json", content);
        if matches!(self.status, "429" | "503") {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            let header = HeaderBuilder::new().description(Some("Seconds to wait.")).schema(Some(seconds)).build();
            return response.header("Retry-After", header).build();
        }
        response.build()
    }
}

/// Adds the problem responses of every operation, and 304 for GET.
pub(super) fn describe(document: &mut utoipa::openapi::OpenApi) {
    let unchanged = ResponseBuilder::new().description("What `If-None-Match` names is still current.").build();
    let responses = &mut document.components.get_or_insert_default().responses;
    responses.insert(UNCHANGED.to_owned(), unchanged.into());
    for problem in &PROBLEMS {
        responses.insert(problem.name.to_owned(), problem.response().into());
    }
    for (is_get, operation) in operations(document) {
        let shape = Shape::of(operation, is_get);
        let responses = &mut operation.responses.responses;
        let is_json = |response: &RefOr<Response>| matches!(response, RefOr::T(response) if response.content.contains_key("application/json"));
        if is_get && responses.get("200").is_some_and(is_json) {
            responses.insert("304".to_owned(), Ref::from_response_name(UNCHANGED).into());
        }
        for problem in &PROBLEMS {
            if responses.contains_key(problem.status) || (problem.is_given_by)(&shape) {
                responses.insert(problem.status.to_owned(), Ref::from_response_name(problem.name).into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn statuses(document: &Value, path: &str, method: &str) -> Vec<String> {
        let responses = &document["paths"][path][method]["responses"];
        responses.as_object().map(|responses| responses.keys().cloned().collect()).unwrap_or_default()
    }

    #[test]
    fn problem_responses_follow_from_the_operation() {
        let document: Value = serde_json::from_str(&crate::document().unwrap()).unwrap();
        let jobs = "/api/organizations/{organization_id}/jobs";
        assert_eq!(
            statuses(&document, jobs, "post"),
            ["201", "400", "401", "403", "404", "409", "413", "415", "421", "422", "429", "500", "503"]
        );
        let job = statuses(&document, &format!("{jobs}/{{job_id}}"), "get");
        assert_eq!(job, ["200", "304", "401", "403", "404", "421", "429", "500", "503"]);
        assert_eq!(
            document["components"]["responses"]["Conflict"]["content"],
            json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } })
        );
    }
}
