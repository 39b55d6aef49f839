//! People who share an address: merged with undo, kept apart, and names that members corrected.

use bole_domain::ids::PersonId;
use bole_store::applications::Promotion;
use bole_store::people::erase::erase;
use bole_store::people::merges::{self, ONE_IS_BLACKLISTED, PersonMerge};
use bole_store::people::record::{self, PersonChange};
use bole_store::people::same_contact;
use bole_store::{StoreError, StoreResult, TenantTx};
use serde_json::Value;
use uuid::Uuid;

use crate::promotion::{World, person};

const AGENCY: Option<&str> = Some("jobs@agency.example");

/// Ann and Ben with an agency's address, both in one job; Ben with a number, in another job too, with notes, tags, an email,
/// a change of his record, and a resume that is also Ann's.
struct Agency {
    world: World,
    ann: PersonId,
    ben: PersonId,
}

impl Agency {
    async fn new() -> Self {
        let world = World::new().await;
        let ann = world.evaluated(1, 1, person("Ann Tan", AGENCY, None), 86.0).await;
        let ben = world.evaluated(2, 2, person("Ben Lee", AGENCY, Some("+6281200001111")), 70.0).await;
        assert_eq!(world.promote(&[ann, ben]).await, Promotion { created: 2, existing: 0, skipped: 0 });
        let agency = Self { ann: named(&world, "Ann Tan").await, ben: named(&world, "Ben Lee").await, world };
        let mut tx = agency.tx().await;
        record::add_note(&mut tx, agency.ben, "Called.").await.unwrap();
        let tags = PersonChange { tags: Some(vec!["go".into()]), ..PersonChange::default() };
        record::change(&mut tx, agency.ben, &tags).await.unwrap();
        tx.commit().await.unwrap();
        let mut connection = agency.world.database.connection().await;
        for sql in [
            "WITH job AS (
                 INSERT INTO jobs (id, organization_id, title, jd)
                 SELECT gen_random_uuid(), organization_id, 'Second', 'Description' FROM people WHERE id = $1
                 RETURNING id, organization_id)
             INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
             SELECT gen_random_uuid(), organization_id, id, $1, 'AI评审', 'AI推荐建联' FROM job WHERE $2::uuid IS NOT NULL",
            "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                                 language, status)
             SELECT gen_random_uuid(), organization_id, id, job_id, $1, 'rejection', 'a@b.example', '', '', 'en', 'draft'
             FROM applications WHERE person_id = $1 AND resume_id IS NOT NULL AND $2::uuid IS NOT NULL",
            "INSERT INTO resumes (id, organization_id, person_id, file_id, file_name)
             SELECT gen_random_uuid(), organization_id, $2, file_id, 'both.pdf' FROM resumes WHERE person_id = $1",
        ] {
            sqlx::query(sql).bind(agency.ben.0).bind(agency.ann.0).execute(&mut connection).await.unwrap();
        }
        agency
    }

    async fn tx(&self) -> TenantTx {
        self.world.db.tenant(&self.world.seed.actor()).await.unwrap()
    }

    async fn merge(&self, kept: PersonId, other: PersonId) -> StoreResult<PersonMerge> {
        let mut tx = self.tx().await;
        let merge = merges::merge(&mut tx, kept, other).await?;
        tx.commit().await.unwrap();
        Ok(merge)
    }

    async fn undo(&self, kept: PersonId, merge: &PersonMerge) {
        let mut tx = self.tx().await;
        merges::undo(&mut tx, kept, merge.id).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The people who share Ann's address, by name.
    async fn same_contact(&self, id: PersonId) -> Vec<String> {
        let mut tx = self.tx().await;
        let (people, total) = same_contact::list(&mut tx, id, 20).await.unwrap();
        assert_eq!(i64::try_from(people.len()).unwrap(), total);
        people.into_iter().filter_map(|person| person.name).collect()
    }

    /// Whom everything belongs to, and the records without versions and times.
    async fn everything(&self) -> Value {
        sqlx::query_scalar(
            "SELECT jsonb_build_array(
                 (SELECT jsonb_agg(to_jsonb(p) - '{version,updated_at}'::text[] ORDER BY id) FROM people p),
                 (SELECT jsonb_agg(jsonb_build_array(id, person_id, resume_id, is_second) ORDER BY id) FROM applications),
                 (SELECT jsonb_agg(jsonb_build_array(id, person_id) ORDER BY id) FROM resumes),
                 (SELECT jsonb_agg(jsonb_build_array(id, person_id) ORDER BY id) FROM emails),
                 (SELECT jsonb_agg(jsonb_build_array(id, person_id) ORDER BY id) FROM person_notes),
                 (SELECT jsonb_agg(jsonb_build_array(id, person_id) ORDER BY id) FROM person_events
                  WHERE NOT changes ?| '{merged_person,separated_person,separated_from}'))",
        )
        .fetch_one(&mut self.world.database.connection().await)
        .await
        .unwrap()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.world.database.connection().await).await.unwrap()
    }
}

async fn named(world: &World, name: &str) -> PersonId {
    let id: Uuid = sqlx::query_scalar("SELECT id FROM people WHERE name = $1 ORDER BY id LIMIT 1")
        .bind(name)
        .fetch_one(&mut world.database.connection().await)
        .await
        .unwrap();
    PersonId(id)
}

#[tokio::test]
async fn merged_person_brings_everything_and_undo_gives_it_back() {
    let agency = Agency::new().await;
    let before = agency.everything().await;
    let merge = agency.merge(agency.ann, agency.ben).await.unwrap();
    assert_eq!((merge.merged_id, merge.name.as_deref()), (agency.ben, Some("Ben Lee")));

    let mut tx = agency.tx().await;
    let ann = record::find(&mut tx, agency.ann).await.unwrap();
    assert_eq!((ann.person.name.as_deref(), ann.person.phone.as_deref()), (Some("Ann Tan"), Some("+6281200001111")));
    assert_eq!(ann.tags, ["go"]);
    assert_eq!(record::applications(&mut tx, agency.ann).await.unwrap().len(), 3, "two of them for one job");
    assert_eq!(record::notes(&mut tx, agency.ann, 10, 0).await.unwrap().1, 1);
    let (events, _) = record::events(&mut tx, agency.ann, 10, 0).await.unwrap();
    assert_eq!(events[0].changes["merged_person"]["to"], "Ben Lee");
    assert!(events.iter().any(|event| event.changes.contains_key("tags")), "his history is hers");
    assert!(matches!(record::find(&mut tx, agency.ben).await, Err(StoreError::NotFound)));
    assert_eq!(merges::kept(&mut tx, agency.ben).await.unwrap(), agency.ann);
    let found = record::search(&mut tx, "Ben Lee", 10).await.unwrap();
    assert_eq!(found.iter().map(|person| person.id).collect::<Vec<_>>(), [agency.ann]);
    assert_eq!(merges::list(&mut tx, agency.ann).await.unwrap().len(), 1);
    drop(tx);
    let left =
        "SELECT count(*) FROM applications a JOIN people p ON p.id = a.person_id WHERE p.merged_into IS NOT NULL";
    assert_eq!(agency.count(left).await, 0);
    let unreachable = "SELECT count(*) FROM applications a JOIN resumes r ON r.id = a.resume_id
                       WHERE r.person_id <> a.person_id";
    assert_eq!(agency.count(unreachable).await, 0, "each application has a resume of its person");
    let others = "SELECT count(*) FROM emails e JOIN applications a ON a.id = e.application_id
                  WHERE e.person_id <> a.person_id";
    assert_eq!(agency.count(others).await, 0);
    assert_eq!(agency.same_contact(agency.ann).await, Vec::<String>::new());

    agency.undo(agency.ann, &merge).await;
    assert_eq!(agency.everything().await, before);
    assert_eq!(agency.same_contact(agency.ann).await, ["Ben Lee"]);
    let mut tx = agency.tx().await;
    let (events, _) = record::events(&mut tx, agency.ben, 10, 0).await.unwrap();
    assert_eq!(events[0].changes["separated_from"]["from"], "Ann Tan");
    let again = merges::undo(&mut tx, agency.ann, merge.id).await;
    assert!(matches!(again, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn chained_merges_are_undone_one_by_one() {
    let agency = Agency::new().await;
    let cai = agency.world.evaluated(3, 3, person("蔡英", AGENCY, None), 70.0).await;
    agency.world.promote(&[cai]).await;
    let cai = named(&agency.world, "蔡英").await;
    let before = agency.everything().await;
    let first = agency.merge(agency.ann, agency.ben).await.unwrap();
    let between = agency.everything().await;
    let second = agency.merge(cai, agency.ann).await.unwrap();
    let mut tx = agency.tx().await;
    assert_eq!(record::applications(&mut tx, cai).await.unwrap().len(), 4);
    assert_eq!(merges::kept(&mut tx, agency.ben).await.unwrap(), cai);
    let early = merges::undo(&mut tx, agency.ann, first.id).await;
    assert!(matches!(early, Err(StoreError::NotFound)), "the later merge is undone first");
    drop(tx);
    agency.undo(cai, &second).await;
    assert_eq!(agency.everything().await, between);
    agency.undo(agency.ann, &first).await;
    assert_eq!(agency.everything().await, before);
}

#[tokio::test]
async fn resumes_of_a_merged_person_are_recognized_as_the_kept_ones() {
    let agency = Agency::new().await;
    let merge = agency.merge(agency.ann, agency.ben).await.unwrap();
    let again = agency.world.evaluated(4, 4, person("Ben Lee", AGENCY, None), 70.0).await;
    assert_eq!(agency.world.promote(&[again]).await, Promotion { created: 0, existing: 1, skipped: 0 });
    assert_eq!(agency.count("SELECT count(*) FROM people").await, 2);
    let mut tx = agency.tx().await;
    record::add_note(&mut tx, agency.ann, "After the merge.").await.unwrap();
    let number = PersonChange { phone: Some(Some("+6281299990000".into())), ..PersonChange::default() };
    record::change(&mut tx, agency.ann, &number).await.unwrap();
    tx.commit().await.unwrap();

    agency.undo(agency.ann, &merge).await;
    let mut tx = agency.tx().await;
    assert_eq!(record::notes(&mut tx, agency.ann, 10, 0).await.unwrap().0[0].text, "After the merge.");
    let ann = record::find(&mut tx, agency.ann).await.unwrap();
    assert_eq!(ann.person.phone.as_deref(), Some("+6281299990000"), "what was edited since stays");
    assert_eq!(ann.tags, Vec::<String>::new());
}

#[tokio::test]
async fn blacklisted_person_is_not_merged_with_another() {
    let agency = Agency::new().await;
    let mut tx = agency.tx().await;
    let blacklisted = PersonChange { blacklisted: Some(true), ..PersonChange::default() };
    record::change(&mut tx, agency.ben, &blacklisted).await.unwrap();
    tx.commit().await.unwrap();
    let before = agency.everything().await;
    let refused = agency.merge(agency.ann, agency.ben).await.unwrap_err();
    assert!(refused.is_constraint(ONE_IS_BLACKLISTED), "{refused}");
    assert_eq!(agency.everything().await, before);
    assert!(matches!(agency.merge(agency.ann, agency.ann).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn people_kept_apart_are_not_asked_about_again() {
    let agency = Agency::new().await;
    let cai = agency.world.evaluated(3, 3, person("蔡英", AGENCY, None), 70.0).await;
    agency.world.promote(&[cai]).await;
    let cai = named(&agency.world, "蔡英").await;
    assert_eq!(agency.same_contact(agency.ann).await, ["Ben Lee", "蔡英"]);
    for _ in 0..2 {
        let mut tx = agency.tx().await;
        same_contact::keep_apart(&mut tx, agency.ben, &[agency.ann]).await.unwrap();
        tx.commit().await.unwrap();
    }
    assert_eq!(agency.same_contact(agency.ann).await, ["蔡英"]);
    assert_eq!(agency.same_contact(agency.ben).await, ["蔡英"]);
    // The answer holds for the person that one of them is merged into.
    agency.merge(cai, agency.ben).await.unwrap();
    let mut tx = agency.tx().await;
    same_contact::keep_apart(&mut tx, agency.ann, &[cai]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(agency.same_contact(agency.ann).await, Vec::<String>::new());
    assert_eq!(agency.same_contact(cai).await, Vec::<String>::new());
}

#[tokio::test]
async fn corrected_name_outlasts_later_readings() {
    let world = World::new().await;
    let (email, phone) = (Some("mei@example.com"), Some("+6281200001111"));
    let misread = world.evaluated(1, 1, person("SAP FI", email, None), 86.0).await;
    world.promote(std::slice::from_ref(&misread)).await;
    let id = named(&world, "SAP FI").await;
    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let corrected = PersonChange { name: Some("Mei Tan".into()), ..PersonChange::default() };
    record::change(&mut tx, id, &corrected).await.unwrap();
    tx.commit().await.unwrap();

    // The same file, the name written in another way, and a reading with further details.
    assert_eq!(world.promote(&[misread]).await, Promotion { created: 0, existing: 1, skipped: 0 });
    for (position, written) in [(2, "TAN Mei"), (3, "M. Tan"), (4, "Mei Tan")] {
        let again = world.evaluated(position, 1 + u8::try_from(position).unwrap(), person(written, email, phone), 86.0);
        let again = again.await;
        assert_eq!(world.promote(&[again]).await, Promotion { created: 0, existing: 1, skipped: 0 }, "{written}");
    }
    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let mei = record::find(&mut tx, id).await.unwrap();
    assert_eq!((mei.person.name.as_deref(), mei.person.phone.as_deref()), (Some("Mei Tan"), phone));
    let (events, _) = record::events(&mut tx, id, 10, 0).await.unwrap();
    assert_eq!(events[0].changes["name"], serde_json::json!({ "from": "SAP FI", "to": "Mei Tan" }));
}

#[tokio::test]
async fn erasing_leaves_what_belongs_to_others_with_the_same_address() {
    let agency = Agency::new().await;
    let cai = agency.world.evaluated(3, 3, person("蔡英", AGENCY, None), 70.0).await;
    agency.world.evaluated(4, 4, person("Ann Tan", AGENCY, None), 70.0).await;
    let waiting = agency.world.evaluated(5, 5, person("陈晨", AGENCY, None), 70.0).await;
    agency.world.promote(&[cai]).await;
    agency.merge(agency.ben, agency.ann).await.unwrap();
    let mut connection = agency.world.database.connection().await;
    for name in ["Ann Tan", "蔡英"] {
        sqlx::query(
            "INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body)
             VALUES (gen_random_uuid(), $1, $2, 'set_aside', 'Jobs@agency.example', $2, '', '')",
        )
        .bind(agency.world.seed.organization.0)
        .bind(name)
        .execute(&mut connection)
        .await
        .unwrap();
    }
    let mut tx = agency.tx().await;
    assert!(matches!(erase(&mut tx, agency.ann).await, Err(StoreError::NotFound)), "merged into another");
    drop(tx);
    let mut tx = agency.tx().await;
    erase(&mut tx, agency.ben).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(agency.count("SELECT count(*) FROM people").await, 1);
    assert_eq!(agency.count("SELECT count(*) FROM person_merges").await, 0);
    let entries: Vec<String> = sqlx::query_scalar("SELECT profile ->> 'name' FROM batch_tasks ORDER BY position")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(entries, ["蔡英", "陈晨"]);
    let messages: Vec<String> =
        sqlx::query_scalar("SELECT sender_name FROM inbound_messages").fetch_all(&mut connection).await.unwrap();
    assert_eq!(messages, ["蔡英"]);
    assert_eq!(agency.world.promote(&[waiting]).await, Promotion { created: 1, existing: 0, skipped: 0 });
}
