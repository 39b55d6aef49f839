//! Operations: the queue of all organizations, and retrying failed tasks.

use std::collections::BTreeSet;

use bole_testkit::{PROVIDER_KEY, TestProvider};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

async fn operator(app: &TestApp) -> Client {
    let client = app.user("operator@example.com").await;
    let mut tx = app.db.identity().await.unwrap();
    bole_store::operations::set_operator(&mut tx, "operator@example.com", true).await.unwrap();
    tx.commit().await.unwrap();
    client
}

/// A permanently failed task of the organization.
async fn failed_task(app: &TestApp, organization: &str, kind: &str, is_secret: bool) -> String {
    let id = uuid::Uuid::now_v7();
    let organization: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, kind, payload, state, lane, attempts, error_category, error_reason,
                            error_detail, finished_at, is_secret)
         VALUES ($1, $2, $3, '{}', 'failed', 3, 5, 'unknown', 'internal', 'it broke', now(), $4)",
    )
    .bind(id)
    .bind(organization)
    .bind(kind)
    .bind(is_secret)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
    id.to_string()
}

#[tokio::test]
async fn failed_tasks_are_counted_listed_and_retried() {
    let app = TestApp::new().await;
    let (_, organization) = app.owner("acme").await;
    let (_, other) = app.owner("other").await;
    let operator = operator(&app).await;
    let first = failed_task(&app, &organization, "job.draft", false).await;
    failed_task(&app, &other, "job.draft", false).await;
    failed_task(&app, &other, "account_mail.send", true).await;

    let overview = operator.get("/api/ops/overview").await.expect(200);
    let drafts = overview["failures"].as_array().unwrap().iter().find(|row| row["kind"] == "job.draft").unwrap();
    assert_eq!((&drafts["reason"], &drafts["count"]), (&json!("internal"), &json!(2)));
    assert_eq!(overview["organizations"].as_array().unwrap().len(), 2);

    let list = operator.get("/api/ops/tasks?kind=job.draft").await.expect(200);
    assert_eq!((&list["total"], &list["items"][0]["detail"]), (&json!(2), &json!("it broke")));
    for (filter, total) in [
        ("category=unknown", 3),
        ("category=network", 0),
        (&*format!("category=unknown&kind=job.draft&organization_id={}", organization.rsplit('/').next().unwrap()), 1),
    ] {
        let found = operator.get(&format!("/api/ops/tasks?{filter}")).await.expect(200);
        assert_eq!(found["total"], total, "{filter}");
    }
    let none = operator.post("/api/ops/tasks/redrive", json!({ "category": "network" })).await.expect(200);
    assert_eq!(none["redriven"], 0);
    let one = operator.post("/api/ops/tasks/redrive", json!({ "ids": [first] })).await.expect(200);
    assert_eq!(one["redriven"], 1);
    // A secret payload is deleted, so the task stays failed.
    let rest = operator.post("/api/ops/tasks/redrive", json!({})).await.expect(200);
    assert_eq!(rest["redriven"], 1);
    let waiting = operator.get("/api/ops/tasks?state=waiting").await.expect(200);
    assert_eq!(waiting["total"], 2);
    let lanes = operator.get("/api/ops/overview").await.expect(200)["lanes"].clone();
    let general = lanes.as_array().unwrap().iter().find(|lane| lane["lane"] == "general").unwrap();
    assert_eq!(general["waiting"], 2);
}

/// A task of the mail lane that ended so many minutes ago.
async fn ended_task(app: &TestApp, organization: &str, state: &str, reason: Option<&str>, minutes_ago: f64) {
    let organization: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, kind, payload, state, lane, error_reason, finished_at)
         VALUES ($1, $2, 'email.send', '{}', $3, $4, $5, now() - make_interval(mins => 1) * $6)",
    )
    .bind(uuid::Uuid::now_v7())
    .bind(organization)
    .bind(state)
    .bind(bole_domain::task::Lane::Mail.number())
    .bind(reason)
    .bind(minutes_ago)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
}

#[tokio::test]
async fn hourly_and_daily_figures_link_to_their_tasks() {
    let app = TestApp::new().await;
    let (_, organization) = app.owner("acme").await;
    let (_, other) = app.owner("other").await;
    let operator = operator(&app).await;
    let (hours, days) = (60.0, 24.0 * 60.0);
    for (of, state, reason, minutes_ago) in [
        (&organization, "completed", None, 10.0),
        (&organization, "completed", None, 5.0 * hours),
        (&organization, "completed", None, 5.0 * hours),
        (&organization, "completed", None, 3.0 * days),
        (&organization, "failed", Some("mail.refused"), 5.0 * hours),
        (&organization, "failed", None, 3.0 * days),
        (&organization, "cancelled", None, 2.0 * hours),
        (&other, "completed", None, 10.0),
    ] {
        ended_task(&app, of, state, reason, minutes_ago).await;
    }
    let overview = operator.get("/api/ops/overview").await.expect(200);
    let total = async |filter: &str| {
        let list = operator.get(&format!("/api/ops/tasks?{filter}")).await.expect(200);
        assert_eq!(list["items"].as_array().unwrap().len(), usize::try_from(list["total"].as_u64().unwrap()).unwrap());
        list["total"].clone()
    };
    let row = |list: &str, name: &str, value: &str| {
        let rows = overview[list].as_array().unwrap();
        rows.iter().find(|row| row[name] == value).unwrap_or_else(|| panic!("no {value} in {rows:?}")).clone()
    };
    let kind = row("kinds", "kind", "email.send");
    let id = organization.rsplit('/').next().unwrap();
    let mine = row("organizations", "id", id);
    let unnamed = row("failures", "reason", "internal");
    for (figure, expected, filter) in [
        (&kind["completed_hour"], 2, "state=completed&kind=email.send&finished_within=hour".to_owned()),
        (&kind["completed_day"], 4, "state=completed&kind=email.send&finished_within=day".to_owned()),
        (&kind["failed_day"], 1, "state=failed&kind=email.send&finished_within=day".to_owned()),
        (&mine["finished_day"], 5, format!("state=finished&organization_id={id}&finished_within=day")),
        (&mine["failed_day"], 1, format!("state=failed&organization_id={id}&finished_within=day")),
        (&unnamed["count"], 1, "state=failed&kind=email.send&reason=internal".to_owned()),
        (&overview["mail"]["failed"], 2, "state=failed&lane=mail".to_owned()),
    ] {
        assert_eq!((figure, &total(&filter).await), (&json!(expected), &json!(expected)), "{filter}");
    }
    // What is listed is what is tried again.
    let day = json!({ "kind": "email.send", "organization_id": id, "finished_within": "day" });
    assert_eq!(operator.post("/api/ops/tasks/redrive", day).await.expect(200)["redriven"], 1);
    let elsewhere = json!({ "organization_id": other.rsplit('/').next().unwrap() });
    assert_eq!(operator.post("/api/ops/tasks/redrive", elsewhere).await.expect(200)["redriven"], 0);
    assert_eq!(total("state=failed&lane=mail").await, 1);
}

#[tokio::test]
async fn operators_see_emails_of_today_and_their_limit() {
    let app = TestApp::with(|config| config.unverified_mail_per_day = Some(50)).await;
    let (_, organization) = app.owner("acme").await;
    let operator = operator(&app).await;
    let id: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "INSERT INTO daily_usage (organization_id, day, batches, bytes, emails)
         SELECT $1, (now() AT TIME ZONE 'UTC')::date - ago, 0, 0, 38 + ago FROM generate_series(0, 1) AS ago",
    )
    .bind(id)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
    ended_task(&app, &organization, "completed", None, 10.0).await;
    let mine = async || {
        let overview = operator.get("/api/ops/overview").await.expect(200);
        let rows = overview["organizations"].as_array().unwrap();
        let row = rows.iter().find(|row| row["id"] == id.to_string()).unwrap();
        [&row["emails_today"], &row["emails_limit"], &row["is_verified"]].map(Clone::clone)
    };
    assert_eq!(mine().await, [json!(38), json!(50), json!(false)]);
    let mut tx = app.db.tenant(&bole_store::Actor::clock(id.into())).await.unwrap();
    bole_store::organizations::set_verified(&mut tx, true).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(mine().await, [json!(38), json!(1_000), json!(true)]);
}

#[tokio::test]
async fn live_workers_are_listed() {
    let app = TestApp::new().await;
    let operator = operator(&app).await;
    assert_eq!(operator.get("/api/ops/overview").await.expect(200)["workers"], json!([]));
    let working = app.work();
    crate::support::eventually("the worker tells that it lives", async || {
        let overview = operator.get("/api/ops/overview").await.expect(200);
        (overview["workers"].as_array().unwrap().len() == 1).then_some(())
    })
    .await;
    drop(working);
}

#[tokio::test]
async fn operations_and_metrics_show_key_limits_and_failed_email() {
    let app = TestApp::with(|config| config.metrics_token = Some("scrape".into())).await;
    let provider = TestProvider::start().await;
    let (owner, organization) = app.owner("acme").await;
    let operator = operator(&app).await;
    let settings = format!("{organization}/settings/ai");
    let limited = json!({
        "modelName": "good", "baseUrl": provider.base_url(), "apiKey": PROVIDER_KEY,
        "requestsPerMinute": 600, "tokensPerMinute": 90_000, "concurrency": 3,
    });
    owner.put(&settings, limited).await.expect(200);
    assert_eq!(owner.post(&format!("{settings}/test"), json!({})).await.expect(200)["ok"], true);
    ended_task(&app, &organization, "failed", Some("mail.refused"), 1.0).await;

    let key = eventually("the requests of the test have ended", async || {
        let overview = operator.get("/api/ops/overview").await.expect(200);
        let key = overview["models"]["keys"][0].clone();
        (key["in_flight"] == 0).then_some(key)
    })
    .await;
    let limits = [&key["requests_per_minute"], &key["tokens_per_minute"], &key["concurrency"], &key["paused_until"]];
    assert_eq!(limits, [&json!(600), &json!(90_000), &json!(3), &json!(null)]);
    let requests = provider.requests().len();
    assert!(requests >= 2 && key["last_minute"] == requests, "{key}");
    assert!(key["tokens_last_minute"].as_u64().unwrap() > 0, "{key}");

    let anonymous = app.anonymous();
    let scrape = async |token: &str| {
        let answer = anonymous.request(Method::GET, "/metrics").bearer_auth(token).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(scrape("guessed").await.0, 401);
    let (status, metrics) = scrape("scrape").await;
    assert_eq!(status, 200);
    let account = key["account"].as_str().unwrap();
    let of_key = |name: &str, value: String| format!("{name}{{account=\"{account}\"}} {value}");
    for expected in [
        of_key("bole_model_requests_in_flight", "0".into()),
        of_key("bole_model_requests_in_flight_limit", "3".into()),
        of_key("bole_model_requests_last_minute", requests.to_string()),
        of_key("bole_model_requests_per_minute_limit", "600".into()),
        of_key("bole_model_tokens_last_minute", key["tokens_last_minute"].to_string()),
        of_key("bole_model_tokens_per_minute_limit", "90000".into()),
        of_key("bole_model_key_paused", "0".into()),
        "bole_mail_failed 1".to_owned(),
        "bole_dead_tasks 1".to_owned(),
        "bole_dead_tasks_by_reason{kind=\"email.send\",reason=\"mail.refused\"} 1".to_owned(),
        "bole_lane_waiting{lane=\"mail\"} 0".to_owned(),
    ] {
        assert!(metrics.lines().any(|line| line == expected), "{expected} in {metrics}");
    }

    // Without limits per minute, requests are not counted.
    owner.put(&settings, json!({ "requestsPerMinute": 0, "tokensPerMinute": 0 })).await.expect(200);
    owner.post(&format!("{settings}/test"), json!({})).await.expect(200);
    let key = operator.get("/api/ops/overview").await.expect(200)["models"]["keys"][0].clone();
    let counts = [&key["requests_per_minute"], &key["last_minute"], &key["tokens_per_minute"], &key["concurrency"]];
    assert_eq!(counts, [&json!(null), &json!(null), &json!(null), &json!(3)]);

    // Neither limits nor failures that are gone stay in the metrics.
    assert_eq!(operator.post("/api/ops/tasks/redrive", json!({})).await.expect(200)["redriven"], 1);
    let (_, metrics) = scrape("scrape").await;
    assert!(metrics.lines().any(|line| line == "bole_dead_tasks 0"), "{metrics}");
    for gone in ["bole_dead_tasks_by_reason", "bole_model_requests_per_minute_limit", "bole_model_tokens_last_minute"] {
        assert!(!metrics.contains(gone), "{gone} in {metrics}");
    }
}

/// The names of Bole's metrics in a text.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|of: char| !of.is_ascii_alphanumeric() && of != '_');
    words.filter(|word| word.starts_with("bole_")).collect()
}

#[test]
fn metrics_of_the_dashboard_and_alerts_are_recorded_and_documented() {
    let dashboard = include_str!("../../../docs/grafana/bole.json");
    let alerts = include_str!("../../../docs/grafana/alerts.yml");
    let documented = metric_names(include_str!("../../../docs/operations.md"));
    let recorded = [
        include_str!("../../src/health.rs"),
        include_str!("../../src/serve.rs"),
        include_str!("../../../shared/queue/src/run.rs"),
    ];
    let recorded: BTreeSet<&str> = recorded.into_iter().flat_map(metric_names).collect();
    let used = &metric_names(dashboard) | &metric_names(alerts);
    assert!(used.len() > 10, "{used:?}");
    assert_eq!(used.difference(&recorded).copied().collect::<Vec<_>>(), [""; 0], "recorded by nothing");
    assert_eq!(used.difference(&documented).copied().collect::<Vec<_>>(), [""; 0], "not in docs/operations.md");
}

/// Whether an expression's brackets and quotes are closed in the order they were opened.
fn is_closed(expression: &str) -> bool {
    let mut open = Vec::new();
    for character in expression.chars() {
        match (open.last().copied(), character) {
            (Some('"'), '"') | (Some('('), ')') | (Some('['), ']') | (Some('{'), '}') => {
                open.pop();
            }
            (Some('"'), _) => {}
            (_, '(' | '[' | '{' | '"') => open.push(character),
            (_, ')' | ']' | '}') => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// The expressions of a dashboard's panels.
fn expressions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            for value in values {
                expressions(value, found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if name == "expr" => found.push(text.to_owned()),
                    _ => expressions(value, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn alerts_are_complete_and_tested_and_documented_metrics_are_recorded() {
    let tests = include_str!("../../../docs/grafana/alerts.test.yml");
    let rules: Vec<&str> = include_str!("../../../docs/grafana/alerts.yml").split("- alert: ").skip(1).collect();
    assert!(!rules.is_empty());
    let mut found = Vec::new();
    for rule in rules {
        let (name, rest) = rule.split_once('\n').unwrap();
        for field in ["expr: ", "labels: { severity: ", "annotations: { summary: \""] {
            assert_eq!(rest.lines().filter(|line| line.trim_start().starts_with(field)).count(), 1, "{name}: {field}");
        }
        assert!(tests.contains(&format!("alertname: {name}")), "{name} is not tested");
        found.extend(rest.lines().filter_map(|line| line.trim_start().strip_prefix("expr: ")).map(str::to_owned));
    }
    let dashboard: Value = serde_json::from_str(include_str!("../../../docs/grafana/bole.json")).unwrap();
    expressions(&dashboard, &mut found);
    assert!(found.len() > 10, "{found:?}");
    for expression in &found {
        assert!(is_closed(expression), "{expression}");
        let is_of_ours = !metric_names(expression).is_empty() || expression.contains("http_request_duration_seconds");
        assert!(is_of_ours, "no metric of Bole: {expression}");
    }

    let (_, section) = include_str!("../../../docs/operations.md").split_once("**Metrics.**").unwrap();
    let (section, _) = section.split_once("**Stopping.**").unwrap();
    let sources = [
        include_str!("../../src/health.rs"),
        include_str!("../../src/serve.rs"),
        include_str!("../../../shared/queue/src/run.rs"),
        include_str!("../../src/middleware/observe.rs"),
    ];
    let recorded: BTreeSet<&str> = sources.into_iter().flat_map(metric_names).collect();
    let documented = metric_names(section);
    assert!(documented.len() > 10, "{documented:?}");
    assert_eq!(documented.difference(&recorded).copied().collect::<Vec<_>>(), [""; 0], "recorded by nothing");
    assert!(sources.iter().any(|source| source.contains("\"http_request_duration_seconds\"")));
}

#[tokio::test]
async fn requests_of_a_key_link_to_their_tasks() {
    let app = TestApp::new().await;
    let provider = TestProvider::start().await;
    provider.hold(true);
    let (owner, organization) = app.owner("acme").await;
    let operator = operator(&app).await;
    let limited = json!({
        "modelName": "good", "baseUrl": provider.base_url(), "apiKey": PROVIDER_KEY, "requestsPerMinute": 600,
    });
    owner.put(&format!("{organization}/settings/ai"), limited).await.expect(200);
    failed_task(&app, &organization, "job.draft", false).await;
    let _working = app.work();
    let input = json!({ "kind": "jd", "title": "Accountant", "core_requirement": "CPA" });
    let asked = owner.post(&format!("{organization}/job-drafts"), input).await;
    asked.expect(202);
    let draft = asked.header("location").rsplit('/').next().unwrap().to_owned();
    let key_with = async |in_flight: u64| {
        eventually("so many requests are in progress", async || {
            let key = operator.get("/api/ops/overview").await.expect(200)["models"]["keys"][0].clone();
            (key["in_flight"] == in_flight).then_some(key)
        })
        .await
    };
    let account = key_with(1).await["account"].as_str().unwrap().to_owned();
    let tasks = async |filter: &str| -> Vec<String> {
        let list = operator.get(&format!("/api/ops/tasks?state=any&{filter}")).await.expect(200);
        let items = list["items"].as_array().unwrap().clone();
        assert_eq!(list["total"], items.len());
        items.iter().map(|task| task["id"].as_str().unwrap().to_owned()).collect()
    };
    let (in_progress, last_minute) =
        (format!("account={account}&requests=in_progress"), format!("account={account}&requests=last_minute"));
    assert_eq!(tasks(&in_progress).await, std::slice::from_ref(&draft));
    assert_eq!(tasks(&last_minute).await, std::slice::from_ref(&draft));
    provider.hold(false);
    key_with(0).await;
    assert_eq!(tasks(&in_progress).await, [""; 0]);
    assert_eq!(tasks(&last_minute).await, [draft]);
    assert_eq!(tasks("account=of_no_key").await, [""; 0]);
    assert_eq!(tasks(&format!("organization_id={}", organization.rsplit('/').next().unwrap())).await.len(), 2);
}

#[tokio::test]
async fn overview_has_the_runs_of_crons_and_the_hours_of_a_day() {
    let app = TestApp::new().await;
    let (_, organization) = app.owner("acme").await;
    let operator = operator(&app).await;
    let cron = bole_scheduler::ExpireOffers { clock: bole_scheduler::Clock::default() };
    let begun = time::OffsetDateTime::now_utc();
    let schedule: bole_scheduler::Schedule = "*/10 * * * *".parse().unwrap();
    let slot = schedule.slot_of("expire_offers", begun).unwrap();
    assert!(bole_scheduler::run_slot(&app.db, &cron, slot).await.unwrap());
    ended_task(&app, &organization, "completed", None, 10.0).await;
    ended_task(&app, &organization, "failed", Some("mail.refused"), 90.0).await;
    let overview = operator.get("/api/ops/overview").await.expect(200);
    let crons = overview["crons"].as_array().unwrap();
    let [run] = crons.as_slice() else { panic!("{crons:?}") };
    assert_eq!((&run["name"], &run["every_seconds"]), (&json!("expire_offers"), &json!(600)));
    let at = |field: &str| {
        let at = run[field].as_str().unwrap();
        time::OffsetDateTime::parse(at, &time::format_description::well_known::Rfc3339).unwrap()
    };
    assert!(at("next_at") > begun && at("next_at") <= begun + time::Duration::minutes(10), "{run}");
    assert!(at("finished_at") >= at("started_at") && run["failed_at"].is_null(), "{run}");
    let hours = overview["hours"].as_array().unwrap();
    assert_eq!(hours.len(), 24);
    assert_eq!((&hours[23]["completed"], &hours[22]["failed"]), (&json!(1), &json!(1)));
    let sum = |field: &str| hours.iter().map(|hour| hour[field].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("completed"), sum("failed")), (1, 1));
}
