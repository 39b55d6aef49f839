//! A model's answer about a resume, read criterion by criterion: what cannot be understood is missing, and the rest stays.

use bole_domain::evaluation::Verdict;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::lenient;
use super::reading::Person;

#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Answer {
    pub(super) criteria: Vec<Mark>,
    pub(super) gaps: Vec<Gap>,
    pub(super) summary: String,
    pub(super) person: Option<Person>,
}

/// The fields of an answer, which has its marks at least.
#[derive(Deserialize)]
struct Fields {
    #[serde(deserialize_with = "marks")]
    criteria: Vec<Mark>,
    #[serde(default, deserialize_with = "gaps")]
    gaps: Vec<Gap>,
    #[serde(default, deserialize_with = "lenient::text")]
    summary: String,
    #[serde(default, deserialize_with = "person")]
    person: Option<Person>,
}

impl TryFrom<Value> for Answer {
    type Error = serde_json::Error;

    fn try_from(written: Value) -> Result<Self, Self::Error> {
        // Small models answer the list of marks alone.
        let written = if written.is_array() { serde_json::json!({ "criteria": written }) } else { written };
        let Fields { criteria, gaps, summary, person } = Fields::deserialize(written)?;
        Ok(Self { criteria, gaps, summary, person })
    }
}

/// What the model says about one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) id: String,
    /// The numbers of the lines that prove it, best first.
    pub(super) lines: Vec<u64>,
    pub(super) grade: Grade,
}

/// What a resume leaves open about one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) id: String,
    pub(super) missing: String,
    pub(super) question: String,
}

/// A verdict with its degree, each anchored in the instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grade {
    Strong,
    Met,
    Partly,
    Weak,
    Not,
    Unknown,
}

impl Grade {
    pub(super) const ALL: [Self; 6] = [Self::Strong, Self::Met, Self::Partly, Self::Weak, Self::Not, Self::Unknown];

    /// As models are asked to write it.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Met => "met",
            Self::Partly => "partly",
            Self::Weak => "weak",
            Self::Not => "not",
            Self::Unknown => "unknown",
        }
    }

    /// Also in the words of models that do not keep to the list, and as a number from 0 to 4.
    fn read(written: &str) -> Option<Self> {
        let word: String = written.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        Some(match word.as_str() {
            "strong" | "strongly" | "stronglymet" | "exceeds" | "exceeded" | "4" => Self::Strong,
            "met" | "yes" | "full" | "fully" | "fullymet" | "satisfied" | "3" | "符合" | "满足" | "terpenuhi" => {
                Self::Met
            }
            "partly" | "partial" | "partially" | "partlymet" | "partiallymet" | "2" | "部分符合" | "部分满足"
            | "sebagian" => Self::Partly,
            "weak" | "weakly" | "claimed" | "listed" | "1" => Self::Weak,
            "not" | "notmet" | "unmet" | "no" | "none" | "0" | "不符合" | "不满足" | "tidakterpenuhi" => {
                Self::Not
            }
            "unknown" | "unclear" | "notmentioned" | "notstated" | "na" | "未知" | "未提及" | "无法判断"
            | "tidakdiketahui" => Self::Unknown,
            _ => return None,
        })
    }

    pub(super) const fn verdict(self) -> Verdict {
        match self {
            Self::Strong | Self::Met => Verdict::Met,
            Self::Partly | Self::Weak => Verdict::Partly,
            Self::Not => Verdict::Not,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The strength within the verdict; none where the verdict has no degrees.
    pub(super) const fn strength(self) -> Option<f64> {
        match self {
            Self::Strong => Some(1.0),
            Self::Met => Some(0.8),
            Self::Partly => Some(0.6),
            Self::Weak => Some(0.1),
            Self::Not | Self::Unknown => None,
        }
    }

    pub(super) const fn confidence(self) -> f64 {
        match self {
            Self::Strong => 0.95,
            Self::Met | Self::Not => 0.85,
            Self::Partly => 0.75,
            Self::Unknown => 0.7,
            Self::Weak => 0.6,
        }
    }
}

/// The objects of a list; also of an object whose keys are the ids.
fn objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Map<String, Value>>, D::Error> {
    let of_id = |(id, value): (String, Value)| match value {
        Value::Object(mut object) => {
            object.entry("id").or_insert(Value::String(id));
            Some(object)
        }
        _ => None,
    };
    match Value::deserialize(deserializer)? {
        Value::Array(values) => Ok(values
            .into_iter()
            .filter_map(|value| if let Value::Object(object) = value { Some(object) } else { None })
            .collect()),
        Value::Object(values) => Ok(values.into_iter().filter_map(of_id).collect()),
        _ => Err(serde::de::Error::custom("criteria is no list")),
    }
}

fn marks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Mark>, D::Error> {
    let mark = |mut object: Map<String, Value>| {
        let mut take = |key: &str| object.remove(key).unwrap_or_default();
        let grade = Grade::read(&lenient::text_of(take("verdict")))?;
        Some(Mark { id: id(take("id")), lines: lenient::numbers_of(&take("lines")), grade })
    };
    Ok(objects(deserializer)?.into_iter().filter_map(mark).collect())
}

fn gaps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Gap>, D::Error> {
    let gap = |mut object: Map<String, Value>| {
        let mut take = |key: &str| object.remove(key).unwrap_or_default();
        let (id, missing) = (id(take("id")), lenient::text_of(take("missing")));
        Gap { id, missing, question: lenient::text_of(take("question")) }
    };
    // Gaps are a help; without them the marks stay.
    Ok(objects(deserializer).unwrap_or_default().into_iter().map(gap).collect())
}

/// The profile; one that cannot be read is none, since the built-in reader has one.
fn person<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Person>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(if value.is_object() { serde_json::from_value(value).ok() } else { None })
}

fn id(value: Value) -> String {
    lenient::text_of(value).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(answer: Value) -> Answer {
        serde_json::from_value(answer).unwrap()
    }

    #[test]
    fn marks_are_read_one_by_one() {
        let answer = read(json!({
            "criteria": [
                { "id": "c1", "lines": ["12"], "reason": "", "verdict": "Met" },
                { "id": "c2", "lines": "13", "verdict": "partial", "confidence": "0.9" },
                { "id": " c3 ", "lines": null, "verdict": "Not met." },
                { "id": "c4", "lines": [], "verdict": "splendid" },
                { "id": "c5", "verdict": 4 },
                "c6 is met",
                { "id": "c7", "lines": [2], "verdict": "符合" },
            ],
            "gaps": "none",
            "summary": null,
            "person": [],
        }));
        let read: Vec<(&str, &[u64], Grade)> =
            answer.criteria.iter().map(|mark| (mark.id.as_str(), mark.lines.as_slice(), mark.grade)).collect();
        assert_eq!(
            read,
            [
                ("c1", &[12][..], Grade::Met),
                ("c2", &[13][..], Grade::Partly),
                ("c3", &[][..], Grade::Not),
                ("c5", &[][..], Grade::Strong),
                ("c7", &[2][..], Grade::Met),
            ]
        );
        assert!(answer.gaps.is_empty() && answer.summary.is_empty() && answer.person.is_none());
    }

    #[test]
    fn marks_may_be_the_whole_answer() {
        let answer = read(json!([{ "id": "c1", "lines": [1], "verdict": "met" }, { "id": "c2", "verdict": "not" }]));
        assert_eq!(answer.criteria.len(), 2);
        assert_eq!(answer.criteria[0], Mark { id: "c1".into(), lines: vec![1], grade: Grade::Met });
    }

    #[test]
    fn marks_may_stand_under_their_ids() {
        let answer = read(json!({ "criteria": { "c1": { "lines": [1], "verdict": "weak" } } }));
        assert_eq!(answer.criteria, [Mark { id: "c1".into(), lines: vec![1], grade: Grade::Weak }]);
        assert!(serde_json::from_value::<Answer>(json!({ "criteria": "all met" })).is_err());
        assert!(serde_json::from_value::<Answer>(json!({ "answer": "pong" })).is_err());
    }

    #[test]
    fn grades_are_read_as_they_are_written_and_keep_their_order() {
        for grade in Grade::ALL {
            assert_eq!(Grade::read(grade.as_str()), Some(grade));
        }
        assert!(Grade::Strong.strength() > Grade::Met.strength());
        assert!(Grade::Partly.strength() > Grade::Weak.strength());
    }
}
