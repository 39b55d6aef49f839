//! Days as written in letters.

use time::{Date, Month};

/// A day as written, with the readings it allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) written: String,
    year: Option<i32>,
    /// Month and day; two if their order is not known.
    readings: Vec<(u8, u8)>,
}

impl Day {
    /// Whether it can mean one of these days.
    pub(super) fn is_any(&self, days: &[Option<Date>]) -> bool {
        days.iter().flatten().any(|day| {
            self.year.is_none_or(|year| year == day.year())
                && self.readings.contains(&(u8::from(day.month()), day.day()))
        })
    }
}

/// Names of months by their first letters, in English and Indonesian.
const MONTHS: &[(&str, Month)] = &[
    ("jan", Month::January),
    ("feb", Month::February),
    ("mar", Month::March),
    ("apr", Month::April),
    ("may", Month::May),
    ("mei", Month::May),
    ("jun", Month::June),
    ("jul", Month::July),
    ("aug", Month::August),
    ("agu", Month::August),
    ("agt", Month::August),
    ("sep", Month::September),
    ("oct", Month::October),
    ("okt", Month::October),
    ("nov", Month::November),
    ("dec", Month::December),
    ("des", Month::December),
];
/// Full names that a word has to begin or equal.
const FULL: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "januari",
    "februari",
    "maret",
    "mei",
    "juni",
    "juli",
    "agustus",
    "oktober",
    "desember",
    "sept",
    "agt",
];

/// A number, a word or another character, with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Number(&'a str),
    Word(&'a str),
    Mark(char),
}

/// The days of a text, and the text without them.
pub(super) fn without_days(text: &str) -> (Vec<Day>, String) {
    let tokens = tokens(text);
    let (mut days, mut rest, mut at) = (Vec::new(), String::new(), 0);
    while at < tokens.len() {
        if let Some((day, length)) = day_at(text, &tokens[at..]) {
            days.push(day);
            rest.push(' ');
            at += length;
            continue;
        }
        let (from, token) = tokens[at];
        rest.push_str(&text[from..from + length_of(token)]);
        at += 1;
    }
    (days, rest)
}

fn length_of(token: Token<'_>) -> usize {
    match token {
        Token::Number(text) | Token::Word(text) => text.len(),
        Token::Mark(mark) => mark.len_utf8(),
    }
}

fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let while_is = |is: fn(char) -> bool| text[at..].find(|letter| !is(letter)).map_or(text.len(), |end| at + end);
        let (end, token) = if first.is_ascii_digit() {
            let end = while_is(|letter| letter.is_ascii_digit());
            (end, Token::Number(&text[at..end]))
        } else if first.is_ascii_alphabetic() {
            let end = while_is(|letter| letter.is_ascii_alphabetic());
            (end, Token::Word(&text[at..end]))
        } else {
            (at + first.len_utf8(), Token::Mark(first))
        };
        found.push((at, token));
        at = end;
    }
    found
}

/// The day that begins with the first token, and its number of tokens.
fn day_at(text: &str, tokens: &[(usize, Token<'_>)]) -> Option<(Day, usize)> {
    let mut reader = Reader { tokens, at: 0 };
    let (year, readings) = reader.day()?;
    let is_valid = |&(month, day): &(u8, u8)| {
        Month::try_from(month).is_ok_and(|month| (1..=month.length(year.unwrap_or(2024))).contains(&day))
    };
    let readings: Vec<(u8, u8)> = readings.into_iter().filter(is_valid).collect();
    let (from, (last, token)) = (tokens[0].0, tokens[reader.at - 1]);
    let written = text[from..last + length_of(token)].to_owned();
    (!readings.is_empty()).then_some((Day { written, year, readings }, reader.at))
}

struct Reader<'a> {
    tokens: &'a [(usize, Token<'a>)],
    at: usize,
}

type Reading = (Option<i32>, Vec<(u8, u8)>);

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).map(|(_, token)| *token)
    }

    fn skip(&mut self, marks: &[char]) {
        while matches!(self.peek(0), Some(Token::Mark(mark)) if marks.contains(&mark)) {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Option<u32> {
        let Some(Token::Number(digits)) = self.peek(0) else { return None };
        let value = (digits.len() <= 4).then(|| digits.parse().ok())??;
        self.at += 1;
        Some(value)
    }

    fn mark(&mut self, mark: char) -> Option<()> {
        matches!(self.peek(0), Some(Token::Mark(found)) if found == mark).then(|| self.at += 1)
    }

    fn month(&mut self) -> Option<u8> {
        let Some(Token::Word(word)) = self.peek(0) else { return None };
        let word = word.to_lowercase();
        let (_, month) = MONTHS.iter().find(|(start, _)| word.starts_with(start))?;
        (word.len() == 3 || FULL.contains(&word.as_str())).then_some(())?;
        self.at += 1;
        self.skip(&['.']);
        Some(u8::from(*month))
    }

    fn day(&mut self) -> Option<Reading> {
        if let Some(month) = self.month() {
            self.skip(&[' ']);
            let day = self.day_of_month()?;
            return Some((self.year_after(), vec![(month, day)]));
        }
        let first = self.number()?;
        if self.mark('年').is_some() {
            self.skip(&[' ']);
            let month = self.number()?;
            return Some((i32::try_from(first).ok(), vec![self.chinese(month)?]));
        }
        if first <= 12 && matches!(self.peek(0), Some(Token::Mark('月'))) {
            return Some((None, vec![self.chinese(first)?]));
        }
        if let Some(Token::Mark(separator @ ('-' | '/' | '.'))) = self.peek(0) {
            self.at += 1;
            let second = self.number()?;
            self.mark(separator)?;
            let third = self.number()?;
            return match (first, third) {
                (1900..=2100, _) => Some((i32::try_from(first).ok(), vec![pair(second, third)?])),
                (_, 1900..=2100) => Some((i32::try_from(third).ok(), vec![pair(first, second)?, pair(second, first)?])),
                _ => None,
            };
        }
        let day = u8::try_from(first).ok()?;
        self.ordinal();
        self.skip(&[' ']);
        if matches!(self.peek(0), Some(Token::Word("of"))) {
            self.at += 1;
            self.skip(&[' ']);
        }
        let month = self.month()?;
        Some((self.year_after(), vec![(month, day)]))
    }

    /// The rest of a day such as 12月1日, after the number of the month.
    fn chinese(&mut self, month: u32) -> Option<(u8, u8)> {
        self.skip(&[' ']);
        self.mark('月')?;
        self.skip(&[' ']);
        let day = self.number()?;
        self.skip(&[' ']);
        self.mark('日').or_else(|| self.mark('号'))?;
        pair(month, day)
    }

    fn day_of_month(&mut self) -> Option<u8> {
        let day = u8::try_from(self.number()?).ok()?;
        self.ordinal();
        Some(day)
    }

    fn ordinal(&mut self) {
        if matches!(self.peek(0), Some(Token::Word("st" | "nd" | "rd" | "th"))) {
            self.at += 1;
        }
    }

    /// A year that follows a day, if there is one.
    fn year_after(&mut self) -> Option<i32> {
        let before = self.at;
        self.skip(&[',', ' ']);
        match self.number() {
            Some(year @ 1900..=2100) => i32::try_from(year).ok(),
            _ => {
                self.at = before;
                None
            }
        }
    }
}

fn pair(month: u32, day: u32) -> Option<(u8, u8)> {
    Some((u8::try_from(month).ok()?, u8::try_from(day).ok()?))
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn days_are_found_as_people_write_them() {
        let day = date!(2026 - 11 - 03);
        for text in [
            "2026-11-03",
            "2026/11/3",
            "3/11/2026",
            "11/3/2026",
            "03.11.2026",
            "2026年11月3日",
            "11月3号",
            "3 November 2026",
            "November 3, 2026",
            "Nov. 3, 2026",
            "3rd of November",
            "Nov 3",
            "3 Nov 2026",
        ] {
            let (days, rest) = without_days(&format!("on {text}, or so"));
            assert_eq!(days.len(), 1, "{text}");
            assert!(days[0].is_any(&[Some(day)]), "{text}: {days:?}");
            assert_eq!(days[0].written, text);
            assert_eq!(rest.trim_start().len(), "on  , or so".len(), "{rest}");
        }
    }

    #[test]
    fn other_numbers_are_no_days() {
        for text in ["36,000", "1.5", "31/2/2026", "192.168.1.2", "3 months", "may 2026", "marketing 3", "2026"] {
            assert_eq!(without_days(text).0, [], "{text}");
        }
    }
}
