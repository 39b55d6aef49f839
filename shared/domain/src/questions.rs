//! Interview questions, parsed from Markdown.
//!
//! `##` opens a section. A numbered line is a question: `1.`, `1、`, `1）`, `(1)` and the like. Any other line
//! continues the question above it; before the first question of a section it is the section's note.

use serde::Serialize;
use utoipa::ToSchema;

/// Questions under one heading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct QuestionSection {
    /// Its heading; empty before the first heading.
    pub title: String,
    /// The text before its first question.
    pub note: String,
    /// Its questions, without their numbers.
    pub questions: Vec<String>,
}

/// Parses questions from Markdown.
#[must_use]
pub fn parse(markdown: &str) -> Vec<QuestionSection> {
    let mut sections = vec![QuestionSection::default()];
    for line in markdown.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(title) = heading(line) {
            sections.push(QuestionSection { title: title.to_owned(), ..QuestionSection::default() });
            continue;
        }
        let Some(section) = sections.last_mut() else { continue };
        if let Some(question) = numbered(line) {
            section.questions.push(question.to_owned());
            continue;
        }
        let text = section.questions.last_mut().unwrap_or(&mut section.note);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    sections.retain(|section| *section != QuestionSection::default());
    sections
}

/// The title if the line opens a section: two or more `#`, closing ones removed.
fn heading(line: &str) -> Option<&str> {
    let title = line.strip_prefix("##")?.trim_start_matches('#');
    Some(title.trim().trim_end_matches('#').trim())
}

/// The text after a number at the start of a line.
fn numbered(line: &str) -> Option<&str> {
    let open = line.strip_prefix(['(', '（']);
    let rest = open.unwrap_or(line);
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    // A year or an amount is not a question number.
    if !(1..=3).contains(&digits) {
        return None;
    }
    let (_, rest) = rest.split_at(digits);
    let text = match open {
        Some(_) => rest.strip_prefix([')', '）'])?,
        None => {
            let text = rest.strip_prefix(['.', '、', '）', ')', '．', ':', '：'])?;
            // "3.5 years" is not question 3.
            if rest.starts_with('.') && text.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            text
        }
    };
    Some(text.trim_start())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn section(title: &str, note: &str, questions: &[&str]) -> QuestionSection {
        let questions = questions.iter().map(|&question| question.to_owned()).collect();
        QuestionSection { title: title.to_owned(), note: note.to_owned(), questions }
    }

    #[test]
    fn sections_questions_and_continuations_are_parsed() {
        let markdown = "Ask calmly.\n\n## Technik\nTen minutes.\n1. Why Rust?\n   And when not?\n2、为什么\n\n## 团队 ##\n(1) 冲突\n（2）合作\n3) Lead\n";
        assert_eq!(
            parse(markdown),
            [
                section("", "Ask calmly.", &[]),
                section("Technik", "Ten minutes.", &["Why Rust?\nAnd when not?", "为什么"]),
                section("团队", "", &["冲突", "合作", "Lead"]),
            ]
        );
    }

    #[test]
    fn inline_numbers_do_not_start_a_question() {
        assert_eq!(
            parse("1. Tell me\n3.5 years\n2026. A year"),
            [section("", "", &["Tell me\n3.5 years\n2026. A year"])]
        );
        assert_eq!(parse(""), []);
        assert_eq!(parse("# Title"), [section("", "# Title", &[])]);
        assert_eq!(parse("### Team\n1. Why?"), [section("Team", "", &["Why?"])]);
    }

    proptest! {
        #[test]
        fn no_word_is_lost(markdown in "([#0-9.、() a-z问\n]{0,200})") {
            let kept: String = parse(&markdown)
                .iter()
                .flat_map(|section| [section.title.clone(), section.note.clone(), section.questions.join("\n")])
                .collect();
            let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
            prop_assert_eq!(letters(&kept), letters(&markdown));
        }

        #[test]
        fn questions_round_trip(
            sections in proptest::collection::vec(("[a-z ]{1,20}", proptest::collection::vec("[a-z]{1,20}", 1..6)), 1..5)
        ) {
            let markdown: String = sections
                .iter()
                .map(|(title, questions)| {
                    let questions = questions.iter().enumerate().map(|(at, text)| format!("{}. {text}\n", at + 1));
                    format!("## {title}\n{}", questions.collect::<String>())
                })
                .collect();
            let read = parse(&markdown);
            prop_assert_eq!(read.len(), sections.len());
            for (read, (title, questions)) in read.iter().zip(&sections) {
                prop_assert_eq!(&read.title, title.trim());
                prop_assert_eq!(&read.questions, questions);
            }
        }

        #[test]
        fn any_text_is_parsed(markdown in ".{0,300}") {
            prop_assert!(parse(&markdown).len() <= markdown.lines().count());
        }
    }
}
