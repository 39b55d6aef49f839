//! What becomes of the records of two people who turn out to be one, and when the merge is undone.

use serde_json::{Map, Value, json};

use crate::phone::are_same;

/// A record, or a part of it: values by field.
pub type Fields = Map<String, Value>;

/// Fields whose value is taken from the merged person if the kept one has none.
const FILLED: [&str; 12] = [
    "name",
    "email",
    "phone",
    "current_company",
    "current_position",
    "education",
    "skills",
    "total_years_of_experience",
    "is_in_talent_pool",
    "starred",
    "expected_salary",
    "current_salary",
];

/// How the kept person's record changes: field → `{"from": …, "to": …}`. It keeps its values and takes what it has not;
/// addresses and numbers that have no place become another way to contact the person.
#[must_use]
pub fn merged(kept: &Fields, other: &Fields) -> Fields {
    let mut changes = Fields::new();
    for field in FILLED {
        if is_blank(kept.get(field)) && !is_blank(other.get(field)) {
            change(&mut changes, field, kept, other[field].clone());
        }
    }
    let tags = union(list(kept.get("tags")), list(other.get("tags")));
    change(&mut changes, "tags", kept, Value::Array(tags));
    let contact = contact(kept, other, &changes);
    change(&mut changes, "contact", kept, contact);
    changes
}

/// The values of a record after a merge's changes are undone; what was edited since then stays.
#[must_use]
pub fn unmerged(current: &Fields, changes: &Fields) -> Fields {
    let mut restored = Fields::new();
    for (field, change) in changes {
        let now = current.get(field).unwrap_or(&Value::Null);
        if field == "tags" {
            let (from, to) = (list(change.get("from")), list(change.get("to")));
            let own = list(Some(now)).into_iter().filter(|tag| from.contains(tag) || !to.contains(tag));
            restored.insert(field.clone(), Value::Array(own.collect()));
        } else if *now == change["to"] {
            restored.insert(field.clone(), change["from"].clone());
        }
    }
    restored
}

fn change(changes: &mut Fields, field: &str, kept: &Fields, to: Value) {
    let from = kept.get(field).cloned().unwrap_or_default();
    if from != to {
        changes.insert(field.to_owned(), json!({ "from": from, "to": to }));
    }
}

fn is_blank(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Array(items)) => items.is_empty(),
        Some(_) => false,
    }
}

fn list(value: Option<&Value>) -> Vec<Value> {
    value.and_then(Value::as_array).cloned().unwrap_or_default()
}

fn union(mut items: Vec<Value>, others: Vec<Value>) -> Vec<Value> {
    for other in others {
        if !items.contains(&other) {
            items.push(other);
        }
    }
    items
}

fn contact(kept: &Fields, other: &Fields, changes: &Fields) -> Value {
    let text = |fields: &Fields, field: &str| fields.get(field).and_then(Value::as_str).map(str::to_owned);
    let known = [
        text(kept, "email"),
        text(kept, "phone"),
        changes.get("email").and_then(|change| change["to"].as_str().map(str::to_owned)),
        changes.get("phone").and_then(|change| change["to"].as_str().map(str::to_owned)),
    ];
    let mut contacts: Vec<String> = text(kept, "contact").into_iter().filter(|contact| !contact.is_empty()).collect();
    for further in ["email", "phone", "contact"].into_iter().filter_map(|field| text(other, field)) {
        let is_it = |known: &String| *known == further || are_same(Some(known), Some(&further));
        let is_known = known.iter().flatten().any(is_it) || contacts.iter().any(is_it);
        if !further.is_empty() && !is_known {
            contacts.push(further);
        }
    }
    if contacts.is_empty() {
        return kept.get("contact").cloned().unwrap_or_default();
    }
    Value::String(contacts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: Value) -> Fields {
        value.as_object().cloned().unwrap_or_default()
    }

    /// A record after changes.
    fn changed(record: &Fields, changes: &Fields) -> Fields {
        let mut record = record.clone();
        record.extend(changes.iter().map(|(field, change)| (field.clone(), change["to"].clone())));
        record
    }

    fn ann() -> Fields {
        fields(json!({
            "name": "Ann Tan", "email": "ann@example.com", "phone": null, "contact": null, "current_company": null,
            "education": [], "skills": ["Rust"], "total_years_of_experience": null, "is_in_talent_pool": false,
            "starred": true, "expected_salary": "", "current_salary": "20k", "tags": ["rust"],
        }))
    }

    fn wong() -> Fields {
        fields(json!({
            "name": "Ann Wong", "email": "wong@example.com", "phone": "+6281200001111", "contact": "wechat: annw",
            "current_company": "Yunfan", "education": [{ "degree": "MSc" }], "skills": ["Go"],
            "total_years_of_experience": 6.5, "is_in_talent_pool": true, "starred": false, "expected_salary": "30k",
            "current_salary": "25k", "tags": ["rust", "go"],
        }))
    }

    #[test]
    fn kept_record_takes_what_it_has_not_and_no_address_is_lost() {
        let after = changed(&ann(), &merged(&ann(), &wong()));
        let expected = json!({
            "name": "Ann Tan", "email": "ann@example.com", "phone": "+6281200001111",
            "contact": "wong@example.com, wechat: annw", "current_company": "Yunfan", "education": [{ "degree": "MSc" }],
            "skills": ["Rust"], "total_years_of_experience": 6.5, "is_in_talent_pool": true, "starred": true,
            "expected_salary": "30k", "current_salary": "20k", "tags": ["rust", "go"],
        });
        assert_eq!(Value::Object(after), expected);
        assert_eq!(merged(&ann(), &ann()), Fields::new());
        let shared = fields(json!({ "email": "ann@example.com", "contact": "ann@example.com" }));
        assert_eq!(merged(&ann(), &shared), Fields::new(), "a shared address is no other contact");
    }

    #[test]
    fn undoing_a_merge_restores_the_record() {
        let changes = merged(&ann(), &wong());
        let after = changed(&ann(), &changes);
        let mut restored = after.clone();
        restored.extend(unmerged(&after, &changes));
        assert_eq!(restored, ann());
    }

    #[test]
    fn undoing_a_merge_keeps_what_was_edited_since() {
        let changes = merged(&ann(), &wong());
        let mut edited = changed(&ann(), &changes);
        edited.insert("phone".into(), json!("+6281299990000"));
        edited.insert("tags".into(), json!(["rust", "go", "lead"]));
        let restored = unmerged(&edited, &changes);
        assert_eq!(restored.get("phone"), None);
        assert_eq!(restored["tags"], json!(["rust", "lead"]));
    }
}
