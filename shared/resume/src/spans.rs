//! Values in the text: dates, amounts and counts; licences, languages and places by the concepts that name them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::dates::{self, Dated};
use crate::lexicon::{LEXICON, Sort};
use crate::page::Page;
use crate::reading::{Period, Tone, Unit, Value};
use crate::tones::{Named, clause};

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let list = |class: &str| {
        let mut forms: Vec<&str> = LEXICON.list(class).iter().map(|(form, _)| *form).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let end = |form: &str| if form.ends_with(|c: char| c.is_ascii_alphabetic()) { r"(?-u:\b)" } else { "" };
        forms.iter().map(|form| format!("{}{}", regex::escape(form), end(form))).collect::<Vec<_>>().join("|")
    };
    let (currency, multiple) = (list("currency"), list("multiple"));
    let (people, duration) = (list("person_unit"), list("duration"));
    Regex::new(&format!(
        r"(?i)(?P<before>(?:{currency})\s?)?(?P<number>\d[\d.,]*\d|\d)\s?(?P<multiple>{multiple})?\s?(?:(?P<after>{currency})|(?P<percent>%|percent|persen)|(?P<people>{people})|(?P<time>{duration}))?"
    ))
    .ok()
});

/// Dates, amounts and counts of a row.
pub(crate) fn read(page: &Page, row: &Range<usize>, spans: &mut Vec<(Range<usize>, Value)>) {
    let text = page.slice(row);
    let dates = dates::find(text);
    for dated in &dates {
        spans.extend(value(dated).map(|value| (row.start + dated.at.start..row.start + dated.at.end, value)));
    }
    let Some(numbers) = NUMBERS.as_ref().filter(|_| text.bytes().any(|b| b.is_ascii_digit())) else { return };
    for found in numbers.captures_iter(text) {
        let (Some(whole), Some(number)) = (found.get(0), found.name("number")) else { continue };
        let glued = text[..number.start()].ends_with(|c: char| c.is_ascii_alphanumeric());
        if glued && found.name("before").is_none()
            || dates.iter().any(|dated| dated.at.start < whole.end() && whole.start() < dated.at.end)
        {
            continue;
        }
        let multiple = found.name("multiple").and_then(|form| LEXICON.get("multiple", &form.as_str().to_lowercase()));
        let currency = found
            .name("before")
            .or(found.name("after"))
            .map(|form| LEXICON.get("currency", form.as_str().trim().to_lowercase().as_str()));
        let Some(number) = decimal(number.as_str())
            .zip(multiple.unwrap_or("1").parse::<f64>().ok())
            .map(|(number, times)| (number * times * 1000.0).round() / 1000.0)
        else {
            continue;
        };
        let unit = if found.name("people").is_some() {
            Unit::People
        } else if found.name("percent").is_some() {
            Unit::Percent
        } else if let Some(time) = found.name("time") {
            if LEXICON.has("duration_month", &time.as_str().to_lowercase()) { Unit::Months } else { Unit::Years }
        } else {
            Unit::Other
        };
        let value = match currency {
            Some(code) => Value::Amount { number, currency: code.map(str::to_owned) },
            None => Value::Count { number, unit },
        };
        let end = whole.as_str().trim_end().len();
        spans.push((row.start + whole.start()..row.start + whole.start() + end, value));
    }
}

fn value(dated: &Dated) -> Option<Value> {
    let (start, end, precise) = dated.bounds();
    let start = start?;
    Some(match dated.is_period() {
        true => Value::Period(Period { start, end: if dated.is_open() { None } else { end }, precise }),
        false => Value::Date { date: start, precise },
    })
}

/// 1.500.000, 1,500,000, 2,5, 7.5: marks before three digits set thousands apart if there are several, or none else.
fn decimal(text: &str) -> Option<f64> {
    let groups: Vec<&str> = text.split(['.', ',']).collect();
    let (last, head) = groups.split_last()?;
    let thousands = last.len() == 3
        && !head.is_empty()
        && head.iter().skip(1).all(|group| group.len() == 3)
        && !head[0].starts_with('0');
    if head.is_empty() || thousands {
        groups.concat().parse().ok()
    } else {
        format!("{}.{last}", head.concat()).parse().ok()
    }
}

/// Licences with their expiry, languages with their level, and countries.
pub(crate) fn of_concepts(page: &Page, row: &Range<usize>, named: &[Named], spans: &mut Vec<(Range<usize>, Value)>) {
    let named = &named[named.partition_point(|name| name.at.start < row.start)..];
    let named = &named[..named.partition_point(|name| name.at.start < row.end)];
    for (index, name) in named.iter().enumerate().filter(|(_, name)| name.tone != Tone::Name) {
        let clause = clause(page, row, &name.at);
        let value = match LEXICON.concept(name.concept).sort {
            Sort::Cert => {
                let behind = page.low(&(name.at.end..clause.end));
                let told = LEXICON.list("expiry").iter().filter_map(|(word, _)| behind.find(word)).min();
                let expiry = told.and_then(|told| dates::best(&behind[told..])).and_then(|dated| dated.bounds().1);
                Value::Licence { concept: name.concept, expiry }
            }
            Sort::Language => {
                // The level stands behind the name, before the next language.
                let mut near = named[index..].iter().take_while(|other| other.at.start < clause.end);
                let other = near.find(|other| {
                    other.at.start >= name.at.end
                        && LEXICON.concept(other.concept).sort == Sort::Language
                        && other.concept != name.concept
                });
                let end = other.map_or(clause.end, |other| other.at.start).max(name.at.end);
                let near = page.low(&(name.at.start..end));
                let before = page.low(&(clause.start..name.at.start));
                let level = |text: &str| {
                    LEXICON
                        .list("language_level")
                        .iter()
                        .filter(|(word, _)| text.contains(word))
                        .filter_map(|(_, level)| level.parse::<u8>().ok())
                        .max()
                };
                Value::Language { language: name.concept, level: level(near).or_else(|| level(before)) }
            }
            Sort::Place => Value::Place { place: name.concept },
            _ => continue,
        };
        spans.push((name.at.clone(), value));
    }
}
