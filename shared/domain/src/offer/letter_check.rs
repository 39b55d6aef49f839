//! Compares an offer's letter with its terms: amounts, and the days named as first day or deadline.

use time::Date;
use unicode_normalization::UnicodeNormalization;

use super::OfferText;
use super::days::{Day, without_days};
use super::letter_terms::unknown_placeholders;
use crate::wire_enum;

wire_enum! {
    /// What a letter and its terms differ in.
    pub enum LetterField {
        /// An amount of money.
        Amount => "amount",
        /// The first day.
        StartDate => "start_date",
        /// The deadline for an answer.
        Deadline => "deadline",
        /// The position.
        Position => "position",
        /// The place of work.
        Place => "place",
        /// A placeholder that stands for no term.
        Placeholder => "placeholder",
    }
}

/// A passage of a letter that its terms do not contain.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct LetterDifference {
    /// What differs.
    pub field: LetterField,
    /// As written in the letter.
    pub letter: String,
}

/// Words of sentences about the first day.
const START: &[&str] = &[
    "start",
    "join",
    "begin",
    "commenc",
    "first day",
    "onboard",
    "report to",
    "入职",
    "到岗",
    "报到",
    "上班",
    "mulai",
    "bergabung",
    "masuk kerja",
];
/// Words of sentences about the answer.
const ANSWER: &[&str] = &[
    "accept",
    "decline",
    "respond",
    "reply",
    "answer",
    "deadline",
    "valid until",
    "expire",
    "确认",
    "接受",
    "答复",
    "回复",
    "截止",
    "有效",
    "jawab",
    "balas",
    "paling lambat",
    "berlaku",
    "batas waktu",
];
/// Words of sentences about money, in which a plain number is an amount.
const MONEY: &[&str] = &[
    "salary",
    "compensation",
    "bonus",
    "allowance",
    "base pay",
    "wage",
    "per month",
    "per year",
    "薪",
    "工资",
    "奖金",
    "津贴",
    "补贴",
    "gaji",
    "tunjangan",
    "upah",
    "per bulan",
    "per tahun",
];
const POSITION_LABELS: &[&str] = &["position", "job title", "title", "职位", "岗位", "posisi", "jabatan"];
const PLACE_LABELS: &[&str] = &[
    "place of work",
    "work location",
    "workplace",
    "location",
    "工作地点",
    "工作地址",
    "tempat kerja",
    "lokasi kerja",
];

/// The passages of the letter that contradict the terms. `deadline` is the last day for an answer.
#[must_use]
pub fn differences(text: &OfferText, deadline: Option<Date>) -> Vec<LetterDifference> {
    let parts = text.salary_parts.iter().map(|part| format!("{} {}", part.name, part.amount));
    let terms = [text.salary.clone(), text.terms.clone()].into_iter().chain(parts).collect::<Vec<_>>().join("\n");
    let known: Vec<u128> = amounts(&folded(&terms)).into_iter().map(|amount| amount.cents).collect();
    let mut found = Vec::new();
    let mut differ = |field, letter: &str| {
        let difference = LetterDifference { field, letter: letter.trim().to_owned() };
        if !found.contains(&difference) {
            found.push(difference);
        }
    };
    for placeholder in unknown_placeholders(&text.letter) {
        differ(LetterField::Placeholder, &placeholder);
    }
    let letter = text.letter_with_terms(deadline);
    for line in letter.lines().flat_map(|line| line.split('。')) {
        let line: String = line.nfkc().collect();
        let lower = line.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let (days, rest) = without_days(&line);
        for day in days {
            match (has(START), has(ANSWER)) {
                (true, false) if !day.is_any(&[text.start_date]) => differ(LetterField::StartDate, &day.written),
                (false, true) if !day.is_any(&[deadline]) => differ(LetterField::Deadline, &day.written),
                (true, true) if !day.is_any(&[text.start_date, deadline]) => {
                    differ(field_of(&day, &lower), &day.written)
                }
                _ => {}
            }
        }
        let is_about_money = has(MONEY);
        for amount in amounts(&rest) {
            if (amount.is_money || is_about_money) && !known.contains(&amount.cents) {
                differ(LetterField::Amount, &amount.written);
            }
        }
        for (labels, value, field) in
            [(POSITION_LABELS, &text.position, LetterField::Position), (PLACE_LABELS, &text.place, LetterField::Place)]
        {
            if labelled(&line, labels).is_some_and(|written| !same(written, value)) {
                differ(field, labelled(&line, labels).unwrap_or_default());
            }
        }
    }
    found
}

/// The field that the words before the day are about.
fn field_of(day: &Day, line: &str) -> LetterField {
    let before = line.split(&day.written.to_lowercase()).next().unwrap_or_default();
    let last = |words: &[&str]| words.iter().filter_map(|word| before.rfind(word)).max();
    if last(ANSWER) > last(START) { LetterField::Deadline } else { LetterField::StartDate }
}

/// The value of a line such as "Place of work: Shanghai", if its label is one of these.
fn labelled<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, value) = line.trim_start_matches(['-', '*', '•', ' ']).split_once(':')?;
    let label = label.trim().to_lowercase();
    (labels.contains(&label.as_str()) && !value.trim().is_empty()).then(|| value.trim())
}

fn folded(text: &str) -> String {
    text.nfkc().collect()
}

/// Whether one contains the other, whatever their case, spaces and punctuation.
fn same(written: &str, value: &str) -> bool {
    let letters = |text: &str| -> String {
        folded(text).to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
    };
    let (written, value) = (letters(written), letters(value));
    written.contains(&value) && !value.is_empty() || value.contains(&written)
}

/// A number that may be an amount of money.
#[derive(Debug, PartialEq, Eq)]
struct Amount {
    cents: u128,
    written: String,
    /// A currency, a unit or grouped thousands show that it is money.
    is_money: bool,
}

/// Factors written after a number, longest first.
const UNITS: &[(&str, u128)] = &[
    ("thousand", 1_000),
    ("million", 1_000_000),
    ("ribu", 1_000),
    ("juta", 1_000_000),
    ("rb", 1_000),
    ("jt", 1_000_000),
    ("k", 1_000),
    ("万", 10_000),
    ("萬", 10_000),
    ("千", 1_000),
];
const CURRENCIES_BEFORE: &[&str] =
    &["¥", "$", "€", "£", "₹", "rp", "rp.", "rmb", "cny", "usd", "eur", "gbp", "sgd", "hkd", "idr", "myr", "人民币"];
const CURRENCIES_AFTER: &[&str] = &[
    "元", "圆", "美元", "rmb", "cny", "usd", "eur", "gbp", "sgd", "hkd", "idr", "myr", "yuan", "rupiah", "dollar",
    "euro", "€",
];
/// Fewer than this in whole units is a count, such as months or days.
const LEAST: u128 = 1_000;

/// The numbers of a text that are large enough for money.
fn amounts(text: &str) -> Vec<Amount> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while at < chars.len() && (chars[at].is_ascii_digit() || is_inside_number(&chars, at)) {
            at += 1;
        }
        let number: String = chars[start..at].iter().collect();
        let before: String = chars[..start].iter().collect::<String>().trim_end().to_lowercase();
        let rest: String = chars[at..].iter().collect::<String>().to_lowercase();
        let is_part_of_word = chars[..start].last().is_some_and(|letter| letter.is_ascii_alphabetic())
            && !CURRENCIES_BEFORE.iter().any(|currency| before.ends_with(currency));
        let (unit, factor) = unit_of(&rest);
        let after = rest.trim_start()[..].strip_prefix(unit).unwrap_or(rest.trim_start()).trim_start();
        let Some(cents) = cents_of(&number).and_then(|cents| cents.checked_mul(factor)) else { continue };
        if is_part_of_word || after.starts_with('%') || cents < LEAST * 100 {
            continue;
        }
        let is_grouped = number.contains([',', '.', ' ', '\'']) && cents >= LEAST * 100;
        let has_currency = CURRENCIES_BEFORE.iter().any(|currency| before.ends_with(currency))
            || CURRENCIES_AFTER.iter().any(|currency| after.starts_with(currency));
        found.push(Amount {
            cents,
            written: format!("{number}{unit}"),
            is_money: is_grouped || has_currency || factor > 1,
        });
    }
    found
}

/// Whether a separator stands between digits of one number.
fn is_inside_number(chars: &[char], at: usize) -> bool {
    let next_is_digit = chars.get(at + 1).is_some_and(char::is_ascii_digit);
    match chars[at] {
        ',' | '.' | '\'' => next_is_digit,
        // Only before exactly three digits, as in 36 000.
        ' ' => {
            let digits = chars[at + 1..].iter().take_while(|next| next.is_ascii_digit()).count();
            digits == 3 && at > 0 && chars[at - 1].is_ascii_digit()
        }
        _ => false,
    }
}

/// The unit after a number and its factor. A letter is only a unit if no word continues it.
fn unit_of(rest: &str) -> (&'static str, u128) {
    let rest = rest.trim_start();
    let is_unit = |unit: &str| {
        rest.strip_prefix(unit).is_some_and(|after| {
            !unit.is_ascii() || !after.chars().next().is_some_and(|next| next.is_ascii_alphabetic())
        })
    };
    UNITS.iter().copied().find(|(unit, _)| is_unit(unit)).unwrap_or(("", 1))
}

/// The value of a number in hundredths. A single kind of separator before groups of three separates thousands.
fn cents_of(number: &str) -> Option<u128> {
    let last = number.rfind([',', '.']);
    let decimals = last.filter(|&at| {
        let (mark, tail) = (&number[at..=at], &number[at + 1..]);
        tail.len() != 3 || (number.matches(mark).count() == 1 && number[..at].contains([',', '.']))
    });
    let (whole, fraction) = match decimals {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (number, ""),
    };
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let mut fraction: String = fraction.chars().filter(char::is_ascii_digit).take(2).collect();
    while fraction.len() < 2 {
        fraction.push('0');
    }
    digits.parse::<u128>().ok()?.checked_mul(100)?.checked_add(fraction.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::offer::SalaryPart;

    fn terms() -> OfferText {
        OfferText {
            position: "Backend engineer".into(),
            salary: "35,000 CNY per month".into(),
            salary_parts: vec![SalaryPart { name: "Meal allowance".into(), amount: "1,200".into() }],
            start_date: Some(date!(2026 - 12 - 15)),
            place: "Shanghai".into(),
            ..OfferText::default()
        }
    }

    fn differing(letter: &str) -> Vec<(LetterField, String)> {
        let text = OfferText { letter: letter.to_owned(), ..terms() };
        let found = differences(&text, Some(date!(2026 - 12 - 10)));
        found.into_iter().map(|difference| (difference.field, difference.letter)).collect()
    }

    #[test]
    fn letters_that_say_what_the_terms_say_are_accepted() {
        for letter in [
            "",
            "Dear Chen, we look forward to working with you. Call us on 021 5555 1234, room 2010.",
            "Salary: 35,000 CNY per month\n- Meal allowance: 1,200\nStart date: December 15, 2026\nPlace of work: Shanghai",
            "薪酬：3.5万元/月\n- 餐补：1200\n入职日期：2026年12月15日\n工作地点：Shanghai\n请于 2026年12月10日前接受或谢绝。",
            "Gaji: 35.000 per bulan\nTanggal mulai: 15 Desember 2026\nMohon jawab paling lambat 10 Desember 2026.",
            "You earn 35k and start on 15 Dec. Please respond by 2026-12-10.",
            "We enjoyed our talk on 20 November 2026.",
            "Your salary has 12 instalments and a bonus of 10%.",
        ] {
            assert_eq!(differing(letter), [], "{letter}");
        }
    }

    #[test]
    fn what_differs_from_the_terms_is_named() {
        use LetterField::{Amount, Deadline, Place, Position, StartDate};
        for (letter, field, written) in [
            ("Salary: 36,000 CNY per month", Amount, "36,000"),
            ("月薪为36000元。", Amount, "36000"),
            ("薪酬：3.6万", Amount, "3.6万"),
            ("Gaji: Rp 36.000", Amount, "36.000"),
            ("You will get $1,500 for moving.", Amount, "1,500"),
            ("Start date: December 1, 2026", StartDate, "December 1, 2026"),
            ("入职日期：2026年12月1日", StartDate, "2026年12月1日"),
            ("Tanggal mulai: 1 Desember 2026", StartDate, "1 Desember 2026"),
            ("Please accept or decline this offer by November 20, 2026.", Deadline, "November 20, 2026"),
            ("请于 2026年11月20日前通过您的专属链接接受或谢绝本录用通知。", Deadline, "2026年11月20日"),
            ("You start on 15 December 2026. Please reply by 20 Nov 2026.", Deadline, "20 Nov 2026"),
            ("Place of work: Beijing", Place, "Beijing"),
            ("职位：产品经理", Position, "产品经理"),
        ] {
            assert_eq!(differing(letter), [(field, written.to_owned())], "{letter}");
        }
    }

    #[test]
    fn placeholders_never_differ_from_the_terms() {
        assert_eq!(differing("Salary: {{Salary}}\nStart date: {{Start date}}\nReply by {{Response deadline}}."), []);
        let unknown = [(LetterField::Placeholder, "{{Salaries}}".to_owned())];
        assert_eq!(differing("Salary: {{Salaries}}"), unknown);
    }

    #[test]
    fn further_terms_may_hold_more_amounts() {
        let terms = "A signing bonus of USD 5,000.".to_owned();
        let letter = "Your signing bonus is $5,000.".to_owned();
        assert_eq!(differences(&OfferText { terms, letter, ..OfferText::default() }, None), []);
    }
}
