//! Statements over arrays stay linear in them, whatever their plan: rules for the texts that are checked at compile time.
//! And no plan made for an empty database is kept after its tables have grown.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bole_store::statistics::analyze_grown_tables;
use bole_testkit::{Seed, TestDatabase};
use sqlx::{AssertSqlSafe, Executor, Row};

/// The beginnings of statements that may break the rule, and why.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "WITH input AS ( SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[]",
    "at most 64 tasks that end together",
)];

/// The beginnings of statements that may search several arrays, and why.
const SEARCHES: &[(&str, &str)] = &[
    (
        "SELECT a.id AS \"id: ApplicationId\" FROM applications a WHERE a.organization_id = $1 AND a.id = ANY ($2) AND NOT a.is_archived AND a.sub_status",
        "there are few sub-statuses",
    ),
    ("SELECT a.id AS \"id!\", last.from_status", "there are few kinds of moves"),
    ("WITH assigned AS ( SELECT mj.job_id FROM member_jobs", "there are few stages and sub-statuses"),
];

/// All statements of the crate, by their text on one line.
fn statements() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.sqlx");
    let files = fs::read_dir(folder).unwrap();
    let text = |path| {
        let entry: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        entry["query"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(text)
        .collect()
}

/// The arguments within the parentheses that follow each of these words.
fn arguments(statement: &str, word: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in statement.match_indices(word) {
        let inner = statement[at + word.len()..].trim_start().strip_prefix('(').unwrap_or_default();
        let inner = inner.split(')').next().unwrap_or_default();
        let numbers =
            inner.split('$').skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
        match word {
            "ANY" if !inner.starts_with('$') => {}
            "ANY" => found.extend(numbers.take(1)),
            _ => found.extend(numbers),
        }
    }
    found
}

/// Joined by its elements and named as a whole at once, an array is sorted anew for each of its elements: a kept plan looks
/// every element up in the index under both conditions.
#[test]
fn no_array_is_both_joined_and_searched() {
    let statements = statements();
    assert!(statements.len() > 300, "only {} statements", statements.len());
    let is_excepted = |statement: &str| EXCEPTIONS.iter().any(|(start, _)| statement.starts_with(start));
    let mut joined = 0;
    let mut wrong = Vec::new();
    for statement in &statements {
        let unnested = arguments(statement, "unnest");
        joined += usize::from(!unnested.is_empty());
        if !is_excepted(statement) && unnested.intersection(&arguments(statement, "ANY")).next().is_some() {
            wrong.push(statement);
        }
    }
    assert!(joined > 30, "only {joined} statements with arrays");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An index on both columns may be searched for each pair of their elements. Filters that may be absent are short.
#[test]
fn no_two_arrays_are_searched_together() {
    let is_excepted = |statement: &str| SEARCHES.iter().any(|(start, _)| statement.starts_with(start));
    let searched = |part: &str| {
        let is_filter = |number: &String| part.contains(&format!("(${number}::text[] IS NULL OR"));
        arguments(part, "ANY").into_iter().filter(|number| !is_filter(number)).count()
    };
    let statements = statements();
    let wrong: Vec<_> = statements
        .iter()
        .filter(|statement| !is_excepted(statement) && statement.split("UNION").any(|part| searched(part) > 1))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn plan_of_an_empty_database_is_replaced_after_growth() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let (organization, job) = (seed.organization, seed.job);
    let statements = statements();
    let find = statements.iter().find(|statement| statement.starts_with("SELECT e.id AS \"id!\", e.batch_id")).unwrap();

    // As the connections of tenants.
    let mut connection = database.connection().await;
    let settings = format!(
        "SET ROLE bole_app; SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan;
         SELECT set_config('app.organization_id', '{organization}', false), set_config('app.jobs', '', false),
                set_config('app.user_id', '', false);
         PREPARE find AS {find}"
    );
    sqlx::raw_sql(AssertSqlSafe(settings)).execute(&mut connection).await.unwrap();
    let mut plan = async || {
        let explain = format!("EXPLAIN EXECUTE find ('{organization}', '{{}}', 'v')");
        let lines = connection.fetch_all(AssertSqlSafe(explain)).await.unwrap();
        lines.iter().map(|line| line.get::<String, _>(0)).collect::<Vec<_>>().join("\n")
    };
    plan().await;

    let mut superuser = database.connection().await;
    let fill = format!(
        "INSERT INTO batches (id, organization_id, job_id, file_name, source, size)
         VALUES ('{job}', '{organization}', '{job}', 'b', 'mail', 1);
         INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
         SELECT md5('f' || n)::uuid, '{organization}', repeat(md5(n::text), 2), 1, 'application/pdf', n::text
         FROM generate_series(1, 2000) AS n;
         INSERT INTO tasks (id, organization_id, lane, kind, payload, state)
         SELECT md5('t' || n)::uuid, '{organization}', 0, '', '{{}}', 'queued' FROM generate_series(1, 2000) AS n;
         INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, file_id, task_id)
         SELECT md5('e' || n)::uuid, '{organization}', '{job}', '{job}', n, '', md5('f' || n)::uuid, md5('t' || n)::uuid
         FROM generate_series(1, 2000) AS n;
         SELECT pg_stat_force_next_flush()"
    );
    sqlx::raw_sql(AssertSqlSafe(fill)).execute(&mut superuser).await.unwrap();
    analyze_grown_tables(&db).await.unwrap();
    let plan = plan().await;
    for condition in ["(id = wanted.id)", "(id = e.file_id)"] {
        let is_by_key = |line: &str| line.contains("Index Cond") && line.contains(condition);
        assert!(plan.lines().any(is_by_key), "{condition} is no key in\n{plan}");
    }
    assert_eq!(analyze_grown_tables(&db).await.unwrap(), 0, "until they have doubled again");
}

#[test]
fn arguments_are_parsed() {
    let statement = "UPDATE a SET b FROM unnest($2::uuid[], $10::int[]) AS n (id, b) WHERE a.id = ANY ($2) AND a.x = ANY(ARRAY(SELECT $4))";
    let of = |word| arguments(statement, word).into_iter().collect::<Vec<_>>();
    assert_eq!(of("unnest"), ["10", "2"]);
    assert_eq!(of("ANY"), ["2"]);
}
