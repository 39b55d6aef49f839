//! Whether two written phone numbers are the same.

use std::borrow::Cow;

/// Calling codes of two digits, by their first digit; codes are one digit for 1 and 7, and three for all others.
const TWO_DIGITS: [&str; 10] = ["", "", "07", "0123469", "013456789", "12345678", "0123456", "", "1246", "0123458"];

/// The fewest digits of a number within its country.
const MIN_DIGITS: usize = 5;

/// A phone number, however it is written: with or without blanks, dashes and brackets, its country, or the zero for calls
/// within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneNumber {
    /// The calling code, if it is written with the country.
    country: Option<String>,
    number: String,
}

impl PhoneNumber {
    /// Reads a number; `None` if it has too few digits.
    ///
    /// Mobile numbers of China and Indonesia have their country when it is written without a plus: no others are as long.
    #[must_use]
    pub fn read(written: &str) -> Option<Self> {
        let written: Cow<'_, str> =
            if written.is_ascii() { written.into() } else { written.chars().map(narrow).collect() };
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        let has_plus = written.find(['+']).is_some_and(|plus| !written[..plus].contains(|c: char| c.is_ascii_digit()));
        let (digits, has_country) = match digits.strip_prefix("00") {
            Some(abroad) if !has_plus => (abroad, true),
            _ => (digits.as_str(), has_plus || is_mobile_with_country(&digits)),
        };
        let (country, number) = digits.split_at(if has_country { calling_code(digits) } else { 0 });
        let number = number.trim_start_matches('0');
        let country = Some(country.to_owned()).filter(|country| !country.is_empty());
        (number.len() >= MIN_DIGITS).then(|| Self { country, number: number.to_owned() })
    }

    /// What the same numbers have in common: the digits within the country.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.number
    }

    /// Whether both are the same. A country that only one of them names is also the other's.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let is_elsewhere = self.country.is_some() && other.country.is_some() && self.country != other.country;
        self.number == other.number && !is_elsewhere
    }
}

/// Whether two written numbers are the same; not if one is missing.
#[must_use]
pub fn are_same(one: Option<&str>, other: Option<&str>) -> bool {
    match (one.and_then(PhoneNumber::read), other.and_then(PhoneNumber::read)) {
        (Some(one), Some(other)) => one.is_same(&other),
        _ => false,
    }
}

/// Full-width digits and signs as East Asian keyboards write them.
fn narrow(letter: char) -> char {
    match letter {
        '０'..='９' | '＋' => char::from_u32(letter as u32 - 0xFEE0).unwrap_or(letter),
        _ => letter,
    }
}

fn is_mobile_with_country(digits: &str) -> bool {
    let third = digits.as_bytes().get(3).copied().unwrap_or_default();
    (digits.starts_with("861") && digits.len() == 13 && (b'3'..=b'9').contains(&third))
        || (digits.starts_with("628") && (11..=14).contains(&digits.len()))
}

/// The length of the calling code that some digits begin with.
fn calling_code(digits: &str) -> usize {
    let mut letters = digits.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_two = |first: char| {
        let codes = first.to_digit(10).and_then(|first| TWO_DIGITS.get(first as usize)).copied().unwrap_or_default();
        second.is_some_and(|second| codes.contains(second))
    };
    match first {
        Some('1' | '7') => 1,
        Some(first) if is_two(first) => 2,
        _ if digits.len() >= 3 => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_however_they_are_written() {
        for same in [
            ["+62 812-3456-7890", "081234567890"],
            ["+62 (0)812 3456 7890", "62 812 3456 7890"],
            ["0062 812 3456 7890", "0812.3456.7890"],
            ["+86 138 1234 5678", "13812345678"],
            ["8613812345678", "138-1234-5678"],
            ["＋８６ １３８１２３４５６７８", "１３８１２３４５６７８"],
            ["+86 10 1234 5678", "(010) 12345678"],
            ["+1 (415) 555-0132", "415.555.0132"],
            ["tel: +44 7700 900318", "07700 900318"],
            ["+852 5123 4567", "5123 4567"],
        ] {
            assert!(are_same(Some(same[0]), Some(same[1])), "{same:?}");
        }
    }

    #[test]
    fn other_numbers_and_other_countries_differ() {
        for different in [
            ["+62 812 3456 7890", "+60 812 3456 7890"],
            ["+62 812 3456 7890", "0812 3456 7891"],
            ["+1 415 555 0132", "+62 415 555 0132"],
            ["13812345678", "3812345678"],
            ["+62", "+62"],
            ["1234", "1234"],
            ["", ""],
        ] {
            assert!(!are_same(Some(different[0]), Some(different[1])), "{different:?}");
        }
        assert!(!are_same(None, None));
    }

    #[test]
    fn calling_codes_have_one_to_three_digits() {
        for (digits, code) in [
            ("12125550109", "1"),
            ("79121234567", "7"),
            ("6281", "62"),
            ("85251", "852"),
            ("3531", "353"),
            ("97150", "971"),
        ] {
            assert_eq!(&digits[..calling_code(digits)], code);
        }
    }
}
