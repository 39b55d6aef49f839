//! The store's own statements from `.sqlx`, with values instead of parameters.

use std::fs;

use anyhow::{Context, ensure};
use serde::Deserialize;

const DESCRIBED: &str = ".sqlx";

#[derive(Deserialize)]
struct Described {
    query: String,
}

/// The statement containing `part`, with `values` for `$1`, `$2` and so on.
pub fn with(part: &str, values: &[String]) -> anyhow::Result<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(DESCRIBED).with_context(|| format!("cannot read {DESCRIBED}"))? {
        let described: Described = serde_json::from_slice(&fs::read(entry?.path())?)?;
        if described.query.contains(part) {
            found.push(described.query);
        }
    }
    ensure!(found.len() == 1, "{} statements hold {part:?}", found.len());
    let mut sql = found.remove(0);
    // In reverse, so that $1 does not match the start of $10.
    for (index, value) in values.iter().enumerate().rev() {
        let name = format!("${}", index + 1);
        ensure!(sql.contains(&name), "the statement with {part:?} has no {name}");
        sql = sql.replace(&name, value);
    }
    ensure!(!sql.contains('$'), "the statement with {part:?} has more parameters");
    Ok(sql)
}
