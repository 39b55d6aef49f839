//! Reads employments from sentences: "2018年3月跳槽至星河科技任测试主管", "I joined Acme as an analyst in 2019", "Sejak 2020 saya
//! bekerja di PT Maju sebagai kasir".

use bole_domain::period::YearMonth;
use bole_domain::profile::WorkExperience;

use super::classify::{self, evidence};
use super::dates::{self, Extent, Span};
use super::header::{self, Piece};
use super::labels::{self, Field};
use super::lexicon::narrative::{EMPLOYER, ENDS, LEFT, PRESENT, STRONG, TITLE, UNTIL};
use super::text::{Row, is_han, width};
use super::{name_cleanup, schools, segments, unpaid_roles};

/// Longer rows are not labelled values.
const MAX_LABELLED: usize = 160;
/// Longer rows belong to a letter.
const MAX_LINE: usize = 100;
/// The minimum width at which lines may be wrapped.
const MIN_WRAPPED: usize = 60;
/// The maximum length of a name in a sentence, in characters.
const MAX_NAME: usize = 60;
/// The maximum length of a sentence, in bytes.
const MAX_SENTENCE: usize = 2_000;
/// The most words in a lower-case title.
const MAX_TITLE_WORDS: usize = 5;
/// The minimum score of a name next to another.
const LIKELY: i32 = 30;
/// The same for names separated only by commas.
const SURE: i32 = 60;

/// The employments in the rows; one without an end lasts until the next starts.
pub(super) fn read(rows: &[Row]) -> Vec<WorkExperience> {
    // Labelled personal data contains no employment.
    let about = |row: &&Row| {
        if row.text.len() < MAX_LINE && unpaid_roles::is_unpaid_role(&row.text) {
            return true;
        }
        row.text.len() < MAX_LABELLED
            && labels::read(&row.text).iter().any(|label| {
                matches!(
                    label.field,
                    Field::Skip | Field::Location | Field::Phone | Field::Name | Field::Email | Field::Level
                )
            })
    };
    let text = joined(&rows.iter().filter(|row| !about(row)).cloned().collect::<Vec<_>>());
    let mut entries: Vec<WorkExperience> = Vec::new();
    // Whether the latest employment has no end yet.
    let mut open = false;
    for sentence in sentences(&text).into_iter().filter(|sentence| sentence.len() <= MAX_SENTENCE) {
        for clause in clauses(sentence) {
            let spans = dates::find(clause);
            let Some(first) = spans.first() else { continue };
            let lower = clause.to_lowercase();
            let telling = STRONG.iter().any(|word| lower.contains(word));
            if let Some((span, mut entry)) = employment(clause).filter(|(span, _)| telling || span.is_range()) {
                if open && let Some(last) = entries.last_mut() {
                    close(last, entry.start_date);
                }
                let ended = |other: &&Span| other.at.start >= span.at.end && ends(clause, other);
                let end = spans.iter().find(ended).and_then(|end| end.bounds().1);
                let end = end.filter(|&end| Some(end) >= entry.start_date);
                if let (false, Some(end)) = (matches!(span.extent, Extent::Closed(..)), end) {
                    entry.end_date = Some(end);
                    entry.is_current = false;
                }
                entry.is_current |= entry.end_date.is_none() && PRESENT.iter().any(|word| clause.contains(word));
                open = entry.end_date.is_none() && !entry.is_current || entry.is_current && !span.is_range();
                open |= matches!(span.extent, Extent::Open(_)) && !PRESENT.iter().any(|word| clause.contains(word));
                entries.push(entry);
            } else if open
                && let (true, Some(last)) = (ends(clause, first), entries.last_mut())
                && !first.is_range()
            {
                last.end_date = first.bounds().1.filter(|&end| Some(end) >= last.start_date);
                last.is_current = last.end_date.is_none();
                open = false;
            }
        }
    }
    if open && let Some(last) = entries.last_mut() {
        close(last, None);
    }
    entries
}

/// Ends an open employment at the start of the next one, or marks it as ongoing.
fn close(entry: &mut WorkExperience, next: Option<YearMonth>) {
    entry.end_date = next.filter(|&next| Some(next) >= entry.start_date);
    entry.is_current = entry.end_date.is_none();
}

/// Whether the date is an end: after "until", or next to "left".
fn ends(clause: &str, span: &Span) -> bool {
    let lower = clause.to_ascii_lowercase();
    let before = lower[..span.at.start].trim_end();
    let after = &lower[span.at.end..];
    UNTIL.iter().any(|word| before.ends_with(word))
        || LEFT.iter().any(|word| before.ends_with(word) || after.chars().take(16).collect::<String>().contains(word))
}

/// The rows as one text; Chinese continues without a space.
fn joined(rows: &[Row]) -> String {
    let widest = rows.iter().map(|row| width(&row.text)).max().unwrap_or(0);
    let mut text = String::from(" ");
    for (at, row) in rows.iter().enumerate() {
        // Short lines are not continued: addresses, subjects, greetings.

        let room = at > 0 && width(&rows[at - 1].text) * 5 < widest * 3 && widest >= MIN_WRAPPED;
        // Dates alone belong to the text below.
        let heads = || {
            let text = &rows[at - 1].text;
            dates::find(text).iter().any(|span| span.is_range() && span.at.len() + 6 >= text.len())
        };
        if room && !heads() && !text.ends_with(['.', '。', '!', ';', ',', '，']) {
            text.push(';');
        }
        if !(text.ends_with(is_han) && row.text.starts_with(is_han)) {
            text.push(' ');
        }
        text.push_str(&row.text);
    }
    text
}

fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        let ends = match c {
            '。' | ';' | '!' | '?' => true,
            '.' => {
                let word = text[from..at].rsplit(' ').next().unwrap_or_default();
                after.starts_with(' ')
                    && after.trim_start().starts_with(char::is_alphabetic)
                    && word.chars().count() > 3
                    && !matches!(word, "Corp" | "Sept" | "Jln")
            }
            _ => false,
        };
        if ends {
            found.push(&text[from..at]);
            from = at + c.len_utf8();
        }
    }
    found.push(&text[from..]);
    found
}

/// Splits a sentence with several start dates.
fn clauses(sentence: &str) -> Vec<&str> {
    let spans = dates::find(sentence);
    let mut found = Vec::new();
    let mut from = 0;
    for pair in spans.windows(2) {
        let (last, next) = (&pair[0], &pair[1]);
        if ends(sentence, next) && !next.is_range() {
            continue;
        }
        let between = &sentence[last.at.end..next.at.start];
        let start = between.rfind(['，', ',']).map_or(next.at.start, |comma| {
            last.at.end + comma + between[comma..].chars().next().map_or(1, char::len_utf8)
        });
        if start > from {
            found.push(&sentence[from..start]);
            from = start;
        }
    }
    found.push(&sentence[from..]);
    found
}

/// Employer and title of a sentence with both.
pub(super) fn employer_and_title(sentence: &str) -> Option<(String, String)> {
    let lower = sentence.to_lowercase();
    if !STRONG.iter().any(|lead| lower.contains(lead)) {
        return None;
    }
    let (_, entry) = employment(&format!(" {sentence}"))?;
    entry.company_name.zip(entry.position_title)
}

fn employment(clause: &str) -> Option<(Span, WorkExperience)> {
    let spans = dates::find(clause);
    let span = spans.iter().find(|span| span.is_range()).or(spans.first())?.clone();
    let rest = format!("{}, {} ", &clause[..span.at.start], &clause[span.at.end..]);
    let title = named(&rest, TITLE, title_score);
    // A student at a school has no title there.
    let held = title.as_ref().is_some_and(|(_, score)| *score >= LIKELY);
    let company = company_of(&rest, held);
    // "PT Maju Jaya sebagai kasir, …"
    let company = company.clone().filter(|(_, score)| *score >= SURE).or_else(|| leading(&rest)).or(company);
    let own = |title: &(String, i32)| title.1 >= LIKELY && header::is_own_account(&title.0);
    let (company, title) = match (company, title) {
        // "Since 2020 I have been a freelance illustrator"
        (company, Some(title)) if own(&title) && company.as_ref().is_none_or(|(_, score)| *score < SURE) => {
            (String::new(), title.0)
        }
        (Some(company), Some(title)) if company.1.max(title.1) >= LIKELY => (company.0, title.0),
        (_, Some((name, score))) if score >= LIKELY && segments::weak(&name).len() == 2 => {
            let parts = segments::weak(&name);
            let [first, second] = [&parts[0], &parts[1]].map(|part| Piece::new(part.clone()));
            if first.title >= second.title { (second.text, first.text) } else { (first.text, second.text) }
        }
        _ => listed(&rest)?,
    };
    let company = without_stop(&company);
    let (start_date, end_date, is_current) = span.bounds();
    let entry = WorkExperience {
        company_name: Some(name_cleanup::clean_company(company)).filter(|name| !name.is_empty()),
        position_title: Some(title.trim_end_matches('.').to_owned()),
        start_date,
        end_date: end_date.filter(|_| span.is_range()),
        is_current,
        description: clause.trim().to_owned(),
    };
    Some((span, entry))
}

/// The score of a title in a sentence, where titles are in lower case.
fn title_score(piece: &Piece) -> i32 {
    let held = evidence(&piece.text).title == 3 && piece.text.split(' ').count() <= MAX_TITLE_WORDS;
    if held {
        piece.title.max(LIKELY + 10)
    } else if piece.title >= 0 && piece.company < LIKELY && classify::ends_as_agent(&piece.text) {
        piece.title.max(LIKELY + 1)
    } else {
        piece.title
    }
}

/// Removes a sentence's full stop, but not that of Inc.
fn without_stop(name: &str) -> &str {
    let bare = name.trim_end_matches('.');
    let stop = bare.rsplit(' ').next().is_some_and(|last| last.len() > 4 && !last.contains('.'));
    if stop { bare } else { name }
}

fn company_of(text: &str, held: bool) -> Option<(String, i32)> {
    named(text, EMPLOYER, |piece| piece.company).filter(|(name, _)| held || !schools::is_school(name))
}

/// An employer at the start of a clause.
fn leading(text: &str) -> Option<(String, i32)> {
    let lower = text.to_ascii_lowercase();
    let end = [" sebagai ", " as ", "担任", "任"].iter().filter_map(|word| lower.find(word)).min()?;
    let name = segments::clean(&text[..end]);
    let piece = Piece::new(name);
    (piece.company >= SURE && piece.text.chars().count() <= MAX_NAME).then_some((piece.text, piece.company))
}

/// "…, MV Northern Aurora Cruises, Chef de Partie, …": comma-separated employer and title.
fn listed(text: &str) -> Option<(String, String)> {
    let pieces: Vec<Piece> =
        segments::commas(text).into_iter().filter(|part| part.chars().count() <= MAX_NAME).map(Piece::new).collect();
    let company = pieces.iter().max_by_key(|piece| piece.company).filter(|piece| piece.company >= SURE)?;
    let title = pieces.iter().max_by_key(|piece| piece.title).filter(|piece| piece.title >= SURE)?;
    (company.text != title.text && !schools::is_school(&company.text))
        .then(|| (company.text.clone(), title.text.clone()))
}

/// The best name after one of the words, with its score.
fn named(text: &str, leads: &[&str], score: impl Fn(&Piece) -> i32) -> Option<(String, i32)> {
    let lower = text.to_ascii_lowercase();
    let mut best: Option<(String, i32)> = None;
    for lead in leads {
        for (at, _) in lower.match_indices(lead) {
            let from = at + lead.len();
            let end =
                ENDS.iter().filter_map(|end| ends_at(text, &lower, from, end)).min().unwrap_or(lower.len() - from);
            let end = TITLE
                .iter()
                .filter(|word| word.starts_with(is_han) && word.chars().count() == 1)
                .filter_map(|word| lower[from..].find(word).filter(|&at| at > 6))
                .fold(end, usize::min);
            let name = text[from..from + end].trim();
            let name = segments::clean(without_stop(proper(name.strip_prefix("the ").unwrap_or(name))));
            if name.is_empty() || name.chars().count() > MAX_NAME || !name.starts_with(char::is_alphanumeric) {
                continue;
            }
            let piece = Piece::new(name.clone());
            let score = score(&piece) + i32::from(!name.starts_with(char::is_lowercase)) - 1;
            if score >= 0 && best.as_ref().is_none_or(|(_, top)| score > *top) {
                best = Some((name, score));
            }
        }
    }
    best
}

/// Where the word ends a name; "and" between two capitalized words does not.
fn ends_at(text: &str, lower: &str, from: usize, end: &str) -> Option<usize> {
    let joins = matches!(end, " dan " | " and ");
    // "sopir engkel dan tronton di PT Contoh": two parts of one title.
    let halves = |behind: &str| {
        let mut words = behind.split(' ').skip(1).take(2);
        words.any(|word| matches!(word, "di" | "pada" | "at"))
    };
    lower[from..].match_indices(end).map(|(at, _)| at).find(|at| {
        let behind = &text[from + at + end.len()..];
        !joins || !behind.starts_with(char::is_uppercase) && !halves(behind)
    })
}

/// The leading capitalized words of a Latin name; other text unchanged.
fn proper(name: &str) -> &str {
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return name;
    }
    let mut end = 0;
    let mut at = 0;
    for word in name.split_inclusive(' ') {
        let bare = word.trim();
        at += word.len();
        let joint = matches!(bare, "of" | "and" | "&" | "de" | "dan" | "the" | "for" | "in" | "del" | "la");
        if bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '(') {
            end = at;
        } else if !joint {
            break;
        }
    }
    name[..end].trim_end()
}
