//! People are found by any part of their name, address, number or job, using an index, within their organization
//! only.

use bole_store::Db;
use bole_store::people::record;
use bole_testkit::{Seed, TestDatabase};
use sqlx::{AssertSqlSafe, Executor, Row};

struct World {
    database: TestDatabase,
    db: Db,
    seed: Seed,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let (db, seed) = (database.store(), Seed::new(&database).await);
        Self { database, db, seed }
    }

    async fn person(&self, seed: &Seed, name: &str, company: &str, email: &str) {
        sqlx::query(
            "INSERT INTO people (id, organization_id, name, current_company, email) VALUES (gen_random_uuid(), $1, $2, $3, $4)",
        )
        .bind(seed.organization.0)
        .bind(name)
        .bind(company)
        .bind(email)
        .execute(&mut self.database.connection().await)
        .await
        .unwrap();
    }

    async fn found(&self, words: &str) -> Vec<String> {
        let mut tx = self.db.tenant(&self.seed.actor()).await.unwrap();
        let found = record::search(&mut tx, words, 50).await.unwrap();
        tx.rollback().await.unwrap();
        let mut names: Vec<String> = found.into_iter().filter_map(|person| person.name).collect();
        names.sort();
        names
    }
}

#[tokio::test]
async fn people_are_found_by_substring_in_any_script_and_case() {
    let world = World::new().await;
    let other = Seed::new(&world.database).await;
    world.person(&world.seed, "李静", "云帆科技", "lijing@example.com").await;
    world.person(&world.seed, "Budi Santoso", "PT 100%_Maju", "budi@example.co.id").await;
    world.person(&world.seed, "Élodie O'Neil", "", "elodie@example.com").await;
    world.person(&other, "李静", "云帆科技", "lijing@example.com").await;
    for (words, expected) in [
        ("李静", vec!["李静"]),
        ("静", vec!["李静"]),
        ("云帆", vec!["李静"]),
        ("santo", vec!["Budi Santoso"]),
        ("  SANTOSO ", vec!["Budi Santoso"]),
        ("i s", vec!["Budi Santoso"]),
        ("100%_m", vec!["Budi Santoso"]),
        ("0%m", vec![]),
        ("o'neil", vec!["Élodie O'Neil"]),
        ("@example.co", vec!["Budi Santoso", "Élodie O'Neil", "李静"]),
        (r"\", vec![]),
        ("王", vec![]),
        ("", vec![]),
        ("ELODIE", vec!["Élodie O'Neil"]),
        ("Élodie", vec!["Élodie O'Neil"]),
        ("ＢＵＤＩ", vec!["Budi Santoso"]),
    ] {
        assert_eq!(world.found(words).await, expected, "{words:?}");
    }
}

#[tokio::test]
async fn accents_and_letters_of_one_form_do_not_matter() {
    let world = World::new().await;
    for name in ["Nguyễn Thị Thu", "Łukasz Đorđević", "Søren Groß", "ﾔﾏﾀﾞ 太郎", "김민수"] {
        world.person(&world.seed, name, "", "").await;
    }
    for (words, expected) in [
        ("nguyen thi", "Nguyễn Thị Thu"),
        ("NGUYỄN", "Nguyễn Thị Thu"),
        ("lukasz", "Łukasz Đorđević"),
        ("dordevic", "Łukasz Đorđević"),
        ("soren gross", "Søren Groß"),
        ("ヤマダ", "ﾔﾏﾀﾞ 太郎"),
        ("김민", "김민수"),
    ] {
        assert_eq!(world.found(words).await, [expected], "{words:?}");
    }
    assert_eq!(world.found("％").await, Vec::<String>::new(), "a wide percent sign is no pattern");
}

#[tokio::test]
async fn phone_numbers_are_found_with_and_without_their_country() {
    let world = World::new().await;
    let phones =
        [("Budi", "+62 812-3456-7890"), ("Sari", "0813 9999 0000"), ("李静", "13812345678"), ("Ann", "(415) 555-0132")];
    for (name, phone) in phones {
        sqlx::query("INSERT INTO people (id, organization_id, name, phone) VALUES (gen_random_uuid(), $1, $2, $3)")
            .bind(world.seed.organization.0)
            .bind(name)
            .bind(phone)
            .execute(&mut world.database.connection().await)
            .await
            .unwrap();
    }
    for (words, expected) in [
        ("0812 3456 7890", vec!["Budi"]),
        ("081234567890", vec!["Budi"]),
        ("+6281234567890", vec!["Budi"]),
        ("0062 812 3456", vec!["Budi"]),
        ("+62 813 9999 0000", vec!["Sari"]),
        ("8139999", vec!["Sari"]),
        ("+86 138 1234 5678", vec!["李静"]),
        ("１３８１２３４５６７８", vec!["李静"]),
        ("+1 415 555 0132", vec!["Ann"]),
        ("+62 814 0000 0000", vec![]),
        ("0812 0000", vec![]),
    ] {
        assert_eq!(world.found(words).await, expected, "{words:?}");
    }
}

#[tokio::test]
async fn large_people_search_uses_the_index() {
    let world = World::new().await;
    let mut connection = world.database.connection().await;
    sqlx::query(
        "INSERT INTO people (id, organization_id, name, email)
         SELECT gen_random_uuid(), $1, 'Person ' || md5(n::text), md5(n::text) || '@example.com'
         FROM generate_series(1, 5000) AS n",
    )
    .bind(world.seed.organization.0)
    .execute(&mut connection)
    .await
    .unwrap();
    world.person(&world.seed, "李静", "云帆科技", "lijing@example.com").await;
    connection.execute("ANALYZE people").await.unwrap();
    assert_eq!(world.found("李静").await, ["李静"]);

    // The function's body, run with its role.
    let function: String = sqlx::query_scalar("SELECT prosrc FROM pg_proc WHERE proname = 'people_found'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let statement = function[function.find("'SELECT").unwrap() + 1..function.find("'\n        USING").unwrap()]
        .replace("''", "'")
        .replace("$1", &format!("'{}'::uuid", world.seed.organization))
        .replace("$2", &format!("search_grams('{}', ARRAY['李静'], '{{2}}')", world.seed.organization))
        .replace("$3", "'%李静%'");
    connection.execute("SET ROLE bole_gate").await.unwrap();
    let plan = connection.fetch_all(AssertSqlSafe(format!("EXPLAIN {statement}"))).await.unwrap();
    let plan: Vec<String> = plan.iter().map(|row| row.get(0)).collect();
    assert!(plan.iter().any(|line| line.contains("people_search")), "{plan:#?}");
}
