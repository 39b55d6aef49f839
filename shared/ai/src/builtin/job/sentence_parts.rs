//! Splits a sentence into its requirements, preferences, lists and remarks.

use std::sync::LazyLock;

use regex::Regex;

use super::super::cues::cued;
use super::super::sections::Section;
use super::super::sentences::clauses;
use super::super::text::amount;
use super::super::{degree, facet, sentence_kinds};

/// Whether a text states a preference.
pub(super) fn prefers(text: &str) -> bool {
    let clauses = clauses(text);
    let first = clauses.first().copied().unwrap_or(text);
    let lower = first.to_lowercase();
    // "Five years, preferably in retail" requires the years.
    if ["demikian pula", "as would", "同样"].iter().any(|cue| text.contains(cue)) && cued("nice", &text.to_lowercase())
    {
        return true;
    }
    cued("nice", &lower) && (clauses.len() == 1 || !splits(&lower))
        || (clauses.len() == 2 && cued("nice.alone", clauses[1].to_lowercase().trim()))
}

/// Whether a preference in the middle of a sentence does not extend to the rest.
fn splits(lower: &str) -> bool {
    ["preferably", "ideally", "diutamakan "].iter().any(|cue| lower.find(cue).is_some_and(|at| at > 12))
}

/// Splits a sentence with a requirement and a preference into several criteria.
pub(super) fn pieces(sentence: &str, section: Option<Section>) -> Vec<&str> {
    let found = clauses(sentence);
    let nice = |clause: &str| cued("nice", &clause.to_lowercase()) && !splits(&format!("{clause} ").to_lowercase());
    if section == Some(Section::Nice)
        || found.len() < 2
        || !found.iter().any(|clause| nice(clause))
        || found.iter().all(|clause| nice(clause))
    {
        return vec![sentence];
    }
    let mut runs: Vec<(usize, usize, bool)> = Vec::new();
    for clause in found {
        let from = clause.as_ptr() as usize - sentence.as_ptr() as usize;
        let is_nice = nice(clause) && !dangles(clause);
        match runs.last_mut() {
            Some(last) if last.2 == is_nice => last.1 = from + clause.len(),
            _ => runs.push((from, from + clause.len(), is_nice)),
        }
    }
    runs.into_iter().filter_map(|(from, to, _)| sentence.get(from..to)).collect()
}

/// Whether a clause depends on the previous one: "preferably in retail".
fn dangles(clause: &str) -> bool {
    ["preferably", "ideally", "especially", "diutamakan", "terutama", "sebaiknya"]
        .iter()
        .any(|cue| clause.to_lowercase().starts_with(cue))
}

/// How much text around a joint is considered, so that the cost stays linear.
const BESIDE: usize = 600;

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(BESIDE)]
}

fn ending(text: &str) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(BESIDE))..]
}

/// Splits a prose sentence, in a language with spaces, at a colon and at "and" if both sides are requirements.
pub(super) fn sentence_parts(sentence: &str) -> Vec<&str> {
    let body = match sentence.split_once([':', '：']) {
        Some((head, rest)) if !sentence_kinds::is_provable(head) => rest.trim(),
        _ => sentence,
    };
    let body = ["but ", "tapi ", "tetapi ", "namun "].iter().fold(body, |body, cue| {
        body.find(&format!(" {cue}")).filter(|at| amount(&body[..*at]) >= 8).map_or(body, |at| &body[..at])
    });
    let own = |text: &str| {
        let lower = text.to_lowercase();
        facet::years_in(&lower).is_some()
            || degree::level_in(&lower).is_some()
            || sentence_kinds::is_trait(text)
            || prefers(text)
            || cued("asks.verb", &lower)
    };
    const JOINTS: [&str; 11] = [
        ", demikian pula ",
        ", dan ",
        ", and ",
        ", serta ",
        " - ",
        " and ",
        " dan ",
        " serta ",
        " yang ",
        " as would ",
        ", ",
    ];
    if let Some(lead) = LEAD.as_ref().and_then(|lead| lead.find(body))
        && let Some(listed) = joined_list(&body[lead.end()..])
    {
        return listed;
    }
    if listed_clauses(body) {
        return clauses(body)
            .into_iter()
            .map(|part| part.trim_start_matches("and ").trim_start_matches("dan "))
            .collect();
    }
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < body.len() {
        let joint = JOINTS.iter().find(|joint| body.get(at..).is_some_and(|rest| rest.starts_with(**joint)));
        let Some(joint) = joint else {
            at += body[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let (one, other) = (ending(&body[start..at]), beginning(&body[at + joint.len()..]));
        let is_open = one.matches(['(', '（']).count() > one.matches([')', '）']).count();
        let asks = sentence_kinds::asks(one) || *joint == " - ";
        if !is_open && own(other) && asks && amount(one) >= 6 {
            found.push(body[start..at].trim());
            start = at + joint.len();
        }
        at += joint.len();
    }
    found.push(body[start..].trim());
    found
        .iter()
        .flat_map(|thought| {
            let inner = clauses(thought);
            // "…, I don't insist on it" comments on the previous clause.
            let cut = inner.iter().position(|clause| sentence_kinds::is_comment(clause));
            match cut {
                Some(at) if at > 0 => {
                    let end = inner[at - 1].as_ptr() as usize + inner[at - 1].len() - thought.as_ptr() as usize;
                    vec![thought[..end].trim()]
                }
                _ => vec![*thought],
            }
        })
        .collect()
}

/// "a forklift licence, three years in a warehouse and basic Excel": the list in a sentence.
fn joined_list(body: &str) -> Option<Vec<&str>> {
    const LONGEST_PART: usize = 14;
    let mut parts = clauses(body);
    let last = parts.pop()?;
    let last = last.strip_prefix("and ").or_else(|| last.strip_prefix("dan ")).map_or_else(
        || {
            [" and ", " dan ", " serta "]
                .iter()
                .find_map(|joint| last.rsplit_once(joint))
                .map_or(vec![last], |(one, other)| vec![one, other])
        },
        |last| vec![last],
    );
    parts.extend(last);
    let either = parts.iter().any(|part| {
        part.starts_with("or ") || part.starts_with("atau ") || part.split_whitespace().count() > LONGEST_PART
    });
    let asked = parts.iter().filter(|part| sentence_kinds::asks(part)).count();
    (parts.len() >= 3 && !either && asked >= 2).then_some(parts)
}

/// Whether a sentence is a comma-separated list of requirements.
fn listed_clauses(sentence: &str) -> bool {
    let found = clauses(sentence);
    let own = |clause: &&&str| {
        let lower = clause.to_lowercase();
        cued("asks", &lower)
            || cued("asks.verb", &format!("{lower} "))
            || sentence_kinds::is_trait(clause)
            || facet::years_in(&lower).is_some()
            || prefers(clause)
    };
    found.len() >= 3 && found.iter().filter(own).count() * 3 > found.len() * 2
}

static LEAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:our |the )?ideal (?:candidate|person|hire) |dicari |kalau |yang (?:terpenting|utama|penting),?\s*)?(?:(?:calon )?(?:\w+ )?harus |mencari |(?:kami|kita) (?:mencari|membutuhkan|butuh|ingin) |\w+ yang |(?:what )?(?:i|we)(?:'re| are|'d| would)?(?: really| also| mainly)? (?:look(?:ing)? for|need|want|like|love|expect|care about|insist on)(?: to see)?(?: someone| somebody| people| a person| candidates?)?(?: who| with| that)? |(?:they|you|he or she|she|he|candidates?|applicants?|the person|this person)(?: really| also| definitely)? (?:should|must|needs?|has|have|ought)(?: to)?(?: also)?(?: have| be)? |(?:someone|somebody|people|anyone) (?:who|with) |如果(?:还|能|有)?|另外|还|同时|其次|首先|最重要的是|最好是?)").ok()
});

static TAIL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?: (?:wajib|akan kami|akan|merupakan|menjadi nilai|adalah) .{0,40}| matters? .{0,40}| (?:is|are) (?:a must|the minimum|essential|required|important|key|what|non-negotiable|mandatory|critical).{0,40}|的?(?:赶紧|直接)?(?:推给我|发给我)|就更好了?|也行)$").ok()
});

/// A prose clause without its introductory words and those that only state importance.
pub(super) fn without_lead(clause: &str) -> &str {
    let from = LEAD.as_ref().and_then(|lead| lead.find(clause)).map_or(0, |lead| lead.end());
    let body = &clause[from..];
    let to = TAIL.as_ref().and_then(|tail| tail.find(body)).map_or(body.len(), |tail| tail.start());
    let kept = body[..to].trim();
    if amount(kept) >= 6 { kept } else { clause }
}

pub(super) fn trimmed(text: &str) -> &str {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "，,；;。、:：-–—.|".contains(c));
    ["pria/wanita", "pria / wanita", "laki-laki/perempuan", "male/female"]
        .iter()
        .find(|lead| text.to_lowercase().starts_with(*lead))
        .map_or(text, |lead| text[lead.len()..].trim_start_matches([',', ' ']))
}
