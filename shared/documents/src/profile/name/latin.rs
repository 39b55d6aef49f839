//! Names in Latin letters.

use super::super::classify::{self, evidence};
use super::super::lexicon::names::NOT_LATIN_NAMES;
use super::super::lexicon::{english, sets};
use super::super::text::{self, is_han};
use super::super::{dates, fields, labels, places, sections};

/// A name in Latin letters, with a second name in parentheses.
pub(super) fn latin(bare: &str, trusted: bool) -> Option<String> {
    let unspaced = text::unspace(bare);
    let bare = unspaced.as_str();
    // Lin Xiaoyu (林晓雨): both are the name.
    let (main, other) = match (bare.find('('), bare.ends_with(')')) {
        (Some(open), true) => (bare[..open].trim(), Some(&bare[open + 1..bare.len() - 1])),
        _ => (bare, None),
    };
    if main.chars().all(is_han) {
        return super::chinese(main, trusted);
    }
    if family_first(main) {
        return Some(main.to_owned());
    }
    if main.chars().any(is_han) {
        // "林晓雨 Lin Xiaoyu": the first one is the name.
        let han: String = main.chars().filter(|&c| is_han(c)).collect();
        let rest: String = main.chars().filter(|c| !is_han(*c)).collect();
        let both = super::chinese(&han, trusted).is_some() && latin_words(rest.trim(), trusted);
        let first = if bare.starts_with(is_han) { han } else { rest.trim().to_owned() };
        return both.then_some(first);
    }
    if !latin_words(main, trusted) {
        return None;
    }
    match other {
        Some(other)
            if !(other.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || c == '.')
                && other.chars().count() <= 24) =>
        {
            Some(main.to_owned())
        }
        Some(other) if other.chars().any(is_han) && super::chinese(other, true).is_none() => Some(main.to_owned()),
        Some(other) if BESIDE_NAMES.contains(&other.to_lowercase().trim_end_matches('.')) => Some(main.to_owned()),
        Some(other) if other.chars().any(is_han) => Some(main.to_owned()),
        _ => Some(bare.to_owned()),
    }
}

/// Lower-case particles of names.
const PARTICLES: &[&str] = &[
    "bin", "binti", "de", "van", "der", "den", "von", "la", "da", "dos", "al", "el", "di", "del", "bte", "bt", "ibn",
    "y", "a/l", "a/p", "s/o", "d/o", "ter", "ten", "du", "des", "le", "e", "zu", "af", "ap",
];

/// Other text in parentheses after names.
#[rustfmt::skip]
const BESIDE_NAMES: &[&str] = &[
    "she", "he", "mr", "ms", "mrs", "miss", "mx", "male", "female", "they", "pria", "wanita", "laki-laki", "perempuan", "m", "f",
    "l", "p", "female candidate", "hons", "hon", "alm", "ret", "retired", "purn", "purnawirawan",
];

/// "OKONKWO, Chidi", "Tan, Wei Ling": the family name first.
fn family_first(bare: &str) -> bool {
    let Some((family, given)) = bare.split_once(", ").filter(|(_, given)| !given.contains(',')) else { return false };
    let count = |text: &str| text.split_whitespace().count();
    let capitals = family.chars().any(char::is_alphabetic) && !family.chars().any(char::is_lowercase);
    let led = family.split_whitespace().next().is_some_and(|first| PARTICLES.contains(&first.to_lowercase().as_str()));
    let single = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    !places::is_place(bare)
        && (count(family) == 1 || (capitals || led) && count(family) <= 3)
        && (1..=3).contains(&count(given))
        && single(family)
        && latin_words(family, false)
        && latin_words(given, false)
        && latin_words(&format!("{given} {family}"), false)
}

/// Names that are also words of titles or employers.
#[rustfmt::skip]
const WORDLY_NAMES: &[&str] = &[
    "mason", "baker", "butcher", "turner", "potter", "porter", "butler", "farmer", "weaver", "judge", "provost", "chancellor",
    "usher", "tiler", "miner", "sawyer", "spinner", "driver", "cook", "dean", "marshal", "marshall", "steward", "guard",
    "carpenter", "painter", "coach", "shepherd", "forester", "skipper", "warden", "page", "law", "lodge", "park", "house", "mills",
    "banks", "post", "ford", "suzuki", "honda", "toyota", "rice", "flowers", "chambers", "temple", "villa", "forge", "glass",
    "power", "church", "rail", "waters", "singer", "gardener", "tailor", "packer", "cutter", "sellers", "books", "field", "bond",
    "price", "cash", "farms", "rider", "knight", "sister", "captain", "boy", "nurse", "holder", "home", "homes", "union", "joiner",
    "mayor", "consul", "cutler", "founder", "presser", "dealer", "hall", "sales", "abbey", "priest", "vicar", "monk", "deacon",
    "harper", "inn", "media", "trust", "metro", "keeper", "roofer", "brewer", "groom", "glazier", "mission", "sexton", "bell",
];

/// "Hannah Baker", "Thomas Law": only the family name is a word of titles or employers.
fn is_worldly_name(words: &[&str]) -> bool {
    let Some((last, given)) = words.split_last() else { return false };
    (1..=3).contains(&given.len())
        && WORDLY_NAMES.contains(&last.to_lowercase().as_str())
        && given.iter().all(|word| {
            let lower = word.to_lowercase();
            evidence(word) == classify::NOTHING && !english::RANKS.contains(&lower.as_str()) && !is_of_work(&lower)
        })
}

/// Words that stand before titles: "Line Cook", "Pastry Chef".
fn is_of_work(lower: &str) -> bool {
    fields::is_of_work(lower)
        || sets::EN_INSTITUTIONS.contains(lower)
        || sets::EN_TRADES.contains(lower)
        || matches!(
            lower,
            "line"
                | "pastry"
                | "sous"
                | "prep"
                | "short"
                | "truck"
                | "van"
                | "bus"
                | "taxi"
                | "master"
                | "night"
                | "forklift"
                | "bread"
                | "house"
                | "swim"
                | "football"
                | "tennis"
                | "registered"
                | "school"
                | "site"
                | "city"
                | "high"
                | "district"
                | "lorry"
                | "delivery"
        )
}

/// Whether the words form a name.
pub(super) fn latin_words(main: &str, trusted: bool) -> bool {
    let words: Vec<&str> = main.split_whitespace().collect();
    if words.is_empty() || words.len() > 7 {
        return false;
    }
    let particle = |word: &str| PARTICLES.contains(&word) || matches!(word, "A/L" | "A/P");
    let letters = |word: &str| {
        word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | '`' | '"' | '“' | '”'))
            && word.chars().any(char::is_alphabetic)
    };
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let shaped = words
        .iter()
        .all(|word| particle(word) || letters(word) && (capital(word.trim_start_matches(['"', '“'])) || trusted));
    if !shaped || main.chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return false;
    }
    if trusted {
        return sections::heading(main).is_none();
    }
    let e = evidence(main);
    let known = words.iter().any(|word| {
        let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        NOT_LATIN_NAMES.contains(&lower.as_str())
    });
    (e.title == 0 && e.company < 3 || is_worldly_name(&words))
        && !known
        && sections::heading(main).is_none()
        && labels::field_of(main).is_none()
        && !places::is_place(main)
        && !classify::is_note(main)
        && dates::find(main).is_empty()
        && capital(words[0])
}
