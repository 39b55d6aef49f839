//! What differs between two versions of an offer.

use time::format_description::well_known::Rfc3339;

use super::{OfferText, SalaryPart};
use crate::wire_enum;

wire_enum! {
    /// A part of an offer that an approver checks.
    pub enum OfferField {
        /// The position.
        Position => "position",
        /// The salary.
        Salary => "salary",
        /// Its components, one a line.
        SalaryParts => "salary_parts",
        /// The first day, as YYYY-MM-DD.
        StartDate => "start_date",
        /// The deadline for an answer, as RFC 3339.
        Deadline => "expires_at",
        /// The place of work.
        Place => "place",
        /// Further terms.
        Terms => "terms",
        /// The letter, as written.
        Letter => "letter",
        /// Internal notes.
        Notes => "notes",
    }
}

/// A changed part of an offer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct OfferFieldChange {
    /// The part.
    pub field: OfferField,
    /// Its earlier content; empty if there was none.
    pub before: String,
    /// Its current content; empty if there is none.
    pub after: String,
}

/// The parts that differ, in the order of the form.
#[must_use]
pub fn changes(before: &OfferText, after: &OfferText) -> Vec<OfferFieldChange> {
    let change = |field: &OfferField| {
        let [before, after] = [content(before, *field), content(after, *field)];
        (before != after).then_some(OfferFieldChange { field: *field, before, after })
    };
    OfferField::ALL.iter().filter_map(change).collect()
}

fn content(text: &OfferText, field: OfferField) -> String {
    match field {
        OfferField::Position => text.position.clone(),
        OfferField::Salary => text.salary.clone(),
        OfferField::SalaryParts => {
            let line = |SalaryPart { name, amount }: &SalaryPart| format!("{name}: {amount}");
            text.salary_parts.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        OfferField::StartDate => text.start_date.map(|date| date.to_string()).unwrap_or_default(),
        OfferField::Deadline => text.expires_at.and_then(|at| at.format(&Rfc3339).ok()).unwrap_or_default(),
        OfferField::Place => text.place.clone(),
        OfferField::Terms => text.terms.clone(),
        OfferField::Letter => text.letter.clone(),
        OfferField::Notes => text.notes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn only_what_differs_is_named() {
        let before = OfferText { salary: "30k".into(), place: "Shanghai".into(), ..OfferText::default() };
        assert_eq!(changes(&before, &before), []);
        let parts = vec![SalaryPart { name: "Base".into(), amount: "25k".into() }];
        let start_date = Some(date!(2026 - 12 - 15));
        let after = OfferText { salary: "32k".into(), salary_parts: parts, start_date, ..before.clone() };
        let change = |field, before: &str, after: &str| OfferFieldChange {
            field,
            before: before.to_owned(),
            after: after.to_owned(),
        };
        let expected = [
            change(OfferField::Salary, "30k", "32k"),
            change(OfferField::SalaryParts, "", "Base: 25k"),
            change(OfferField::StartDate, "", "2026-12-15"),
        ];
        assert_eq!(changes(&before, &after), expected);
    }
}
