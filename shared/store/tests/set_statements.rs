//! Statements over arrays stay linear in them, whatever their plan: rules for the texts that are checked at compile time.

#![expect(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The beginnings of statements that may break the rule, and why.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "WITH input AS ( SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[]",
    "at most 64 tasks that end together",
)];

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

#[test]
fn arguments_are_parsed() {
    let statement = "UPDATE a SET b FROM unnest($2::uuid[], $10::int[]) AS n (id, b) WHERE a.id = ANY ($2) AND a.x = ANY(ARRAY(SELECT $4))";
    let of = |word| arguments(statement, word).into_iter().collect::<Vec<_>>();
    assert_eq!(of("unnest"), ["10", "2"]);
    assert_eq!(of("ANY"), ["2"]);
}
