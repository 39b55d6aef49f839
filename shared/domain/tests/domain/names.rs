//! Checks that no declared name uses a word excluded by docs/glossary.md.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOTS: [&str; 6] = ["api", "bole/src", "scheduler/src", "shared", "worker/src", "bench/src"];

/// The Unix account without rights.
const ALLOWED: [&str; 2] = ["NOBODY", "become_nobody"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words in backticks in the paragraph on names.
fn ruled_out() -> HashSet<String> {
    let glossary = fs::read_to_string(workspace().join("docs/glossary.md")).unwrap();
    let from = glossary.find("No declared name contains").unwrap();
    let paragraph = glossary[from..].split("\n\n").next().unwrap();
    let words = paragraph.split_once(":\n").unwrap().1;
    words.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("tests") && !path.ends_with("target") {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The name declared by a line.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let kinds = ["fn", "struct", "enum", "trait", "type", "static", "const", "mod"];
    let before = |word: &str| matches!(word, "async" | "unsafe" | "const" | "pub") || word.starts_with("pub(");
    let mut word = words.next()?;
    while !kinds.contains(&word) || (word == "const" && line.contains(" fn ")) {
        if !before(word) {
            return None;
        }
        word = words.next()?;
    }
    words.next()?.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

/// `HeldLeases` and `held_leases` both consist of held, leases.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c != '_' {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
    }
    words
}

#[test]
fn declared_names_use_standard_terms() {
    let ruled_out = ruled_out();
    assert!(ruled_out.len() > 15, "{ruled_out:?}");
    let mut files = Vec::new();
    for root in ROOTS {
        sources(&workspace().join(root), &mut files);
    }
    let mut names = 0;
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // Test names are sentences.
        let product = text.split("\n#[cfg(test)]").next().unwrap();
        for name in product.lines().filter_map(declared) {
            names += 1;
            if !ALLOWED.contains(&name) && words_of(name).iter().any(|word| ruled_out.contains(word)) {
                wrong.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(names > 4_000, "{names}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
