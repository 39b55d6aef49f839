//! How a concept is told, and the values beside it.

use bole_domain::period::YearMonth;
use bole_resume::lexicon::LEXICON;
use bole_resume::{Tone, Value, read};

fn tone(line: &str, concept: &str) -> Option<Tone> {
    let concept = LEXICON.id(concept)?;
    read(&format!("Jane Doe\nWork experience\nAcme Ltd  Engineer  2019 - 2021\n{line}"))
        .mentions
        .iter()
        .find(|mention| mention.concept == concept)
        .map(|mention| mention.tone)
}

#[test]
fn denied_planned_and_weak_names_are_told_apart() {
    assert_eq!(tone("- Built services in Java", "java"), Some(Tone::Plain));
    assert_eq!(tone("- I have never used Java", "java"), Some(Tone::Denied));
    assert_eq!(tone("- 未使用Java", "java"), Some(Tone::Denied));
    assert_eq!(tone("- belum pernah memakai Java", "java"), Some(Tone::Denied));
    assert_eq!(tone("- basic Java", "java"), Some(Tone::Weak));
    assert_eq!(tone("- currently learning Java", "java"), Some(Tone::Planned));
    assert_eq!(tone("- never missed a Java release", "java"), Some(Tone::Plain));
    assert_eq!(tone("- no Python, and built services in Java", "java"), Some(Tone::Plain));
}

#[test]
fn names_of_employers_are_no_skills() {
    let reading = read("Budi\nPengalaman Kerja\nPT Java Logistik Jaya  Programmer  2019 - 2021\n- Go");
    let java = LEXICON.id("java").unwrap();
    assert!(
        reading.mentions.iter().filter(|mention| mention.concept == java).all(|mention| mention.tone == Tone::Name)
    );
}

#[test]
fn languages_have_levels_and_licences_an_expiry() {
    let reading = read("Jane Doe\nLanguages\nEnglish: native, Japanese N2\nCertifications\nBLS, valid until 03/2027");
    let level = |name: &str| {
        reading.spans.iter().find_map(|span| match &span.value {
            Value::Language { language, level } if LEXICON.concept(*language).name == name => *level,
            _ => None,
        })
    };
    assert_eq!((level("language_english"), level("language_japanese")), (Some(7), Some(3)));
    let expiry = reading.spans.iter().find_map(|span| match &span.value {
        Value::Licence { expiry, .. } => *expiry,
        _ => None,
    });
    assert_eq!(expiry, YearMonth::new(2027, 3));
}
