//! Moving applications: by hand, in bulk, with versions, and permissions.

use bole_domain::organization::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Answer;
use crate::world::Board;

fn pair(value: &Value) -> (&str, &str) {
    (value["status"].as_str().unwrap(), value["sub_status"].as_str().unwrap())
}

#[tokio::test]
async fn bulk_move_returns_a_result_per_item() {
    let board = Board::new().await;
    let online = board.at("线上面试", "已预约线上面试").await;
    let stale = board.at("线上面试", "缺席面试").await;
    let onsite = board.at("线下面试", "待发线下面试邀请").await;
    let nobody = uuid::Uuid::now_v7().to_string();
    let items = json!([
        { "id": online, "version": 1 }, { "id": stale, "version": 9 }, { "id": onsite, "version": 1 },
        { "id": nobody, "version": 1 },
    ]);
    let results = board.results("drag", json!({ "items": items })).await;
    let told: Vec<_> = results.iter().map(|result| (result["status"].as_str().unwrap(), &result["code"])).collect();
    let expected = [
        ("ok", Value::Null),
        ("refused", json!("request.stale")),
        ("refused", json!("application.move_not_allowed")),
        ("refused", json!("application.not_found")),
    ];
    assert_eq!(told, expected.each_ref().map(|(status, code)| (*status, code)));
    assert_eq!(pair(&results[0]["application"]), ("线下面试", "待发线下面试邀请"));
    assert_eq!((&results[0]["application"]["version"], &results[1]["application"]["version"]), (&json!(2), &json!(1)));
    assert_eq!(results[3].get("application"), None);

    let history = board.application(&online).await["history"].as_array().unwrap().clone();
    let last = history.last().unwrap();
    assert_eq!((pair(&last["from"]), &last["move"]), (("线上面试", "已预约线上面试"), &json!("drag")));
    assert_eq!((&last["actor"]["kind"], &last["actor"]["name"]), (&json!("person"), &json!("Wang Fang")));
}

#[tokio::test]
async fn repeated_key_moves_once_and_returns_the_same_answer() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已完成面试").await;
    let path = format!("{}/applications/mark-passed", board.organization);
    let body = json!({ "items": [{ "id": id, "version": 1 }] });
    let call = || {
        let request = board.owner.request(Method::POST, &path).header("idempotency-key", "once").json(&body);
        Answer::of(request)
    };
    let first = call().await.expect(200);
    assert_eq!(first["results"][0]["status"], "ok");
    assert_eq!(call().await.expect(200), first);
    let application = board.application(&id).await;
    assert_eq!((pair(&application), &application["version"]), (("线下面试", "待发Offer意向"), &json!(2)));
}

#[tokio::test]
async fn rejection_is_final_and_reports_that_no_email_was_sent() {
    let board = Board::new().await;
    let id = board.at("线上面试", "缺席面试").await;
    let asked = board.results("eliminate", json!({ "ids": [id], "send_email": true })).await;
    assert_eq!(asked[0]["status"], "ok");
    assert_eq!(board.application(&id).await["version"], 1, "the email moves it, not the question");

    let done = board.results("eliminate", json!({ "ids": [id], "send_email": false })).await;
    assert_eq!(pair(&done[0]["application"]), ("归档", "已发拒信淘汰"));
    let application = board.application(&id).await;
    assert_eq!((&application["is_archived"], &application["archive_reason"]), (&json!(true), &json!("已发拒信淘汰")));
    assert_eq!(application["history"].as_array().unwrap().last().unwrap()["letter_sent"], false);
    for verb in ["restore", "recall", "drag", "mark-passed", "eliminate"] {
        let refused = board.results(verb, json!({ "ids": [id] })).await;
        assert_eq!(refused[0]["code"], "application.move_not_allowed", "{verb}");
    }
}

#[tokio::test]
async fn overriding_the_ai_requires_a_reason() {
    let board = Board::new().await;
    let id = board.at("AI评审", "AI推荐建联").await;
    let refused = board.results("eliminate", json!({ "ids": [id] })).await;
    assert_eq!(refused[0]["code"], "application.reason_required");
    let done = board.results("eliminate", json!({ "ids": [id], "reason": "Took another offer" })).await;
    assert_eq!(done[0]["status"], "ok");
    let history = board.application(&id).await["history"].clone();
    assert_eq!(history[1]["reason"], "Took another offer");

    let rejected = board.at("AI评审", "AI推荐淘汰").await;
    let change = json!({ "version": 1, "status": "线上面试", "sub_status": "待发线上面试邀请" });
    assert_eq!(board.patch(&rejected, change.clone()).await.problem(422), "application.reason_required");
    let mut change = change;
    change["reason"] = json!("Referred by the team");
    let changed = board.patch(&rejected, change).await.expect(200);
    assert_eq!(pair(&changed), ("线上面试", "待发线上面试邀请"));
}

#[tokio::test]
async fn archive_restore_and_recall_work() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已预约线上面试").await;
    assert_eq!(board.verb("archive", json!({ "ids": [id] })).await.problem(422), "request.invalid");
    for reason in ["已发拒信淘汰", "because"] {
        board.verb("archive", json!({ "ids": [id], "reason": reason })).await.problem(422);
    }
    let archived = board.results("archive", json!({ "ids": [id], "reason": "skill_mismatch" })).await;
    assert_eq!(pair(&archived[0]["application"]), ("线上面试", "已预约线上面试"));
    let application = board.application(&id).await;
    assert_eq!((&application["archive_reason"], &application["version"]), (&json!("skill_mismatch"), &json!(2)));
    assert!(application["archived_at"].is_string());
    assert_eq!(application["person"]["is_in_talent_pool"], true);
    let last = &application["history"][1];
    assert_eq!((&last["from"], &last["reason"]), (&last["to"], &json!("skill_mismatch")));
    for verb in ["drag", "eliminate"] {
        let refused = board.results(verb, json!({ "ids": [id] })).await;
        assert_eq!(refused[0]["code"], "application.move_not_allowed", "{verb}");
    }

    let restored = board.results("restore", json!({ "items": [{ "id": id, "version": 2 }] })).await;
    assert_eq!(pair(&restored[0]["application"]), ("线上面试", "已预约线上面试"));
    assert_eq!(restored[0]["application"]["is_archived"], false);

    board.results("archive", json!({ "ids": [id], "reason": "人才库" })).await;
    let recalled = board.results("recall", json!({ "ids": [id] })).await;
    assert_eq!(pair(&recalled[0]["application"]), ("线上面试", "待发线上面试邀请"));
    assert_eq!(recalled[0]["application"]["archive_reason"], Value::Null);
}

#[tokio::test]
async fn manual_moves_check_versions_and_states() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已发线上面试邀请").await;
    let stale = board.patch(&id, json!({ "version": 7, "status": "归档", "sub_status": "缺席面试" })).await;
    let problem = stale.expect(409);
    assert_eq!((&problem["code"], &problem["current"]["version"]), (&json!("request.stale"), &json!(1)));
    for wrong in [
        json!({ "version": 1, "sub_status": "已预约线下面试" }),
        json!({ "version": 1, "status": "nowhere" }),
        json!({ "sub_status": "已预约线上面试" }),
    ] {
        assert_eq!(board.patch(&id, wrong.clone()).await.status, 422, "{wrong}");
    }
    for refused in [("线上面试", "超5天未预约线上面试"), ("线下面试", "已预约线下面试"), ("Offer阶段", "Offer已接受")]
    {
        let change = json!({ "version": 1, "status": refused.0, "sub_status": refused.1 });
        assert_eq!(board.patch(&id, change).await.problem(409), "application.move_not_allowed", "{refused:?}");
    }
    let booked = board.patch(&id, json!({ "version": 1, "sub_status": "已预约线上面试" })).await.expect(200);
    assert_eq!((pair(&booked), &booked["version"]), (("线上面试", "已预约线上面试"), &json!(2)));
    let same = board.patch(&id, json!({ "version": 2, "sub_status": "已预约线上面试" })).await.expect(200);
    assert_eq!(same["version"], 2, "what it is already changes nothing");
    let nobody = uuid::Uuid::now_v7().to_string();
    assert_eq!(board.patch(&nobody, json!({ "version": 1 })).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn invalid_and_oversized_bulk_moves_are_refused() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已发线上面试邀请").await;
    assert_eq!(board.verb("drag", json!({})).await.problem(422), "request.invalid");
    let both = json!({ "ids": [id], "items": [{ "id": id, "version": 1 }] });
    assert_eq!(board.verb("drag", both).await.problem(422), "request.invalid");
    let many = json!({ "ids": vec![id; 1001] });
    assert_eq!(board.verb("drag", many).await.problem(422), "request.invalid");
    assert_eq!(board.results("drag", json!({ "ids": [] })).await, [] as [Value; 0]);
}

#[tokio::test]
async fn member_cannot_move_candidates_of_other_jobs() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已完成面试").await;
    let recruiter = board.app.member(&board.organization, Role::Recruiter).await;
    let path = format!("{}/applications/drag", board.organization);
    let results = recruiter.post(&path, json!({ "ids": [id] })).await.expect(200);
    assert_eq!(results["results"], json!([{ "id": id, "status": "refused", "code": "application.not_found" }]));
    board.owner.assign(&board.job, &recruiter).await;
    let results = recruiter.post(&path, json!({ "ids": [id] })).await.expect(200);
    assert_eq!(results["results"][0]["status"], "ok");
}

#[tokio::test]
async fn drag_and_pass_are_undone_only_by_their_author() {
    let board = Board::new().await;
    let dragged = board.at("线上面试", "缺席面试").await;
    let passed = board.at("线上面试", "已完成面试").await;
    let untouched = board.at("线下面试", "待发线下面试邀请").await;
    board.results("drag", json!({ "ids": [dragged] })).await;
    board.results("mark-passed", json!({ "ids": [passed] })).await;
    let colleague = board.app.member(&board.organization, Role::Admin).await;
    let path = format!("{}/applications/take-back", board.organization);
    let refused = colleague.post(&path, json!({ "ids": [dragged] })).await.expect(200);
    assert_eq!(refused["results"][0]["code"], "application.move_not_allowed");

    let items = json!([
        { "id": dragged, "version": 2 }, { "id": passed, "version": 2 }, { "id": untouched, "version": 1 },
        { "id": dragged, "version": 2 },
    ]);
    let back = board.results("take-back", json!({ "items": items })).await;
    assert_eq!(pair(&back[0]["application"]), ("线上面试", "缺席面试"));
    assert_eq!(pair(&back[1]["application"]), ("线上面试", "已完成面试"));
    assert_eq!(back[2]["code"], "application.move_not_allowed");
    assert_eq!(board.application(&dragged).await["history"].as_array().unwrap().last().unwrap()["move"], "take_back");

    let again = board.results("take-back", json!({ "items": [{ "id": passed, "version": 2 }] })).await;
    assert_eq!(again[0]["code"], "request.stale");
    let again = board.results("take-back", json!({ "items": [{ "id": passed, "version": 3 }] })).await;
    assert_eq!(again[0]["code"], "application.move_not_allowed");
}
