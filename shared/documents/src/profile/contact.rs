//! Reads the email address and phone number.

use std::sync::LazyLock;

use regex::Regex;

use super::lexicon::contact::{ANTI_SIGNS, LANDLINES, SIGNS, VOUCHING};
use super::text::is_han;

#[expect(clippy::expect_used, reason = "the pattern is constant and a test reads with it")]
static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[a-z0-9][a-z0-9._%+\-]{0,63} ?@ ?[a-z0-9](?:[a-z0-9\-]{0,62}\.)+[a-z]{2,24}")
        .expect("a valid pattern")
});

#[expect(clippy::expect_used, reason = "the pattern is constant and a test reads with it")]
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\d{3}/\d{3}[-. ]\d{4}|(?:\(?\+ ?|\(|00)?\d[\d \t().\-–‐‑]{5,26}\d").expect("a valid pattern")
});

/// The first address in lower case; a referee's only if there is no other.
pub(super) fn email(text: &str) -> Option<String> {
    let mended = mend(text);
    let mut vouching = false;
    let mut others = None;
    for line in mended.lines() {
        let bare = line.trim().trim_matches(|c: char| !c.is_alphanumeric());
        // A rule or another heading ends the list of referees.
        vouching = match (bare.is_empty(), super::sections::heading(bare)) {
            (true, _) => vouching && line.trim().is_empty(),
            (false, Some(_)) => is_vouching(bare),
            (false, None) => vouching,
        };
        if let Some(found) = EMAIL.find(line) {
            let found = found.as_str().chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
            if !vouching {
                return Some(found);
            }
            others.get_or_insert(found);
        }
    }
    others
}

/// Whether a heading introduces referees: References, 证明人, Referensi.
fn is_vouching(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    ["reference", "referee", "referensi", "rujukan", "证明人", "推荐人", "紧急联系"]
        .iter()
        .any(|word| lower.contains(word))
}

/// Top-level domains used to complete a broken address.
const DOMAINS: &[&str] = &[
    "com", "net", "org", "edu", "co.id", "ac.id", "go.id", "id", "cn", "com.cn", "io", "me", "co", "uk", "co.uk", "de",
];

/// Joins addresses broken by a narrow column: "jonah@example.co", "m".
fn mend(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(last) = lines.last_mut()
            && completes(last, line)
        {
            last.push_str(line);
            continue;
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}

fn completes(last: &str, next: &str) -> bool {
    let tail = last.rsplit([' ', '\t', ':', '|']).next().unwrap_or_default();
    let plain = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '.' | '-'));
    if let Some(domain) = next.strip_prefix('@') {
        let local = tail.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '+'));
        return !tail.is_empty() && local && domain.contains('.') && !tail.contains('@');
    }
    let Some((_, domain)) = tail.split_once('@') else { return false };
    if !plain(next) || next.len() > 24 {
        return false;
    }
    let joined = format!("{domain}{next}");
    let ends = |text: &str| DOMAINS.iter().any(|end| text.strip_suffix(end).is_some_and(|head| head.ends_with('.')));
    let open = domain.ends_with(['.', '-']) || next.starts_with('.') || !domain.contains('.');
    ends(&joined) && (open || next.len() <= 2 || !ends(domain))
}

/// The country assumed for a local number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Country {
    China,
    Indonesia,
    America,
    Britain,
    Singapore,
    HongKong,
    Australia,
    Malaysia,
    Philippines,
    India,
    /// One of [`TRUNKS`].
    Other(usize),
    Unknown,
}

impl Country {
    /// Its calling code, if needed for numbers with a trunk zero.
    fn code(self) -> Option<&'static str> {
        match self {
            Self::China => Some("86"),
            Self::Indonesia => Some("62"),
            Self::Britain => Some("44"),
            Self::Australia => Some("61"),
            Self::Malaysia => Some("60"),
            Self::Philippines => Some("63"),
            Self::India => Some("91"),
            Self::Other(at) => Some(TRUNKS[at].code),
            Self::America | Self::Singapore | Self::HongKong | Self::Unknown => None,
        }
    }
}

/// A country with a trunk zero.
struct Trunk {
    code: &'static str,
    /// Prefixes of its mobile numbers, and their length including the zero.
    mobiles: &'static [&'static str],
    digits: usize,
    /// Words that suggest the country.
    words: &'static [&'static str],
}

#[rustfmt::skip]
const TRUNKS: &[Trunk] = &[
    Trunk { code: "234", mobiles: &["07", "08", "09"], digits: 11, words: &["Nigeria", "Lagos", "Abuja", "Enugu", "Ibadan", "Kano", "NYSC", "WAEC"] },
    Trunk { code: "254", mobiles: &["07", "01"], digits: 10, words: &["Kenya", "Nairobi", "Mombasa", "Kisumu", "KCSE"] },
    Trunk { code: "233", mobiles: &["02", "05"], digits: 10, words: &["Ghana", "Accra", "Kumasi", "WASSCE"] },
    Trunk { code: "256", mobiles: &["07"], digits: 10, words: &["Uganda", "Kampala"] },
    Trunk { code: "27", mobiles: &["06", "07", "08"], digits: 10, words: &["South Africa", "Johannesburg", "Cape Town", "Durban", "Pretoria", "Gauteng"] },
    Trunk { code: "92", mobiles: &["03"], digits: 11, words: &["Pakistan", "Karachi", "Lahore", "Islamabad", "Rawalpindi"] },
    Trunk { code: "880", mobiles: &["01"], digits: 11, words: &["Bangladesh", "Dhaka", "Chittagong", "Chattogram"] },
    Trunk { code: "94", mobiles: &["07"], digits: 10, words: &["Sri Lanka", "Colombo", "Kandy"] },
    Trunk { code: "84", mobiles: &["03", "05", "07", "08", "09"], digits: 10, words: &["Vietnam", "Viet Nam", "Hanoi", "Ho Chi Minh", "Da Nang"] },
    Trunk { code: "66", mobiles: &["06", "08", "09"], digits: 10, words: &["Thailand", "Bangkok", "Chiang Mai"] },
    Trunk { code: "886", mobiles: &["09"], digits: 10, words: &["Taiwan", "Taipei", "Taichung", "Kaohsiung", "Hsinchu"] },
    Trunk { code: "82", mobiles: &["010"], digits: 11, words: &["South Korea", "Korea", "Seoul", "Busan"] },
    Trunk { code: "81", mobiles: &["070", "080", "090"], digits: 11, words: &["Japan", "Tokyo", "Osaka", "Yokohama"] },
    Trunk { code: "971", mobiles: &["05"], digits: 10, words: &["UAE", "Dubai", "Abu Dhabi", "Sharjah"] },
    Trunk { code: "353", mobiles: &["08"], digits: 10, words: &["Ireland", "Dublin", "Cork", "Galway"] },
    Trunk { code: "64", mobiles: &["02"], digits: 10, words: &["New Zealand", "Auckland", "Wellington", "Christchurch"] },
    Trunk { code: "49", mobiles: &["015", "016", "017"], digits: 11, words: &["Germany", "Deutschland", "Berlin", "Munich", "Hamburg", "GmbH"] },
    Trunk { code: "33", mobiles: &["06", "07"], digits: 10, words: &["France", "Paris", "Lyon", "Marseille"] },
    Trunk { code: "31", mobiles: &["06"], digits: 10, words: &["Netherlands", "Amsterdam", "Rotterdam", "Utrecht", "Eindhoven"] },
];

/// The likeliest phone number: E.164 if the country is known, else its digits.
pub(super) fn phone(text: &str) -> Option<String> {
    let home = country(text);
    let mut best: Option<(i32, String)> = None;
    // Whether the current numbers belong to referees.
    let mut vouching = false;
    for (position, line) in (0..4_000).zip(text.lines()) {
        let lower = line.to_lowercase();
        if position > 8 && lower.len() <= 40 {
            vouching |= VOUCHING.iter().any(|word| lower.contains(word));
        }
        for found in NUMBER.find_iter(line).take(20) {
            // "TN 38103 (901) 555-0122": the part before the area code is another number.
            let area = found.as_str().find(" (").map(|at| found.start() + at + 1..found.end());
            let judged = judge(line, &lower, found.range(), home)
                .or_else(|| judge(line, &lower, area?, home))
                .or_else(|| apart(line, found.range()).into_iter().find_map(|part| judge(line, &lower, part, home)));
            if let Some((score, number)) = judged {
                let score = score - 4 * i32::from(vouching);
                let score = score * 100 - position.min(90);
                if best.as_ref().is_none_or(|(top, _)| score > *top) {
                    best = Some((score, number));
                }
            }
        }
    }
    best.map(|(_, number)| number)
}

/// Splits numbers in separate cells that were matched as one.
fn apart(line: &str, found: std::ops::Range<usize>) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut from = found.start;
    for part in line[found].split_inclusive("  ") {
        let lead = part.len() - part.trim_start().len();
        let number = part.trim();
        if number.len() >= 7 {
            parts.push(from + lead..from + lead + number.len());
        }
        from += part.len();
    }
    parts
}

fn country(text: &str) -> Country {
    // Referees may live elsewhere.
    let vouching = |line: &&str| line.len() <= 40 && VOUCHING.iter().any(|word| line.to_lowercase().contains(word));
    let end =
        text.lines().skip(8).find(vouching).map_or(text.len(), |line| line.as_ptr().addr() - text.as_ptr().addr());
    let sample: String = text[..end].chars().take(6_000).collect();
    let lower = sample.to_lowercase();
    let han = sample.chars().filter(|&c| is_han(c)).count();
    let indonesian = [
        " dan ",
        " di ",
        "pengalaman",
        "pendidikan",
        "jakarta",
        "indonesia",
        "bandung",
        "surabaya",
        "universitas",
        " yang ",
    ]
    .iter()
    .filter(|word| lower.contains(**word))
    .count();
    if han * 4 > sample.chars().filter(|c| c.is_alphabetic()).count() {
        return if sample.contains("香港") { Country::HongKong } else { Country::China };
    }
    if indonesian >= 2 {
        return Country::Indonesia;
    }
    let head: String = sample.chars().take(600).collect();
    let state = super::lexicon::places::STATES.iter().any(|state| {
        head.match_indices(&format!(", {state}"))
            .any(|(at, found)| head[at + found.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric()))
    });
    if state || head.contains("USA") || head.contains("United States") {
        Country::America
    } else if head.contains("China") {
        Country::China
    } else {
        let top: String = sample.chars().take(TOP).collect();
        // The country suggested by most words.
        let count = |words: &[&str]| words.iter().filter(|word| sample.contains(**word)).count();
        let named = |word: &str| {
            sample.match_indices(word).any(|(at, _)| !sample[at + word.len()..].starts_with(char::is_alphanumeric))
        };
        let others = TRUNKS.iter().enumerate().map(|(at, trunk)| {
            let coded = usize::from(top.contains(&format!("+{}", trunk.code))) * 2;
            (trunk.words.iter().filter(|word| named(word)).count() + coded, Country::Other(at))
        });
        let (most, country) = others
            .chain(COUNTRIES.iter().map(|&(country, words)| (count(words), country)).rev())
            .max_by_key(|&(most, _)| most)
            .unwrap_or((0, Country::Unknown));
        if most > 0 { country } else { Country::Unknown }
    }
}

/// Words that suggest a country in an English resume.
#[rustfmt::skip]
const COUNTRIES: &[(Country, &[&str])] = &[
    (Country::Britain, &[
        "United Kingdom", ", UK", "England", "Scotland", "Wales", "London", "Manchester", "Birmingham", "Leeds",
        "Yorkshire", "Lancashire", "GCSE", "A-level", "A level", "PGCE", "NVQ", "DBS", "Cardiff", "Edinburgh", "Glasgow",
        "Bristol", "NHS",
    ]),
    (Country::Singapore, &["Singapore", "Pte Ltd", "Pte. Ltd", "NUS", "Polytechnic, Singapore"]),
    (Country::HongKong, &["Hong Kong", "Kowloon", "HKDSE", "New Territories"]),
    (Country::Australia, &[
        "Australia", " NSW", " VIC", " QLD", " WA ", "Sydney", "Melbourne", "Brisbane", "Perth", "Adelaide", "TAFE",
        "Pty", "Tasmania", "Hobart", "Darwin", "Canberra", "New South Wales", "Queensland", "Victoria ",
    ]),
    (Country::Malaysia, &[
        "Malaysia", "Kuala Lumpur", "Selangor", "Sdn", "Johor", "Penang", "NRIC", "Shah Alam", "Petaling", "SPM", "Ipoh",
    ]),
    (Country::Philippines, &[
        "Philippines", "Manila", "Cebu", "Quezon", "Brgy", "BRGY", "Davao", "Makati", "Iloilo", "Batangas", "Luzon",
    ]),
    (Country::India, &[
        "India", "Bengaluru", "Bangalore", "Mumbai", "Chennai", "Hyderabad", "Pune", "Delhi", "Kolkata", "Pvt", "B.Tech",
        "Gujarat", "Kerala", "Maharashtra", "Tamil Nadu",
    ]),
];

fn judge(line: &str, lower: &str, at: std::ops::Range<usize>, home: Country) -> Option<(i32, String)> {
    let raw = &line[at.clone()];
    let before = &line[..at.start];
    let after = &line[at.end..];
    let joined = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '_' | '#' | '=');
    if before.ends_with(joined) || after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '@' | '%' | '_'))
    {
        return None;
    }
    let trunk = raw.replace("(0)", "");
    let plus = trunk.contains('+');
    let digits: String = trunk.chars().filter(char::is_ascii_digit).collect();
    if !super::dates::find(raw).is_empty() && !plus {
        let looks_mobile = digits.len() >= 10
            && (digits.starts_with("08")
                || digits.starts_with('1') && !digits.starts_with("19")
                || digits.starts_with("62"));
        if !looks_mobile {
            return None;
        }
    }
    let (mut score, number) = interpret(raw, &digits, plus, home)?;
    let head = lower.get(..at.start).unwrap_or_default();
    let near: String = head.chars().rev().take(16).collect::<Vec<_>>().into_iter().rev().collect();
    // Text after another number belongs to that one.
    let near = near.rsplit([')', ';']).next().unwrap_or_default();
    if SIGNS.iter().any(|sign| near.contains(sign)) {
        score += 2;
    }
    // "9111 5502 (HP) / 6555 0180 (Home)"
    let behind: String = lower.get(at.end..).unwrap_or_default().chars().take(9).collect();
    let label = behind.trim_start().strip_prefix(['(', '（']).and_then(|open| open.split([')', '）']).next());
    let fixed = |label: &str| match label {
        "o" | "h" | "w" | "r" => true,
        label => LANDLINES.iter().any(|word| label.contains(word.trim_start_matches('('))),
    };
    if label.is_some_and(fixed) {
        score -= 3;
    } else if label.is_some_and(|label| SIGNS.iter().any(|sign| label.contains(sign)) || label == "m") {
        score += 2;
    }
    if LANDLINES.iter().any(|word| near.contains(word)) {
        score -= 3;
    }
    if ANTI_SIGNS.iter().any(|sign| near.contains(sign)) {
        score -= 8;
    }
    (score > 0).then_some((score, number))
}

/// Personal data is expected within this many characters.
const TOP: usize = 1_500;

/// Prefixes of mobile numbers after country codes.
#[rustfmt::skip]
const MOBILES: &[(&str, &[&str])] = &[
    ("351", &["9"]), ("353", &["8"]), ("358", &["4", "5"]), ("34", &["6", "7"]), ("33", &["6", "7"]), ("49", &["15", "16", "17"]), ("44", &["7"]),
    ("39", &["3"]), ("61", &["4"]), ("64", &["2"]), ("65", &["8", "9"]), ("60", &["1"]), ("66", &["6", "8", "9"]), ("63", &["9"]),
    ("91", &["6", "7", "8", "9"]), ("971", &["5"]), ("966", &["5"]), ("27", &["6", "7", "8"]), ("31", &["6"]), ("32", &["4"]),
    ("46", &["7"]), ("41", &["7"]), ("43", &["6"]), ("90", &["5"]), ("30", &["6"]), ("81", &["70", "80", "90"]), ("82", &["10"]),
    ("86", &["1"]), ("62", &["8"]), ("852", &["5", "6", "9"]), ("886", &["9"]), ("234", &["7", "8", "9"]), ("254", &["7", "1"]),
];

fn interpret(raw: &str, digits: &str, plus: bool, home: Country) -> Option<(i32, String)> {
    let length = digits.len();
    if plus {
        // +62 0812…: the trunk zero does not follow a country code.
        for code in ["62", "86", "44", "61", "65", "60"] {
            if let Some(rest) = digits.strip_prefix(code)
                && let Some(rest) = rest.strip_prefix('0')
            {
                return (8..=13).contains(&(rest.len() + 2)).then(|| (9, format!("+{code}{rest}")));
            }
        }
        let fixed = MOBILES
            .iter()
            .find(|(code, _)| digits.starts_with(code))
            .is_some_and(|(code, mobiles)| !mobiles.iter().any(|mobile| digits[code.len()..].starts_with(mobile)));
        return (8..=15).contains(&length).then(|| (9 - i32::from(fixed), format!("+{digits}")));
    }
    if let Some(rest) = digits.strip_prefix("00")
        && (10..=15).contains(&rest.len())
        && ["86", "62", "65", "60", "44", "1", "61", "852"].iter().any(|code| rest.starts_with(code))
    {
        return Some((8, format!("+{rest}")));
    }
    let chinese_mobile =
        |d: &str| d.len() == 11 && d.starts_with('1') && d.as_bytes().get(1).is_some_and(|b| (b'3'..=b'9').contains(b));
    let groups: Vec<usize> =
        raw.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|&count| count > 0).collect();
    // 1-303-555-0147
    if groups == [1, 3, 3, 4] && digits.starts_with('1') {
        return Some((6, format!("+{digits}")));
    }
    if chinese_mobile(digits) && home != Country::America {
        return Some((8, format!("+86{digits}")));
    }
    let national = digits.strip_prefix('0').unwrap_or(digits);
    let abroad = match home {
        Country::Australia => digits.starts_with("04") && length == 10,
        Country::Singapore if digits.starts_with("65") && length == 10 => return Some((8, format!("+{digits}"))),
        Country::Malaysia => digits.starts_with("01") && (10..=11).contains(&length),
        Country::Philippines => digits.starts_with("09") && length == 11,
        Country::Other(at) => {
            let trunk = &TRUNKS[at];
            length == trunk.digits && trunk.mobiles.iter().any(|mobile| digits.starts_with(mobile))
        }
        Country::India => national.len() == 10 && national.starts_with(['6', '7', '8', '9']),
        // In Chinese, with a zero in front: Taiwan.
        Country::China if digits.starts_with("09") && length == 10 => return Some((8, format!("+886{national}"))),
        _ => false,
    };
    if abroad && let Some(code) = home.code() {
        return Some((8, format!("+{code}{national}")));
    }
    if let Some(rest) = digits.strip_prefix("86")
        && chinese_mobile(rest)
    {
        return Some((8, format!("+86{rest}")));
    }
    if let Some(rest) = digits
        .strip_prefix("08")
        .filter(|_| (10..=13).contains(&length) && !(home == Country::China && raw.contains('-') && length > 11))
    {
        if home == Country::China && raw.split(['-', ' ']).next().is_some_and(|area| area.len() == 4) && length >= 11 {
            return Some((5, format!("+86{}", &digits[1..])));
        }
        return Some((8, format!("+628{rest}")));
    }
    if digits.starts_with("628") && (11..=14).contains(&length) {
        return Some((8, format!("+{digits}")));
    }
    if matches!(home, Country::Britain | Country::Unknown) && digits.starts_with("07") && length == 11 {
        return Some((8, format!("+44{}", &digits[1..])));
    }
    let grouped = raw.contains(['-', ' ', '(', '.', ')']);
    if digits.starts_with('0') && (9..=12).contains(&length) && grouped {
        return Some((5, home.code().map_or_else(|| digits.to_owned(), |code| format!("+{code}{}", &digits[1..]))));
    }
    if length == 11 && digits.starts_with('1') && grouped {
        return Some((6, format!("+{digits}")));
    }
    if home == Country::Indonesia && digits.starts_with('8') && (10..=12).contains(&length) {
        return Some((5, format!("+62{digits}")));
    }
    if length == 10 && (grouped || home == Country::America && digits.starts_with(|c| ('2'..='9').contains(&c))) {
        // (312) 555-0109, 312.555.0109
        // Numbers of companies in China are grouped so too: 400-…, 800-….
        let foreign = home == Country::China && !digits.starts_with("400") && !digits.starts_with("800");
        let american = home == Country::America || (home == Country::Unknown || foreign) && groups == [3, 3, 4];
        let number = if american && digits.starts_with(['2', '3', '4', '5', '6', '7', '8', '9']) {
            format!("+1{digits}")
        } else {
            digits.to_owned()
        };
        return Some((5, number));
    }
    if home == Country::Singapore && length == 8 && digits.starts_with(['6', '8', '9']) {
        let mobile = !digits.starts_with('6');
        return Some((4 + i32::from(mobile), format!("+65{digits}")));
    }
    if home == Country::HongKong && length == 8 && digits.starts_with(['2', '3', '5', '6', '9']) {
        let mobile = digits.starts_with(['5', '6', '9']);
        return Some((4 + i32::from(mobile), format!("+852{digits}")));
    }
    ((8..=12).contains(&length) && grouped && raw.contains('-')).then(|| (1, digits.to_owned()))
}
