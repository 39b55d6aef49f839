//! What may not be asked, and what only looks like it.

use bole_criteria::{ProtectedAttribute, clause, protected, without_protected};
use bole_domain::evaluation::Language;

#[test]
fn examples_of_many_trades_are_told_apart() {
    let rows = include_str!("protected.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    let (mut asking, mut harmless) = (0, 0);
    for row in rows {
        let (expected, text) = row.split_once('\t').unwrap();
        let found = protected(text);
        let attributes: Vec<&str> = found.iter().map(|one| one.attribute.as_str()).collect();
        let is_right = if expected == "-" { attributes.is_empty() } else { attributes.contains(&expected) };
        if !is_right {
            wrong.push(format!("{expected} {attributes:?} {text}"));
        }
        if expected == "-" { harmless += 1 } else { asking += 1 }
    }
    assert!(asking > 60 && harmless > 60);
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

#[test]
fn every_attribute_has_a_clause_in_each_language() {
    for attribute in ProtectedAttribute::ALL {
        for language in Language::ALL {
            assert!(clause(*attribute, *language).is_some(), "{attribute} {language}");
        }
    }
}

#[test]
fn text_keeps_what_may_be_asked() {
    let kept = |text| without_protected(text);
    assert_eq!(kept("本科以上，35岁以下，女性优先").as_deref(), Some("本科以上"));
    assert_eq!(kept("年龄35岁以下，女性优先"), None);
    assert_eq!(kept("Female candidates preferred"), None);
    assert_eq!(kept("Accountant, age limit 35, IFRS").as_deref(), Some("Accountant, IFRS"));
    assert_eq!(kept("usia maks 30 th, lulusan SMK").as_deref(), Some("lulusan SMK"));
    assert_eq!(kept("5 years of Rust").as_deref(), Some("5 years of Rust"));
}
