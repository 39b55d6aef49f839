//! People who share an address: asked about, merged with undo, kept apart; and names that members correct.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::Client;
use crate::world::Board;

/// Two candidates of different jobs with an agency's address; and the path of the first, who is in the board's job.
struct Pair {
    board: Board,
    other_job: String,
    ann: String,
    ben: String,
    path: String,
}

impl Pair {
    async fn new() -> Self {
        let board = Board::new().await;
        let other_job = board.owner.job(&board.organization).await;
        let ann = board.at("线上面试", "已完成面试").await;
        let ben = board.app.application(&other_job, "AI评审", "AI推荐建联").await;
        board.set("UPDATE people SET name = 'Ann Tan', email = 'jobs@agency.example' WHERE id = $1", &ann).await;
        board.set("UPDATE people SET name = 'Ben Lee', email = 'jobs@agency.example' WHERE id = $1", &ben).await;
        let path = format!("{}/people/{ann}", board.organization);
        Self { board, other_job, ann, ben, path }
    }

    async fn same_contact(&self, client: &Client, id: &str) -> Value {
        client.get(&format!("{}/people/{id}/same-contact", self.board.organization)).await.expect(200)
    }

    async fn merge(&self) -> Value {
        let body = json!({ "person_id": self.ben });
        self.board.owner.post(&format!("{}/merges", self.path), body).await.expect(201)
    }
}

#[tokio::test]
async fn person_with_the_same_address_is_merged_and_the_merge_undone() {
    let pair = Pair::new().await;
    let owner = &pair.board.owner;
    let asked = pair.same_contact(owner, &pair.ann).await;
    let ben = json!({ "id": pair.ben, "name": "Ben Lee", "current_position": null, "current_company": null,
                      "same_email": true, "same_phone": false });
    assert_eq!(asked, json!({ "items": [ben], "total": 1 }));
    owner.post(&format!("{}/people/{}/notes", pair.board.organization, pair.ben), json!({ "text": "Called." })).await;

    let merge = pair.merge().await;
    assert_eq!((&merge["merged_id"], &merge["name"]), (&json!(pair.ben), &json!("Ben Lee")));
    assert_eq!(pair.same_contact(owner, &pair.ann).await["total"], 0);
    let ann = pair.board.person(&pair.ann).await;
    assert_eq!(ann["applications"].as_array().unwrap().len(), 2);
    assert_eq!(pair.board.person(&pair.ben).await["id"], json!(pair.ann), "an old link leads to the kept person");
    assert_eq!(owner.get(&format!("{}/notes", pair.path)).await.expect(200)["total"], 1);
    let application = pair.board.application(&pair.ben).await;
    assert_eq!(application["person"]["name"], "Ann Tan");
    let changes = owner.get(&format!("{}/changes", pair.path)).await.expect(200);
    let merged = json!({ "field": "merged_person", "from": null, "to": "Ben Lee" });
    assert_eq!(changes["items"][0]["changes"], json!([merged]));
    let listed = owner.get(&format!("{}/merges", pair.path)).await.expect(200);
    assert_eq!((&listed["items"][0], &listed["total"]), (&merge, &json!(1)));
    let again = owner.post(&format!("{}/merges", pair.path), json!({ "person_id": pair.ben })).await;
    assert_eq!(again.problem(404), "person.not_found");

    let undo = format!("{}/merges/{}", pair.path, merge["id"].as_str().unwrap());
    owner.delete(&undo).await.expect(204);
    assert_eq!(owner.delete(&undo).await.problem(404), "person.not_found");
    assert_eq!(pair.board.person(&pair.ben).await["applications"][0]["id"], json!(pair.ben));
    assert_eq!(pair.board.person(&pair.ann).await["applications"].as_array().unwrap().len(), 1);
    assert_eq!(owner.get(&format!("{}/notes", pair.path)).await.expect(200)["total"], 0);
    assert_eq!(pair.same_contact(owner, &pair.ann).await["total"], 1);
}

#[tokio::test]
async fn answer_that_people_are_two_is_kept() {
    let pair = Pair::new().await;
    let owner = &pair.board.owner;
    let apart = format!("{}/keep-apart", pair.path);
    assert_eq!(owner.post(&apart, json!({ "person_ids": [] })).await.status, 422);
    let unknown = json!({ "person_ids": [uuid::Uuid::now_v7()] });
    assert_eq!(owner.post(&apart, unknown).await.problem(404), "person.not_found");
    owner.post(&apart, json!({ "person_ids": [pair.ben] })).await.expect(204);
    owner.post(&apart, json!({ "person_ids": [pair.ben] })).await.expect(204);
    for id in [&pair.ann, &pair.ben] {
        assert_eq!(pair.same_contact(owner, id).await, json!({ "items": [], "total": 0 }));
    }
}

#[tokio::test]
async fn blacklisted_person_and_another_are_not_merged() {
    let pair = Pair::new().await;
    pair.board.owner.patch(&pair.path, json!({ "blacklisted": true })).await.expect(200);
    let refused = pair.board.owner.post(&format!("{}/merges", pair.path), json!({ "person_id": pair.ben })).await;
    assert_eq!(refused.problem(409), "person.merge_blacklisted");
    let ben = format!("{}/people/{}", pair.board.organization, pair.ben);
    pair.board.owner.patch(&ben, json!({ "blacklisted": true })).await.expect(200);
    pair.merge().await;
}

#[tokio::test]
async fn only_visible_people_are_asked_about_and_merged() {
    let pair = Pair::new().await;
    let recruiter = pair.board.app.member(&pair.board.organization, Role::Recruiter).await;
    pair.board.owner.assign(&pair.board.job, &recruiter).await;
    assert_eq!(pair.same_contact(&recruiter, &pair.ann).await["total"], 0, "of another job");
    let (merges, body) = (format!("{}/merges", pair.path), json!({ "person_id": pair.ben }));
    assert_eq!(recruiter.post(&merges, body.clone()).await.problem(404), "person.not_found");

    let interviewer = pair.board.app.member(&pair.board.organization, Role::Interviewer).await;
    let jobs = [&pair.board.job, &pair.other_job].map(|job| job.rsplit('/').next().unwrap());
    for member in [&recruiter, &interviewer] {
        let membership = member.membership(&pair.board.organization).await;
        pair.board.owner.put(&format!("{membership}/jobs"), json!({ "job_ids": jobs })).await.expect(200);
    }
    assert_eq!(interviewer.post(&merges, body.clone()).await.problem(403), "permission.denied");
    assert_eq!(pair.same_contact(&recruiter, &pair.ann).await["total"], 1);
    let merge = recruiter.post(&merges, body).await.expect(201);
    assert_eq!(merge["merged_by"], "Wang Fang");
    let undo = format!("{merges}/{}", merge["id"].as_str().unwrap());
    assert_eq!(interviewer.delete(&undo).await.problem(403), "permission.denied");
    recruiter.delete(&undo).await.expect(204);
}

#[tokio::test]
async fn another_organization_finds_none_of_it() {
    let pair = Pair::new().await;
    let merge = pair.merge().await["id"].as_str().unwrap().to_owned();
    let (stranger, theirs) = pair.board.app.owner("other").await;
    let job = stranger.job(&theirs).await;
    let their = pair.board.app.application(&job, "AI评审", "AI推荐建联").await;
    pair.board.set("UPDATE people SET email = 'jobs@agency.example' WHERE id = $1", &their).await;
    assert_eq!(pair.same_contact(&pair.board.owner, &pair.ann).await["total"], 0);
    let (ours, own) = (format!("{theirs}/people/{}", pair.ann), format!("{theirs}/people/{their}"));
    for path in ["same-contact", "merges"] {
        assert_eq!(stranger.get(&format!("{ours}/{path}")).await.problem(404), "person.not_found");
        assert_eq!(stranger.get(&format!("{own}/{path}")).await.expect(200)["total"], 0);
    }
    for (path, body) in [
        (format!("{ours}/merges"), json!({ "person_id": their })),
        (format!("{own}/merges"), json!({ "person_id": pair.ann })),
        (format!("{ours}/keep-apart"), json!({ "person_ids": [their] })),
        (format!("{own}/keep-apart"), json!({ "person_ids": [pair.ann] })),
    ] {
        assert_eq!(stranger.post(&path, body).await.problem(404), "person.not_found", "{path}");
    }
    for person in [&ours, &own] {
        assert_eq!(stranger.delete(&format!("{person}/merges/{merge}")).await.problem(404), "person.not_found");
    }
    let kept = stranger.get(&format!("{}/people/{}", pair.board.organization, pair.ann)).await;
    assert_eq!(kept.problem(404), "organization.not_found");
    assert_eq!(pair.board.person(&pair.ann).await["applications"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn name_is_corrected_but_not_removed() {
    let pair = Pair::new().await;
    let owner = &pair.board.owner;
    let refused = owner.patch(&pair.path, json!({ "name": "  " })).await.expect(422);
    assert_eq!(refused["errors"], json!([{ "field": "name", "code": "field.required" }]));
    let long = owner.patch(&pair.path, json!({ "name": "x".repeat(201) })).await.expect(422);
    assert_eq!(long["errors"][0]["code"], "field.too_long");
    let corrected = owner.patch(&pair.path, json!({ "name": " Anna Tan " })).await.expect(200);
    assert_eq!((&corrected["name"], &corrected["email"]), (&json!("Anna Tan"), &json!("jobs@agency.example")));
    assert_eq!(pair.board.board("").await["items"][0]["person"]["name"], "Anna Tan");
    let changes = owner.get(&format!("{}/changes", pair.path)).await.expect(200);
    let change = json!({ "field": "name", "from": "Ann Tan", "to": "Anna Tan" });
    assert_eq!(changes["items"][0]["changes"], json!([change]));
}
