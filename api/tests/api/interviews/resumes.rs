//! Resumes of a person who applied for several jobs.

use bole_domain::organization::Role;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{World, slot};
use crate::support::Client;

/// Lets the candidate apply for another job as well, each time with a resume of its own. Returns both resumes.
async fn apply_for(world: &World, application: &str, job: &str) -> [Uuid; 2] {
    let application: Uuid = application.parse().unwrap();
    let job: Uuid = job.rsplit('/').next().unwrap().parse().unwrap();
    let [own, other] = [Uuid::now_v7(), Uuid::now_v7()];
    let mut connection = world.app.database.connection().await;
    for resume in [own, other] {
        for sql in [
            "INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
             SELECT $1::uuid, organization_id, encode(sha256($1::uuid::text::bytea), 'hex'), 1, 'application/pdf',
                    $1::uuid::text
             FROM applications WHERE id = $2",
            "INSERT INTO resumes (id, organization_id, person_id, file_id, file_name)
             SELECT $1, organization_id, person_id, $1, 'resume.pdf' FROM applications WHERE id = $2",
            "INSERT INTO work_experiences (id, organization_id, resume_id, ordinal, company_name)
             SELECT $1, organization_id, $1, 0, 'Acme' FROM applications WHERE id = $2",
        ] {
            connection.execute(sqlx::query(sql).bind(resume).bind(application)).await.unwrap();
        }
    }
    let own_resume = "UPDATE applications SET resume_id = $1 WHERE id = $2";
    connection.execute(sqlx::query(own_resume).bind(own).bind(application)).await.unwrap();
    let second = "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, resume_id)
                  SELECT $1, organization_id, $3, person_id, status, sub_status, $1 FROM applications WHERE id = $2";
    connection.execute(sqlx::query(second).bind(other).bind(application).bind(job)).await.unwrap();
    [own, other]
}

async fn listed(world: &World, client: &Client, person: &Value) -> Vec<Value> {
    let path = format!("{}/people/{}/resumes", world.organization, person.as_str().unwrap());
    let page = client.get(&path).await.expect(200);
    page["items"].as_array().unwrap().iter().map(|resume| resume["id"].clone()).collect()
}

#[tokio::test]
async fn interviewer_reads_only_what_a_candidate_sent_for_their_job() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let second_job = world.owner.job(&world.organization).await;
    let [own, other] = apply_for(&world, &id, &second_job).await;
    let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
    let mut planned = slot(&id, 9);
    planned["interviewer"] = json!({ "user_id": interviewer.get("/api/auth/session").await.expect(200)["user"]["id"] });
    world.plan(planned).await.expect(201);

    let person = json!(id);
    assert_eq!(listed(&world, &world.owner, &person).await, [json!(other), json!(own)]);
    assert_eq!(listed(&world, &interviewer, &person).await, [json!(own)]);
    let employments = |resume: Uuid| format!("{}/resumes/{resume}/work-experiences", world.organization);
    assert_eq!(interviewer.get(&employments(own)).await.expect(200)["items"][0]["company_name"], "Acme");
    assert_eq!(interviewer.get(&employments(other)).await.problem(404), "resume.not_found");
}
