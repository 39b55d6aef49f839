//! Numbers in text: digits, Chinese numerals, and small number words of English and Indonesian.

/// Digits or Chinese numerals up to 99.
pub fn number(text: &str) -> Option<f64> {
    if let Ok(value) = text.parse::<f64>() {
        return Some(value);
    }
    let digit = |c: char| {
        "一二三四五六七八九".chars().position(|d| d == c).map(|at| at as f64 + 1.0).or((c == '两').then_some(2.0))
    };
    match text.split_once('十') {
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1.0 } else { digit(tens.chars().next()?)? };
            let ones = ones.chars().next().and_then(digit).unwrap_or(0.0);
            Some(tens * 10.0 + ones)
        }
        None => digit(text.chars().next()?),
    }
}

/// Ordinals count as well: the fifth working day is day five.
const SPELLED: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("twelve", "12"),
    ("fifteen", "15"),
    ("satu", "1"),
    ("dua", "2"),
    ("tiga", "3"),
    ("empat", "4"),
    ("lima", "5"),
    ("enam", "6"),
    ("tujuh", "7"),
    ("delapan", "8"),
    ("sembilan", "9"),
    ("sepuluh", "10"),
    ("first", "1"),
    ("second", "2"),
    ("third", "3"),
    ("fourth", "4"),
    ("fifth", "5"),
    ("pertama", "1"),
    ("kedua", "2"),
    ("ketiga", "3"),
    ("keempat", "4"),
    ("kelima", "5"),
];

/// Replaces English and Indonesian number words by digits.
pub fn spelled_numbers(lower: &str) -> String {
    let mut out = String::with_capacity(lower.len());
    for piece in lower.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        match SPELLED.iter().find(|(name, _)| *name == word) {
            Some((_, digits)) => {
                out.push_str(digits);
                out.push_str(&piece[word.len()..]);
            }
            None => out.push_str(piece),
        }
    }
    out
}
