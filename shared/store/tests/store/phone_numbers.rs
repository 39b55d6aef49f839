//! Phone numbers are one rule in the domain and in the database, and lead to the same people.

use bole_domain::phone::{PhoneNumber, are_same};
use bole_store::applications::Promotion;
use bole_store::people::same_contact;

use crate::promotion::{World, person};

/// Numbers of several countries, each as people write it.
fn written() -> Vec<String> {
    let numbers =
        ["81234567890", "8123456", "13812345678", "1012345678", "4155550132", "7700900318", "51234567", "12", ""];
    let before = [
        "",
        "0",
        "00",
        "+",
        "+0",
        "62",
        "+62",
        "+62 (0)",
        "0062",
        "86",
        "+86",
        "0086 ",
        "+1",
        "+852",
        "＋６２",
        "+999",
    ];
    let mut all = Vec::new();
    for number in numbers {
        for before in before {
            let (head, tail) = number.split_at(number.len() / 2);
            all.extend([
                format!("{before}{number}"),
                format!("{before} {head}-{tail}"),
                format!("tel. ({before}){head} {tail}"),
            ]);
        }
    }
    all
}

#[tokio::test]
async fn database_and_domain_have_one_rule() {
    let world = World::new().await;
    let written = written();
    let keys: Vec<(String, Option<String>)> =
        sqlx::query_as("SELECT written, phone_key(written) FROM unnest($1::text[]) AS written")
            .bind(&written)
            .fetch_all(&mut world.database.connection().await)
            .await
            .unwrap();
    for (written, key) in &keys {
        assert_eq!(PhoneNumber::read(written).as_ref().map(PhoneNumber::key), key.as_deref(), "{written:?}");
    }
    let pairs: Vec<(String, String)> = sqlx::query_as(
        "SELECT one, other FROM unnest($1::text[]) AS one, unnest($1::text[]) AS other
         WHERE phone_key(one) = phone_key(other) AND can_be_one_phone(one, other)",
    )
    .bind(&written)
    .fetch_all(&mut world.database.connection().await)
    .await
    .unwrap();
    let expected = written.iter().map(|one| written.iter().filter(|other| are_same(Some(one), Some(other))).count());
    assert_eq!(pairs.len(), expected.sum::<usize>());
    assert!(pairs.iter().all(|(one, other)| are_same(Some(one), Some(other))));
}

#[tokio::test]
async fn people_are_recognized_by_a_number_written_in_another_way() {
    let world = World::new().await;
    let mut entries = Vec::new();
    for (position, phone) in ["0812-3456-7890", "+6281234567890", "+60 812 3456 7890"].into_iter().enumerate() {
        let position = i32::try_from(position).unwrap() + 1;
        let content = u8::try_from(position).unwrap();
        entries.push(world.evaluated(position, content, person("Budi Santoso", None, Some(phone)), 86.0).await);
    }
    assert_eq!(entries[1].duplicate_of, Some(entries[0].id));
    // Of the two that the first can be, with or without its country, the third is neither.
    assert_eq!(world.promote(&entries[..1]).await, Promotion { created: 1, existing: 0, skipped: 0 });
    assert_eq!(world.promote(&entries[1..2]).await, Promotion { created: 0, existing: 1, skipped: 0 });
    let other = world.evaluated(4, 4, person("Sari Dewi", None, Some("+62 812 3456 7890")), 86.0).await;
    assert_eq!(world.promote(&[other]).await, Promotion { created: 1, existing: 0, skipped: 0 });

    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let ids: Vec<uuid::Uuid> = sqlx::query_scalar("SELECT id FROM people ORDER BY name")
        .fetch_all(&mut world.database.connection().await)
        .await
        .unwrap();
    let (found, total) = same_contact::list(&mut tx, ids[0].into(), 10).await.unwrap();
    assert_eq!((total, found[0].name.as_deref(), found[0].same_phone), (1, Some("Sari Dewi"), true));
}
