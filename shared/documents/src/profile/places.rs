//! Recognises places, and removes them after names.

use super::classify::{chinese_company, latin_company, latin_title, words};
use super::lexicon::{places, sets};
use super::segments;
use super::text::is_han;

/// A city, a state, a country, or several separated by commas.
pub(super) fn is_place(piece: &str) -> bool {
    let piece = piece.trim().trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | '|'));
    // "Columbus, Ohio Area", "Greater Leeds Area"
    if let Some(area) = piece.strip_suffix(" Area")
        && (area.starts_with("Greater ")
            || area.ends_with(" Bay")
            || area.ends_with(" Metropolitan")
            || area.contains(", "))
    {
        return true;
    }
    // "Cleveland QLD"
    if piece.rsplit_once(' ').is_some_and(|(city, state)| AUSTRALIAN.contains(&state) && is_proper(city)) {
        return true;
    }
    if piece.is_empty() || piece.chars().count() > 60 {
        return false;
    }
    let one = |part: &str| {
        let part = part.trim();
        let lower = part.to_lowercase();
        let han = part.strip_suffix(['市', '省', '区', '县']).unwrap_or(part);
        sets::PLACES.contains(&lower)
            || sets::PLACES.contains(han)
            || ["kota ", "kab. ", "kabupaten ", "kec. "].iter().any(|prefix| lower.starts_with(prefix))
            || chinese_district(part)
    };
    let parts: Vec<&str> = piece.split([',', '/', '·', '-']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let state = |part: &str| {
        let word = part.split_whitespace().next().unwrap_or_default();
        places::STATES.contains(&word)
    };
    !parts.is_empty()
        && parts.iter().enumerate().all(|(at, part)| {
            one(part)
                || (at > 0 && state(part))
                || (at == 0
                    && parts.len() == 2
                    && parts[1..].iter().any(|next| state(next) || one(next) && !part.contains(' '))
                    && is_proper(part))
        })
}

/// States that follow their cities without a comma.
const AUSTRALIAN: [&str; 6] = ["NSW", "VIC", "QLD", "TAS", "ACT", "WA"];

fn chinese_district(part: &str) -> bool {
    let count = part.chars().count();
    if !part.chars().all(is_han) || !(2..=12).contains(&count) || chinese_company(part) >= 3 {
        return false;
    }
    sets::PLACES.beginnings(part).any(|city| {
        let rest = &part[city.len()..];
        rest.is_empty()
            || rest.ends_with(['市', '区', '县', '镇', '省'])
            || rest.starts_with(['市', '省']) && sets::PLACES.contains(rest.trim_start_matches(['市', '省']))
            || sets::PLACES.contains(rest)
    })
}

/// Removes a place after a comma: "Casco Bay Hospital, Portland, ME".
pub(super) fn without_place(piece: &str) -> String {
    let mut parts = segments::commas(piece);
    while parts.len() > 1 {
        let Some(last) = parts.last() else { break };
        if places::STATES.contains(&last.as_str()) {
            parts.pop();
            if parts.len() > 1 && parts.last().is_some_and(|city| is_proper(city)) {
                parts.pop();
            } else if let Some((company, city)) = parts.last().and_then(|last| last.rsplit_once('-'))
                && is_proper(city)
                && !company.ends_with(' ')
            {
                // "Dollar Barn-Memphis, TN"
                let company = company.to_owned();
                parts.pop();
                parts.push(company);
            }
        } else if is_place(last) || is_city_with_state(last) {
            parts.pop();
        } else {
            break;
        }
    }
    parts.join(", ")
}

/// "Corona CA"
fn is_city_with_state(part: &str) -> bool {
    part.rsplit_once(' ').is_some_and(|(city, state)| {
        places::STATES.contains(&state) && state.chars().all(char::is_uppercase) && is_proper(city)
    })
}

fn is_proper(part: &str) -> bool {
    part.split_whitespace().count() <= 3
        && part.split_whitespace().all(|word| word.chars().next().is_some_and(char::is_uppercase))
        && evidence_free(part)
}

fn evidence_free(part: &str) -> bool {
    let words = words(part);
    latin_company(&words, 0) < 3 && latin_title(&words, part) == 0
}
