//! The OpenAPI document against the API: every response in any test must be described, and malformed requests get
//! described problems.

use std::sync::LazyLock;

use futures_util::{StreamExt, stream};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{Answer, Client, TestApp};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&bole_api::document().unwrap()).unwrap());

#[derive(Clone)]
struct Operation {
    method: Method,
    path: String,
    description: Value,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let mut operations = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, description) in item.as_object().unwrap() {
            let method = method.to_uppercase().parse().unwrap();
            operations.push(Operation { method, path: path.clone(), description: description.clone() });
        }
    }
    // Literal paths come before parameters.
    operations.sort_by_key(|operation| operation.path.matches('{').count());
    operations
});

impl Operation {
    fn name(&self) -> &str {
        self.description["operationId"].as_str().unwrap()
    }

    fn matches(&self, method: &Method, path: &str) -> bool {
        let (own, asked): (Vec<_>, Vec<_>) = (self.path.split('/').collect(), path.split('/').collect());
        self.method == *method
            && own.len() == asked.len()
            && own.iter().zip(asked).all(|(own, asked)| own.starts_with('{') || *own == asked)
    }

    /// The documented response with this status.
    fn response(&self, status: u16) -> Option<&Value> {
        Some(resolved(self.description["responses"].get(status.to_string())?))
    }

    /// Its query parameters.
    fn query(&self) -> impl Iterator<Item = &str> {
        let parameters = self.description["parameters"].as_array().into_iter().flatten();
        parameters.filter(|parameter| parameter["in"] == "query").map(|parameter| parameter["name"].as_str().unwrap())
    }

    /// The fields of its JSON body, if it has one.
    fn fields(&self) -> Option<Vec<&str>> {
        let schema = resolved(self.description["requestBody"]["content"]["application/json"].get("schema")?);
        Some(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect())
    }
}

/// Resolves a reference.
fn resolved(value: &Value) -> &Value {
    match value["$ref"].as_str() {
        Some(reference) => DOCUMENT.pointer(reference.trim_start_matches('#')).unwrap(),
        None => value,
    }
}

/// Fields with a closed set of values, in any schema.
const CLOSED_SETS: [&str; 11] = [
    "actor_kind",
    "category",
    "error_category",
    "level",
    "recommendation",
    "role",
    "source",
    "stage",
    "status",
    "sub_status",
    "verdict",
];

/// Exceptions with open values.
const OPEN: [(&str, &str); 1] = [("BookingHookResult", "status")];

#[test]
fn closed_value_sets_are_enums_in_openapi() {
    let mut plain = Vec::new();
    for (schema, description) in DOCUMENT["components"]["schemas"].as_object().unwrap() {
        for (field, property) in description["properties"].as_object().into_iter().flatten() {
            let types = &property["type"];
            let is_text = types == "string" || types.as_array().is_some_and(|all| all.contains(&json!("string")));
            let is_open = property["enum"].is_null() && is_text;
            if CLOSED_SETS.contains(&&**field) && is_open && !OPEN.contains(&(&**schema, &**field)) {
                plain.push(format!("{schema}.{field}"));
            }
        }
    }
    assert!(plain.is_empty(), "these are plain strings: {plain:?}");
}

/// Fails if the document does not describe a response with this status and content type. Unknown paths are ignored.
#[track_caller]
pub fn assert_described(method: &Method, path: &str, answer: &Answer) {
    let Some(operation) = OPERATIONS.iter().find(|operation| operation.matches(method, path)) else { return };
    let (name, status) = (operation.name(), answer.status);
    let Some(response) = operation.response(status) else {
        panic!("{name} does not describe {status}: {}", answer.text)
    };
    let given = answer.header("content-type").split(';').next().unwrap();
    let described: Vec<_> =
        response["content"].as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    let is_empty = described.is_empty() && answer.text.is_empty();
    assert!(is_empty || described.contains(&given), "{name} {status} is {given:?}, and described as {described:?}");
}

/// Operations that end what the others need: the session, the account, the organization.
const ENDING: [&str; 5] = ["sign_out", "sign_out_everywhere", "refresh", "delete_user", "delete_organization"];

const UNKNOWN: &str = "0190a1b2-0000-7000-8000-000000000000";

/// The path with these ids in place of its parameters.
fn filled(path: &str, organization: &str, other: &str) -> String {
    let mut path = path.replace("{organization_id}", organization);
    while let Some((start, end)) = path.find('{').zip(path.find('}')) {
        path.replace_range(start..=end, other);
    }
    path
}

/// Malformed requests to an operation, by a caller in an organization.
fn malformed(client: &Client, operation: &Operation, organization: &str) -> Vec<RequestBuilder> {
    let request = |path: &str| client.request(operation.method.clone(), path);
    let path = filled(&operation.path, organization, UNKNOWN);
    let mut requests = Vec::new();
    for other in ["no-id", "%00", "-1"] {
        requests.push(request(&filled(&operation.path, organization, other)));
        requests.push(request(&filled(&operation.path, other, UNKNOWN)));
    }
    for name in operation.query() {
        for value in ["", "%00", "-1", "99999999999999999999", "no-such-value", "2026-99-99", UNKNOWN] {
            requests.push(request(&format!("{path}?{name}={value}")));
        }
    }
    let Some(fields) = operation.fields() else {
        requests.push(request(&path).body("x"));
        requests.push(request(&path).header("idempotency-key", "x".repeat(300)));
        requests.push(request(&path).header(CONTENT_TYPE, "multipart/form-data").body("x"));
        requests.push(request(&path).header(CONTENT_TYPE, "multipart/form-data; boundary=a").body("--a\r\nx"));
        return requests;
    };
    requests.push(request(&path));
    requests.push(request(&path).header(CONTENT_TYPE, "text/plain").body("{}"));
    for body in ["", "{", "{}{}", "[]", "null", "\"\\u0000\"", "\u{fffd}"] {
        requests.push(request(&path).header(CONTENT_TYPE, "application/json").body(body));
    }
    let long = "x".repeat(100_000);
    let wrong = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(true),
        json!([]),
        json!({}),
        json!([null]),
        json!(""),
        json!("no such value"),
        json!("a\u{0}b"),
        json!(long),
    ];
    for value in &wrong {
        requests.push(
            request(&path)
                .json(&Value::Object(fields.iter().map(|field| ((*field).to_owned(), value.clone())).collect())),
        );
        for field in &fields {
            requests.push(request(&path).json(&json!({ *field: value })));
        }
    }
    requests
}

#[tokio::test]
async fn malformed_requests_get_described_errors() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let organization = organization.rsplit('/').next().unwrap();
    let anonymous = app.anonymous();
    for operation in OPERATIONS.iter() {
        let client = if ENDING.contains(&operation.name()) { &anonymous } else { &owner };
        let mut requests = malformed(client, operation, organization);
        requests.push(anonymous.request(operation.method.clone(), &filled(&operation.path, organization, UNKNOWN)));
        if operation.name() == "stream_events" {
            // An accepted stream never ends.
            requests.truncate(0);
        }
        let answers: Vec<_> = stream::iter(requests).map(Answer::of).buffer_unordered(8).collect().await;
        for answer in answers {
            assert!(answer.status < 500, "{}: {} {}", operation.name(), answer.status, answer.text);
        }
    }
}

#[test]
#[should_panic(expected = "get_job does not describe 418")]
fn undescribed_answer_fails_the_check() {
    let answer = Answer { status: 418, headers: Default::default(), text: String::new() };
    assert_described(&Method::GET, &format!("/api/organizations/{UNKNOWN}/jobs/{UNKNOWN}"), &answer);
}
