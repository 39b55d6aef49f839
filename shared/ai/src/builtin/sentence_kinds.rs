//! Classifies sentences of a job's text: provable requirements, traits for the interview, instructions to the
//! evaluator, advertising.

use super::ceiling;
use super::cues::cued;
use super::facet::{self, Facet};
use super::lexicon::{LEXICON, Sort};
use super::text::amount;

/// Whether a requirement is a trait or a willingness, to be asked in the interview because no resume proves it.
pub fn is_trait(text: &str) -> bool {
    let lower = text.to_lowercase();
    if !cued("trait", &lower) {
        return false;
    }
    let shown = |facet: &Facet| match facet {
        Facet::Years { .. }
        | Facet::Degree { .. }
        | Facet::Language { .. }
        | Facet::Cert(_)
        | Facet::Admitted { .. }
        | Facet::Leading(_)
        | Facet::Results => true,
        Facet::Concepts { needed, .. } => {
            needed.iter().any(|id| matches!(LEXICON.concept(*id).sort, Sort::Skill | Sort::Role))
        }
        _ => false,
    };
    !facet::read(text).iter().any(shown)
}

/// Whether a sentence contains a requirement that a resume can prove.
pub fn is_provable(text: &str) -> bool {
    let provable = |facet: &Facet| match facet {
        Facet::Soft | Facet::Experience | Facet::Results | Facet::Quantity(_) | Facet::Lesser(_) => false,
        Facet::Concepts { needed, .. } => !needed.is_empty(),
        _ => true,
    };
    facet::read(text).iter().any(provable)
}

/// Whether a criterion is shown by work, not by a degree or dates of employments.
pub fn is_shown_by_work(criterion: &str) -> bool {
    !facet::read(criterion).iter().any(|facet| matches!(facet, Facet::Degree { .. } | Facet::Years { .. }))
}

/// Whether a clause contains a requirement, provable or not.
pub fn asks(text: &str) -> bool {
    let lower = text.to_lowercase();
    is_provable(text)
        || is_trait(text)
        || cued("asks", &lower)
        || cued("nice", &lower)
        || cued("asks.verb", &format!("{lower} "))
}

/// Whether a sentence instructs the evaluator: points, what counts, whom to call.
pub fn is_rule(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    // "A licence in any state (ours by the start date is fine)": brackets advise next to the requirement.
    let outside = match (lower.find(['(', '（']), lower.rfind([')', '）'])) {
        (Some(from), Some(to)) if from > 0 && from < to => format!("{}{}", &lower[..from], &lower[to..]),
        _ => lower.clone(),
    };
    cued("guidance", &outside)
        || cued("excluded", &outside)
        || cued("about.judging", &outside)
        || cued("gate.out", &outside)
        || ceiling::of(&ceiling::plain(&outside)).is_some()
        || is_rung(&outside)
}

/// Whether a sentence deducts points.
pub fn deducts(sentence: &str) -> bool {
    ceiling::all(&ceiling::plain(sentence)).iter().any(|found| found.taken)
}

/// Whether a sentence caps the score.
pub fn caps(sentence: &str) -> bool {
    ceiling::of(&ceiling::plain(sentence)).is_some()
}

/// Whether a clause comments on its item: a step, or the consequence of lacking it.
pub fn is_comment(clause: &str) -> bool {
    is_rung(clause) || cued("comment", &clause.to_lowercase())
}

/// Whether a clause is a step of a ladder or the consequence of falling short: "满 2 年给 15 分", "2 yrs = 12", "pro rata
/// below".
pub fn is_rung(clause: &str) -> bool {
    cued("rung", &clause.to_lowercase()) || super::points::is_rung(clause)
}

/// Whether a sentence is advertising or about the employer.
pub fn is_offer(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    cued("skip", &lower) && !cued("work.with", &lower) && facet::years_in(&lower).is_none()
}

/// Whether a text is too short for a requirement.
pub fn is_empty(text: &str) -> bool {
    amount(text) < 3
}
