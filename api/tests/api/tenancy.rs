//! Isolation of organizations, for every operation in the OpenAPI document.

use reqwest::Method;
use reqwest::header::ORIGIN;
use serde_json::{Value, json};

use crate::support::{Answer, Client, TestApp};

/// Every documented operation, with `{organization_id}` filled in and some id for other parameters.
async fn operations(client: &Client, organization: &str) -> Vec<(Method, String)> {
    let document = client.get("/api/openapi.json").await.expect(200);
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let mut path = path.replace("/api/organizations/{organization_id}", organization);
            while let Some((start, end)) = path.find('{').zip(path.find('}')) {
                path.replace_range(start..=end, "0190a1b2-0000-7000-8000-000000000000");
            }
            operations.push((method, path));
        }
    }
    assert!(operations.len() > 10, "the document lists the routes");
    operations
}

#[tokio::test]
async fn unknown_and_foreign_organizations_get_the_same_answer() {
    let app = TestApp::new().await;
    let (_, theirs) = app.owner("acme").await;
    let (stranger, _) = app.owner("other").await;
    let unknown = stranger.get("/api/organizations/0190a1b2-0000-7000-8000-000000000000").await;
    assert_eq!(unknown.text, stranger.get(&theirs).await.text);
    assert_eq!(stranger.get("/api/organizations/nonsense").await.text, unknown.text);
}

#[tokio::test]
async fn cross_site_changes_are_refused() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    for (method, path) in operations(&owner, &organization).await {
        if method.is_safe() {
            continue;
        }
        let request = owner.request(method.clone(), &path).header(ORIGIN, "https://evil.example").json(&json!({}));
        assert_eq!(Answer::of(request).await.problem(403), "request.cross_origin", "{method} {path}");
    }
    owner.get(&organization).await.expect(200);
}

#[tokio::test]
async fn every_operation_has_an_id_and_its_errors() {
    let app = TestApp::new().await;
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let mut names = std::collections::BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(name) = operation["operationId"].as_str() else { panic!("{method} {path} has no name") };
            assert!(names.insert(name.to_owned()), "{name} names two operations");
            if path.contains("{organization_id}") {
                for status in ["401", "404"] {
                    assert_ne!(operation["responses"][status], Value::Null, "{method} {path} documents no {status}");
                }
            }
        }
    }
}
