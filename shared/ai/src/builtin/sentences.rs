//! Splits text into sentences, ignoring abbreviations, decimals and brackets.

/// Abbreviations ending in a full stop.
const ABBREVIATED: &[&str] = &[
    "min", "max", "maks", "thn", "kab", "kec", "kel", "prov", "dll", "dsb", "dst", "dgn", "spt", "mis", "etc", "incl",
    "approx", "dept", "yrs", "mos", "univ", "ltd", "inc", "corp", "vol", "est",
];

/// The sentences of a text; brackets end none.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut open = 0_usize;
    let last_closing = text.rfind([')', '）']).unwrap_or(0);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (index, &(at, c)) in chars.iter().enumerate() {
        match c {
            '(' | '（' if at < last_closing => open += 1,
            ')' | '）' => open = open.saturating_sub(1),
            _ => {}
        }
        let stop = match c {
            _ if open > 0 => false,
            '。' | '；' | ';' | '！' | '？' | '?' => true,
            '!' => chars.get(index + 1).is_none_or(|(_, next)| next.is_whitespace()),
            '.' => {
                let from = text[start..at].rfind(|c: char| !c.is_alphanumeric()).map_or(start, |end| start + end + 1);
                let word = text.get(from..at).unwrap_or("");
                let short = ABBREVIATED.iter().any(|known| word.eq_ignore_ascii_case(known));
                let closes = chars.get(index + 1).is_none_or(|(_, next)| next.is_whitespace());
                // "… at most 40. Without a licence …": a number ends a sentence before a capital.
                let capital = chars.get(index + 2).is_some_and(|(_, next)| next.is_uppercase());
                let counted =
                    index > 2 && word.chars().count() == 2 && capital && word.chars().all(|c| c.is_ascii_digit());
                // "… but I can teach it. A degree …": so does a short word.
                let worded =
                    word.chars().count() == 2 && capital && !short && word.chars().all(|c| c.is_ascii_lowercase());
                closes
                    && (counted
                        || worded
                        || text[..at].ends_with([')', '）', '”', '"'])
                        || (word.chars().count() > 2 && !short))
            }
            _ => false,
        };
        if stop {
            let end = if matches!(c, '?' | '？') { at + c.len_utf8() } else { at };
            found.push(text[start..end].trim());
            start = at + c.len_utf8();
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The clauses of a sentence, separated by commas and semicolons, with brackets kept whole.
pub fn clauses(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut open) = (0, 0_usize);
    for (at, c) in sentence.char_indices() {
        match c {
            '(' | '（' | '[' | '《' | '“' => open += 1,
            ')' | '）' | ']' | '》' | '”' => open = open.saturating_sub(1),
            // "10,000" and "6,5" are numbers.
            ',' if sentence[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => {}
            ',' | '，' | ';' | '；' | '。' if open == 0 => {
                found.push(sentence[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    found.push(sentence[start..].trim());
    found.retain(|clause| !clause.is_empty());
    found
}
