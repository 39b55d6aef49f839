//! Partial points from the job's ladders.

use bole_domain::evaluation::Verdict;
use bole_domain::profile::Profile;

use super::cues::cued;
use super::facet::{self, Facet};
use super::job::{Ladder, Rung};
use super::judge::{self, Finding, Missing};
use super::resume_match::ResumeMatch;
use super::text::unit;

/// A finding with the share of the points given by the job's ladder.
pub fn with_ladder_credit(
    candidate: &ResumeMatch<'_, '_>,
    profile: &Profile,
    whole: Finding,
    facets: &[Facet],
    ladder: &Ladder,
) -> Finding {
    if ladder.rungs.is_empty() && !ladder.is_pro_rata {
        return whole;
    }
    if whole.verdict == Verdict::Met {
        return Finding { share: Some(1.0), ..whole };
    }
    for rung in &ladder.rungs {
        let below = judge::criterion(candidate, profile, &asked_by(rung, facets), &rung.text);
        if below.verdict == Verdict::Met {
            let missing = vec![Missing::Rung(rung.text.clone())];
            let verdict = Verdict::Partly;
            return Finding {
                verdict,
                share: Some(rung.share),
                missing,
                refuted: false,
                subject: whole.subject,
                ..below
            };
        }
    }
    let share = whole.years.as_ref().filter(|_| ladder.is_pro_rata && whole.verdict == Verdict::Partly).map(|claim| {
        let months: i32 = claim.periods.iter().map(|period| period.end.index() - period.start.index() + 1).sum();
        unit(f64::from(months) / 12.0 / claim.required)
    });
    // Below the lowest step, less than its share.
    let least = ladder.rungs.last().map(|rung| rung.share).filter(|_| whole.verdict == Verdict::Partly);
    Finding { share: share.or(least.map(|least| least / 2.0)), ..whole }
}

/// The requirement of a step: its own words, with the criterion's kind of years or degree.
fn asked_by(rung: &Rung, top: &[Facet]) -> Vec<Facet> {
    let lower = rung.text.to_lowercase();
    let years = if cued("gate.fewer", &lower) { Some(0.1) } else { facet::years_in(&lower) };
    let own = facet::read(&rung.text);
    let narrowed = |facet: &Facet| match (facet, years) {
        (Facet::Years { scope, leading, places, words, groups, .. }, Some(min)) => Some(Facet::Years {
            min,
            scope: scope.clone(),
            leading: *leading,
            places: *places,
            words: words.clone(),
            groups: groups.clone(),
        }),
        _ => None,
    };
    let of_years: Vec<Facet> = top.iter().filter_map(narrowed).collect();
    if !of_years.is_empty() {
        return of_years;
    }
    let degree = own.iter().find_map(|facet| if let Facet::Degree { level, .. } = facet { Some(*level) } else { None });
    let lowered = |facet: &Facet| match (facet, degree) {
        (Facet::Degree { majors, words, .. }, Some(level)) => {
            Some(Facet::Degree { level, majors: majors.clone(), words: words.clone() })
        }
        _ => None,
    };
    let of_degree: Vec<Facet> = top.iter().filter_map(lowered).collect();
    if of_degree.is_empty() { own } else { of_degree }
}
