//! Measurements of judges that are retried.

use bole_domain::evaluation::Engine;
use bole_domain::ids::MeasurementId;
use bole_domain::measurement::{JudgeIdentity, MeasuredResume};
use bole_store::judge_measurements::{Used, add, begin, finish, insert, latest, progress};
use bole_testkit::{Seed, TestDatabase};

#[tokio::test]
async fn results_and_costs_are_those_of_the_judge_that_has_answered() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let judge =
        |model: &str| JudgeIdentity { engine: Engine::Model, model: Some(model.to_owned()), version: "1".to_owned() };
    let outcome = MeasuredResume {
        job: "accountant".to_owned(),
        resume: "ann".to_owned(),
        rank: 1,
        score: 80.0,
        milliseconds: 10,
        marks: Vec::new(),
    };
    let used = Used { prompt_tokens: 10, completion_tokens: 2, cost_micros: 5 };
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let id = MeasurementId::new();
    insert(&mut tx, id, "1").await.unwrap();
    begin(&mut tx, id, &judge("retired")).await.unwrap();
    add(&mut tx, id, &judge("successor"), &outcome, used).await.unwrap();
    let found = progress(&mut tx, id).await.unwrap();
    assert_eq!((found.judge, found.outcomes.len()), (Some(judge("successor")), 1), "a retry goes on with it");

    begin(&mut tx, id, &judge("another")).await.unwrap();
    add(&mut tx, id, &judge("its successor"), &outcome, used).await.unwrap();
    finish(&mut tx, id).await.unwrap();
    let measured = latest(&mut tx, 1).await.unwrap().remove(0);
    assert_eq!(measured.judge, judge("its successor"), "the end leaves the judge that has answered");
    assert_eq!((measured.outcomes.len(), measured.cost_micros), (1, 5), "without the discarded run");
    tx.rollback().await.unwrap();
}
