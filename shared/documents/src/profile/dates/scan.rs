//! Scans the dates of a line one by one, in any format.

use super::super::lexicon::time::{MONTHS, PRESENT, SEASONS};
use super::{Point, Token, Value};

pub(super) struct Scanner<'a> {
    chars: Vec<(usize, char)>,
    line: &'a str,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { chars: line.char_indices().collect(), line }
    }

    pub(super) fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut i = 0;
        while let Some(c) = self.char(i) {
            let found = if c.is_ascii_digit() {
                let end = self.digits_end(i);
                let glued = i > 0 && self.char(i - 1).is_some_and(|b| b.is_ascii_alphanumeric() || b == '%');
                match if glued { None } else { self.number(i, end) } {
                    Some(found) => Some(found),
                    None => {
                        i = end;
                        continue;
                    }
                }
            } else if matches!(c, '\'' | '’' | '‘') {
                self.short_year(i)
            } else if let Some(found) = self.chinese_year(i) {
                Some(found)
            } else if c.is_alphabetic() {
                let at_word_start = i == 0 || !self.char(i - 1).is_some_and(|b| b.is_ascii_alphabetic());
                if at_word_start || !c.is_ascii() { self.word(i) } else { None }
            } else {
                None
            };
            match found {
                Some((value, weak, end)) => {
                    tokens.push(Token { at: self.byte(i)..self.byte(end), value, weak });
                    i = end.max(i + 1);
                }
                None => i += 1,
            }
        }
        tokens
    }

    fn char(&self, i: usize) -> Option<char> {
        self.chars.get(i).map(|&(_, c)| c)
    }

    fn byte(&self, i: usize) -> usize {
        self.chars.get(i).map_or(self.line.len(), |&(at, _)| at)
    }

    fn digits_end(&self, mut i: usize) -> usize {
        while self.char(i).is_some_and(|c| c.is_ascii_digit()) {
            i += 1;
        }
        i
    }

    fn skip(&self, mut i: usize, wanted: impl Fn(char) -> bool) -> usize {
        while self.char(i).is_some_and(&wanted) {
            i += 1;
        }
        i
    }

    fn skip_spaces(&self, i: usize) -> usize {
        self.skip(i, char::is_whitespace)
    }

    fn value(&self, from: usize, to: usize) -> Option<i32> {
        (to > from && to - from <= 6).then(|| self.line.get(self.byte(from)..self.byte(to))?.parse().ok())?
    }

    fn number(&self, i: usize, end: usize) -> Option<(Value, bool, usize)> {
        let value = self.value(i, end)?;
        match end - i {
            // 2023年度 is a year of reference, not a date.
            4 if self.char(end) == Some('年') && self.char(end + 1) == Some('度') => None,
            4 if (1950..=2100).contains(&value) => Some(self.after_year(value, end)),
            6 => {
                let month = u8::try_from(value % 100).ok().filter(|m| (1..=12).contains(m))?;
                (1950..=2100).contains(&(value / 100)).then_some((
                    Value::Date(Point::new(value / 100, Some(month))),
                    true,
                    end,
                ))
            }
            1 | 2 => self.short_number(value, end),
            _ => None,
        }
    }

    fn month_at(&self, i: usize) -> Option<(u8, usize)> {
        let end = self.digits_end(i);
        let value = self.value(i, end)?;
        (end - i <= 2 && (1..=12).contains(&value)).then_some((u8::try_from(value).ok()?, end))
    }

    /// 2019, then 年7月, .07, /7/1, -07 or a month's name.
    fn after_year(&self, year: i32, end: usize) -> (Value, bool, usize) {
        let date = |month, end| (Value::Date(Point::new(year, month)), false, end);
        let next = self.skip_spaces(end);
        let marked = self.skip(end, |c| matches!(c, '年' | '-' | '/' | ',') || c.is_whitespace());
        if let Some((quarter, after)) = self.quarter_at(marked) {
            return (Value::Date(Point::quarter(year, quarter)), false, after);
        }
        if self.char(next) == Some('年') {
            let digits = self.skip_spaces(next + 1);
            if let Some((month, after)) = self.month_at(digits) {
                let unit = self.skip_spaces(after);
                if self.char(unit) == Some('月') {
                    return date(Some(month), self.after_day(unit + 1));
                }
                return date(Some(month), after);
            }
            return date(None, next + 1);
        }
        if let Some(separator) = self.char(next).filter(|c| matches!(c, '.' | '/' | '-' | '‐' | '‑' | '·')) {
            let digits = if separator == '.' { self.skip_spaces(next + 1) } else { next + 1 };
            let tight = next == end || separator == '.';
            if let (true, Some((month, after))) = (tight, self.month_at(digits)) {
                let decimal = separator == '-' && self.char(after).is_some_and(|c| matches!(c, '年'));
                if !decimal {
                    return date(Some(month), self.after_numeric_day(separator, after));
                }
            }
        }
        let name = self.skip(next, |c| c == ',' || c == '/' || c.is_whitespace());
        if let Some((month, after)) = self.month_name(name) {
            let follows = self.skip(after, |c| matches!(c, '.' | ',' | '/' | '\'' | '’') || c.is_whitespace());
            let own_year = self.digits_end(follows) - follows >= 2;
            if name > end && !own_year {
                return date(Some(month), after);
            }
        }
        date(None, end)
    }

    fn after_day(&self, i: usize) -> usize {
        let digits = self.skip_spaces(i);
        let end = self.digits_end(digits);
        if (1..=2).contains(&(end - digits)) && matches!(self.char(end), Some('日' | '号')) { end + 1 } else { i }
    }

    fn after_numeric_day(&self, separator: char, i: usize) -> usize {
        if self.char(i) == Some(separator) {
            let end = self.digits_end(i + 1);
            let day = self.value(i + 1, end).is_some_and(|day| (1..=31).contains(&day));
            if day && end - i - 1 <= 2 {
                return end;
            }
        }
        i
    }

    /// 07/2019, 01/07/2019, 03/19, 19年7月, 7月, 15 Juli 2019.
    fn short_number(&self, value: i32, end: usize) -> Option<(Value, bool, usize)> {
        let next = self.skip_spaces(end);
        match self.char(next)? {
            '年' => {
                let (month, after) = self.month_at(self.skip_spaces(next + 1))?;
                (self.char(after) == Some('月')).then_some((
                    Value::Date(Point::new(century(value), Some(month))),
                    false,
                    self.after_day(after + 1),
                ))
            }
            '月' if (1..=12).contains(&value) => Some((Value::Month(u8::try_from(value).ok()?), true, next + 1)),
            separator @ ('/' | '.' | '-') if next == end => {
                let middle = self.digits_end(next + 1);
                let second = self.value(next + 1, middle)?;
                if middle - next - 1 == 4 {
                    let month = u8::try_from(value).ok().filter(|m| (1..=12).contains(m))?;
                    return (1950..=2100).contains(&second).then_some((
                        Value::Date(Point::new(second, Some(month))),
                        false,
                        middle,
                    ));
                }
                if self.char(middle) == Some(separator) {
                    let last = self.digits_end(middle + 1);
                    let year = self.value(middle + 1, last).filter(|y| (1950..=2100).contains(y))?;
                    let month = if second <= 12 { second } else { value };
                    let month = u8::try_from(month).ok().filter(|m| (1..=12).contains(m))?;
                    return Some((Value::Date(Point::new(year, Some(month))), false, last));
                }
                // 20.03 means March 2020, only in a pair.
                let two = end.checked_sub(2).and_then(|at| self.char(at)).is_some_and(|c| c.is_ascii_digit());
                if separator == '.' && middle - next - 1 == 2 && two {
                    let month = u8::try_from(second).ok().filter(|m| (1..=12).contains(m))?;
                    return (self.char(middle) != Some('.')).then_some((
                        Value::Date(Point::new(century(value), Some(month))),
                        true,
                        middle,
                    ));
                }
                let month = u8::try_from(value).ok().filter(|m| (1..=12).contains(m))?;
                (separator == '/' && middle - next - 1 == 2 && self.char(middle) != Some('/')).then_some((
                    Value::Date(Point::new(century(second), Some(month))),
                    true,
                    middle,
                ))
            }
            c if c.is_alphabetic() && (1..=31).contains(&value) => {
                let name =
                    self.skip(next, |c| c.is_ascii_lowercase() && matches!(c, 's' | 't' | 'n' | 'd' | 'r' | 'h'));
                let start = if self.month_name(next).is_some() { next } else { self.skip_spaces(name) };
                self.named_month(start)
            }
            _ => None,
        }
    }

    /// '18 is only a date next to another.
    fn short_year(&self, i: usize) -> Option<(Value, bool, usize)> {
        let end = self.digits_end(i + 1);
        let glued = i > 0 && self.char(i - 1).is_some_and(char::is_alphanumeric);
        let ends = !self.char(end).is_some_and(char::is_alphanumeric);
        let year = self.value(i + 1, end).filter(|_| end - i == 3 && !glued && ends)?;
        Some((Value::Date(Point::new(century(year), None)), true, end))
    }

    /// 二〇一九年七月, 二零二〇年.
    fn chinese_year(&self, i: usize) -> Option<(Value, bool, usize)> {
        let year = (0..4).try_fold(0, |year, at| Some(year * 10 + i32::from(chinese_digit(self.char(i + at)?)?)))?;
        if self.char(i + 4) != Some('年') || !(1950..=2100).contains(&year) {
            return None;
        }
        let from = self.skip_spaces(i + 5);
        let end = self.skip(from, |c| c == '十' || chinese_digit(c).is_some());
        let month = self.chinese_month(from, end).filter(|_| self.char(end) == Some('月'));
        let Some(month) = month else { return Some((Value::Date(Point::new(year, None)), false, i + 5)) };
        // 二十三日
        let day = self.skip(end + 1, |c| c == '十' || chinese_digit(c).is_some());
        let end = if day > end + 1 && matches!(self.char(day), Some('日' | '号')) { day + 1 } else { end + 1 };
        Some((Value::Date(Point::new(year, Some(month))), false, end))
    }

    /// 一 to 十二.
    fn chinese_month(&self, from: usize, end: usize) -> Option<u8> {
        let digits: Vec<char> = (from..end).filter_map(|at| self.char(at)).collect();
        let month = match digits[..] {
            ['十'] => 10,
            ['十', unit] => 10 + chinese_digit(unit)?,
            ['一', '十'] => 10,
            ['一', '十', unit] => 10 + chinese_digit(unit)?,
            [unit] => chinese_digit(unit)?,
            _ => return None,
        };
        (1..=12).contains(&month).then_some(month)
    }

    /// The quarter from `i` on, and where it ends: Q3, 第三季度.
    fn quarter_at(&self, i: usize) -> Option<(u8, usize)> {
        let digit = |c: char| c.to_digit(10).and_then(|d| u8::try_from(d).ok()).or(chinese_digit(c));
        let (quarter, end) = if matches!(self.char(i), Some('Q' | 'q')) {
            let ends = !self.char(i + 2).is_some_and(char::is_alphanumeric);
            (digit(self.char(i + 1)?).filter(|_| ends)?, i + 2)
        } else {
            let at = if self.char(i) == Some('第') { i + 1 } else { i };
            let end = if self.char(at + 1)? == '季' { at + 2 } else { return None };
            (digit(self.char(at)?)?, if self.char(end) == Some('度') { end + 1 } else { end })
        };
        (1..=4).contains(&quarter).then_some((quarter, end))
    }

    fn word_end(&self, i: usize) -> usize {
        self.skip(i, |c| c.is_alphabetic() && c.is_ascii())
    }

    fn lower(&self, from: usize, to: usize) -> String {
        self.line.get(self.byte(from)..self.byte(to)).unwrap_or_default().to_lowercase()
    }

    fn month_name(&self, i: usize) -> Option<(u8, usize)> {
        let end = self.word_end(i);
        if end - i < 3 || end - i > 9 {
            return None;
        }
        let word = self.lower(i, end);
        MONTHS.iter().find(|(name, _)| *name == word).map(|&(_, month)| (month, end))
    }

    /// Jul 2019, July, 2019, Sept. '19, Agustus-2019, March 15, 2019.
    fn named_month(&self, i: usize) -> Option<(Value, bool, usize)> {
        let (month, after) = self.month_name(i)?;
        let filler = |c: char| matches!(c, '.' | ',' | '/' | '-' | '–' | '\'' | '’' | '‘' | '`') || c.is_whitespace();
        let digits = self.skip(after, filler);
        let end = self.digits_end(digits);
        let marked = self.line.get(self.byte(after)..self.byte(digits)).unwrap_or_default();
        let dashed = marked.contains(['-', '–']) && marked.contains(' ');
        match (end - digits, self.value(digits, end)) {
            (4, Some(year)) if (1950..=2100).contains(&year) && !dashed => {
                Some((Value::Date(Point::new(year, Some(month))), false, end))
            }
            (1 | 2, Some(day)) if !dashed => {
                let next = self.skip(end, |c| c == ',' || c.is_whitespace());
                let last = self.digits_end(next);
                if let Some(year) = self.value(next, last).filter(|y| (1950..=2100).contains(y))
                    && next > end
                    && (1..=31).contains(&day)
                {
                    return Some((Value::Date(Point::new(year, Some(month))), false, last));
                }
                let sure = marked.contains(['\'', '’', '‘', '`', '-']);
                (end - digits == 2).then_some((Value::Date(Point::new(century(day), Some(month))), !sure, end))
            }
            _ => Some((Value::Month(month), true, after)),
        }
    }

    fn word(&self, i: usize) -> Option<(Value, bool, usize)> {
        if let Some(found) = self.named_month(i) {
            return Some(found);
        }
        for &present in PRESENT {
            let mut length = 0;
            let same = present.chars().all(|wanted| {
                length += 1;
                self.char(i + length - 1).is_some_and(|c| c.to_ascii_lowercase() == wanted)
            });
            let whole = !present.is_ascii() || !self.char(i + length).is_some_and(|c| c.is_ascii_alphanumeric());
            if same && whole {
                return Some((Value::Present, false, i + length));
            }
        }
        // Q3 2022
        if let Some((quarter, end)) = self.quarter_at(i) {
            let digits = self.skip(end, |c| matches!(c, '-' | '/' | ',' | '\'' | '’') || c.is_whitespace());
            let last = self.digits_end(digits);
            if let (4, Some(year)) = (last - digits, self.value(digits, last)) {
                return (1950..=2100).contains(&year).then_some((
                    Value::Date(Point::quarter(year, quarter)),
                    false,
                    last,
                ));
            }
        }
        let end = self.word_end(i);
        if SEASONS.contains(&self.lower(i, end).as_str()) {
            let digits = self.skip_spaces(end);
            let last = self.digits_end(digits);
            if let (4, Some(year)) = (last - digits, self.value(digits, last)) {
                return (1950..=2100).contains(&year).then_some((Value::Date(Point::new(year, None)), false, last));
            }
        }
        None
    }
}

/// 〇 to 九.
pub(super) fn chinese_digit(c: char) -> Option<u8> {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match c {
        '零' | '○' => Some(0),
        c => DIGITS.iter().position(|&digit| digit == c).and_then(|digit| u8::try_from(digit).ok()),
    }
}

fn century(two_digits: i32) -> i32 {
    if two_digits <= 50 { 2000 + two_digits } else { 1900 + two_digits }
}
