//! Addresses of gmail.com are one rule in the domain and in the database, and lead to the same people.

use bole_domain::email::address_key;
use bole_store::applications::Promotion;
use bole_store::people::same_contact;

use crate::promotion::{World, person};

#[tokio::test]
async fn database_and_domain_have_one_rule() {
    let world = World::new().await;
    let written: Vec<String> = ["budi.santoso", "budisantoso", "Budi.Santoso+jobs", "+jobs", ".", "a+b+c", "a@b"]
        .into_iter()
        .flat_map(|local| {
            ["gmail.com", "GMAIL.com", "googlemail.com", "example.com", "mail.gmail.com", "gmail.com.cn"]
                .map(|domain| format!("{local}@{domain}"))
        })
        .chain(["@gmail.com".to_owned(), "gmail.com".to_owned(), String::new()])
        .collect();
    let keys: Vec<(String, String)> =
        sqlx::query_as("SELECT written, email_key(written) FROM unnest($1::text[]) AS written")
            .bind(&written)
            .fetch_all(&mut world.database.connection().await)
            .await
            .unwrap();
    assert_eq!(keys.len(), written.len());
    for (written, key) in &keys {
        assert_eq!(&address_key(written), key, "{written:?}");
    }
}

#[tokio::test]
async fn people_are_recognized_by_a_gmail_address_written_in_another_way() {
    let world = World::new().await;
    let addresses =
        ["budi.santoso@gmail.com", "budisantoso+jobs@gmail.com", "budi.santoso@example.com", "budisantoso@example.com"];
    let mut entries = Vec::new();
    for (position, address) in (1..).zip(addresses) {
        let content = u8::try_from(position).unwrap();
        let profile = person("Budi Santoso", Some(address), None);
        entries.push(world.evaluated(position, content, profile, 86.0).await);
    }
    assert_eq!(entries[1].duplicate_of, Some(entries[0].id));
    assert_eq!(entries[3].duplicate_of, None, "other servers tell dots apart");
    assert_eq!(world.promote(&entries[..1]).await, Promotion { created: 1, existing: 0, skipped: 0 });
    assert_eq!(world.promote(&entries[1..2]).await, Promotion { created: 0, existing: 1, skipped: 0 });
    assert_eq!(world.promote(&entries[2..]).await, Promotion { created: 2, existing: 0, skipped: 0 });
    // The name has to fit as well.
    let other = world.evaluated(5, 5, person("Sari Dewi", Some("b.udisantoso@gmail.com"), None), 86.0).await;
    assert_eq!(world.promote(&[other]).await, Promotion { created: 1, existing: 0, skipped: 0 });

    let mut tx = world.db.tenant(&world.seed.actor()).await.unwrap();
    let kept: (uuid::Uuid, String) =
        sqlx::query_as("SELECT id, email FROM people WHERE email LIKE '%@gmail.com' ORDER BY name")
            .fetch_one(&mut world.database.connection().await)
            .await
            .unwrap();
    assert_eq!(kept.1, "budi.santoso@gmail.com", "as it is written");
    let (found, total) = same_contact::list(&mut tx, kept.0.into(), 10).await.unwrap();
    assert_eq!((total, found[0].name.as_deref(), found[0].same_email), (1, Some("Sari Dewi"), true));
}
