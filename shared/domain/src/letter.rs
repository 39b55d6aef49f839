//! Validation of emails written by a model. The model knows neither the candidate's name nor the link and writes
//! variables instead; anything it invents is detected here.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use crate::email::EmailLanguage;
use crate::prompt;
use crate::text::is_stray_control;

/// Variable for the candidate's name.
pub const NAME: &str = "candidate_name";
/// Variable for the link.
pub const LINK: &str = "calendar_link";

const MAX_SUBJECT: usize = 200;
const MIN_BODY: usize = 30;
const MAX_BODY: usize = 6_000;

/// What an email may contain.
#[derive(Debug, Clone)]
pub struct LetterRules<'a> {
    /// The expected language.
    pub language: EmailLanguage,
    /// Variables the body must contain.
    pub required: &'a [&'a str],
    /// Variables it may contain.
    pub allowed: &'a [&'a str],
    /// Names that may appear whatever they contain: the job's title, the employer.
    pub names: &'a [&'a str],
    /// The text given to the model: numbers and addresses in it are not invented.
    pub told: &'a str,
}

/// Why an email cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LetterFault {
    /// Subject or body is empty, too long or malformed.
    #[error("the subject or the body has no usable form")]
    Form,
    /// A required variable is missing.
    #[error("the variable {0} is missing")]
    VariableMissing(String),
    /// It contains an unknown variable, or a gap to fill in by hand.
    #[error("it holds a placeholder that nothing fills in")]
    Placeholder,
    /// A web or email address that was not given.
    #[error("it holds an invented address")]
    InventedAddress,
    /// A number that was not given.
    #[error("it holds an invented number")]
    InventedNumber,
    /// It mentions a protected characteristic.
    #[error("it speaks of a protected characteristic")]
    Protected,
    /// It is in the wrong language.
    #[error("it is written in another language")]
    Language,
}

/// Checks whether an email can be used as written.
///
/// # Errors
/// The first fault found.
pub fn check(subject: &str, body: &str, rules: &LetterRules<'_>) -> Result<(), LetterFault> {
    let (subject, body) = (subject.trim(), body.trim());
    let has_form = !subject.is_empty()
        && !subject.contains('\n')
        && ![subject, body].iter().any(|text| text.contains(is_stray_control))
        && subject.chars().count() <= MAX_SUBJECT
        && (MIN_BODY..=MAX_BODY).contains(&body.chars().count());
    if !has_form {
        return Err(LetterFault::Form);
    }
    let named = prompt::variables(body);
    if let Some(missing) = rules.required.iter().find(|name| !named.contains(**name)) {
        return Err(LetterFault::VariableMissing((*missing).to_owned()));
    }
    let whole = format!("{subject}\n{body}");
    if prompt::variables(&whole).iter().any(|name| !rules.allowed.contains(&name.as_str())) {
        return Err(LetterFault::Placeholder);
    }
    // From here on, only the model's own text, normalized.
    let own: String = prompt::render(&whole, |_| Some(String::new())).nfkc().collect();
    let told: String = rules.told.nfkc().collect();
    if has_gap(&own, &told) {
        return Err(LetterFault::Placeholder);
    }
    if invents_address(&own, &told) {
        return Err(LetterFault::InventedAddress);
    }
    let known: BTreeSet<&str> = numbers(&told).collect();
    if numbers(&own).any(|number| !known.contains(number)) {
        return Err(LetterFault::InventedNumber);
    }
    let mut unnamed = own;
    for name in rules.names {
        let name: String = name.trim().nfkc().collect();
        if !name.is_empty() {
            unnamed = unnamed.replace(&name, " ");
        }
    }
    if names_protected(&unnamed) {
        return Err(LetterFault::Protected);
    }
    if !is_written_in(&unnamed, rules.language) {
        return Err(LetterFault::Language);
    }
    Ok(())
}

/// Braces, or brackets around words that were not given: "[your name]", "【公司】".
fn has_gap(text: &str, told: &str) -> bool {
    if text.contains("{{") || text.contains("}}") {
        return true;
    }
    [('[', ']'), ('【', '】'), ('<', '>')].iter().any(|(open, close)| {
        text.split(*open).skip(1).any(|rest| {
            rest.split_once(*close).is_some_and(|(inner, _)| {
                (1..=60).contains(&inner.chars().count()) && !inner.contains('\n') && !told.contains(inner)
            })
        })
    })
}

fn invents_address(text: &str, told: &str) -> bool {
    let is_edge = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '/' | '_' | '-');
    text.split(|c: char| c.is_whitespace() || !c.is_ascii())
        .map(|word| word.trim_matches(is_edge))
        .any(|word| is_address(word) && !told.contains(word))
}

/// Something with a scheme, an at sign, or a domain name's dots.
fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if lower.contains("://") || lower.starts_with("www.") || lower.starts_with("mailto:") || lower.contains('@') {
        return true;
    }
    let host = lower.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let mut labels = host.split('.');
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let last = labels.next_back().unwrap_or_default();
    let mut before = labels.peekable();
    before.peek().is_some()
        && before.all(|label| is_label(label) && label.len() > 1)
        && last.len() > 1
        && last.bytes().all(|b| b.is_ascii_alphabetic())
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

/// Terms matched as whole words, in languages that separate words by spaces.
const PROTECTED_WORDS: &[&str] = &[
    // English
    "age",
    "aged",
    "ageing",
    "aging",
    "elderly",
    "youthful",
    "gender",
    "sex",
    "male",
    "female",
    "masculine",
    "feminine",
    "race",
    "racial",
    "ethnic",
    "ethnicity",
    "nationality",
    "religion",
    "religious",
    "muslim",
    "christian",
    "jewish",
    "hindu",
    "buddhist",
    "pregnant",
    "pregnancy",
    "maternity",
    "marital",
    "married",
    "unmarried",
    "divorced",
    "childcare",
    "childless",
    "disability",
    "disabled",
    "handicap",
    "handicapped",
    "overweight",
    "attractive",
    "skin",
    "hometown",
    // Indonesian
    "usia",
    "umur",
    "kelamin",
    "laki-laki",
    "perempuan",
    "wanita",
    "agama",
    "suku",
    "ras",
    "menikah",
    "pernikahan",
    "perkawinan",
    "hamil",
    "kehamilan",
    "disabilitas",
    "cacat",
    "penampilan",
];

/// Phrases matched anywhere.
const PROTECTED_PHRASES: &[&str] = &[
    "too old",
    "too young",
    "tinggi badan",
    "berat badan",
    "asal daerah",
    "family status",
    "country of origin",
    "年龄",
    "周岁",
    "性别",
    "男性",
    "女性",
    "婚姻",
    "已婚",
    "未婚",
    "婚育",
    "怀孕",
    "孕期",
    "生育",
    "民族",
    "籍贯",
    "户籍",
    "户口",
    "宗教",
    "信仰",
    "政治面貌",
    "残疾",
    "健康状况",
    "身高",
    "体重",
    "外貌",
    "相貌",
    "长相",
    "形象气质",
    "国籍",
];

/// Whether a text mentions a protected characteristic: age, gender, origin, religion, family, health, looks.
#[must_use]
pub fn names_protected(text: &str) -> bool {
    let lower = text.to_lowercase();
    PROTECTED_PHRASES.iter().any(|phrase| lower.contains(phrase))
        || lower
            .split(|c: char| !(c.is_alphanumeric() || c == '-') || !c.is_ascii())
            .any(|word| PROTECTED_WORDS.contains(&word))
}

/// Decides by the share of Chinese characters: high in Chinese emails, near zero in others.
fn is_written_in(text: &str, language: EmailLanguage) -> bool {
    let (mut chinese, mut letters) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        chinese += usize::from(('\u{4e00}'..='\u{9fff}').contains(&c));
    }
    match language {
        EmailLanguage::Zh => chinese * 3 >= letters,
        EmailLanguage::En | EmailLanguage::Id => chinese * 10 <= letters,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RULES: LetterRules<'static> = LetterRules {
        language: EmailLanguage::En,
        required: &[NAME, LINK],
        allowed: &[NAME, LINK],
        names: &["Node.js engineer (2 shifts)", "Booking.com"],
        told: "Invite them for Node.js engineer (2 shifts) at Booking.com. Shown: 5 years of Rust.",
    };
    const GOOD: &str = "Dear {{candidate_name}},\n\nthank you for applying at Booking.com as Node.js engineer (2 shifts). \
                        Your 5 years of Rust, e.g. in payments, caught our eye.\n\nPlease choose a time: {{calendar_link}}";

    fn fault(body: &str) -> Option<LetterFault> {
        check("Interview", body, &RULES).err()
    }

    #[test]
    fn letter_with_given_facts_is_used() {
        assert_eq!(fault(GOOD), None);
        let zh = LetterRules { language: EmailLanguage::Zh, required: &[NAME], ..RULES };
        let body =
            "{{candidate_name}}，您好：\n\n感谢您应聘 Booking.com 的职位，期待与您进一步沟通，请问您近期是否方便？";
        assert_eq!(check("面试邀请", body, &zh), Ok(()));
    }

    #[test]
    fn invented_facts_are_detected() {
        let with = |more: &str| format!("{GOOD}\n\n{more}");
        for (body, expected) in [
            (GOOD.replace("{{calendar_link}}", "the link"), LetterFault::VariableMissing(LINK.to_owned())),
            (GOOD.replace("{{candidate_name}}", "Sir"), LetterFault::VariableMissing(NAME.to_owned())),
            (with("Kind regards, {{sender}}"), LetterFault::Placeholder),
            (with("Kind regards, [Your Name]"), LetterFault::Placeholder),
            (with("【公司名称】"), LetterFault::Placeholder),
            (with("Or see https://evil.example/x"), LetterFault::InventedAddress),
            (with("Or see evil.example/x."), LetterFault::InventedAddress),
            (with("Write to hr@evil.example"), LetterFault::InventedAddress),
            (with("The pay is 90000 a year."), LetterFault::InventedNumber),
            (with("It takes ４５ minutes."), LetterFault::InventedNumber),
            (with("Despite your age we liked you."), LetterFault::Protected),
            (with("我们也考虑了您的年龄。"), LetterFault::Protected),
            (with("Kami mempertimbangkan usia Anda."), LetterFault::Protected),
        ] {
            assert_eq!(fault(&body), Some(expected), "{body}");
        }
        assert_eq!(fault("Hi"), Some(LetterFault::Form));
        assert_eq!(
            fault("{{candidate_name}} {{calendar_link}} 您好，感谢您应聘我们公司的职位，请选择面试时间。"),
            Some(LetterFault::Language)
        );
        assert_eq!(check("", GOOD, &RULES), Err(LetterFault::Form));
        assert_eq!(check("a\nb", GOOD, &RULES), Err(LetterFault::Form));
        assert_eq!(check("a\0b", GOOD, &RULES), Err(LetterFault::Form));
    }

    #[test]
    fn words_containing_a_protected_word_are_allowed() {
        for text in ["We manage packages on this page.", "Essex", "Trace the sextant", "Kami sukai rasa ini", "马路"]
        {
            assert!(!names_protected(text), "{text}");
        }
        for text in ["male", "Your AGE matters", "mother of two is married", "户口要求"] {
            assert!(names_protected(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn addresses_are_always_detected(host in "[a-z]{2,8}\\.[a-z]{2,6}", scheme in "(https://|http://|www\\.|)") {
            let body = format!("{GOOD} {scheme}{host}/x");
            prop_assert_eq!(fault(&body), Some(LetterFault::InventedAddress));
        }
    }
}
