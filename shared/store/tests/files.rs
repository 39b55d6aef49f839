//! Files are recorded once per content, many by one statement.

use bole_store::files::{NewFile, find, record};
use bole_testkit::{Seed, TestDatabase};

fn file(digit: char) -> NewFile {
    let sha256 = digit.to_string().repeat(64);
    NewFile { storage_key: format!("files/{sha256}"), sha256, size: 1, media_type: "application/pdf".to_owned() }
}

#[tokio::test]
async fn ids_come_in_the_order_given_and_a_repeated_content_is_one_file() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let ids = record(&mut tx, &[file('c'), file('a'), file('c'), file('b')]).await.unwrap();
    assert_eq!(ids[0], ids[2]);
    for (id, digit) in ids.iter().zip(['c', 'a', 'c', 'b']) {
        assert_eq!(find(&mut tx, *id).await.unwrap().sha256, digit.to_string().repeat(64));
    }
    assert_eq!(record(&mut tx, &[file('b'), file('a')]).await.unwrap(), [ids[3], ids[1]]);
    assert!(record(&mut tx, &[]).await.unwrap().is_empty());
    tx.rollback().await.unwrap();
}
