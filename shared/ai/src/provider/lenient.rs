//! Reads values of a model's answer that are nearly what was asked for: numbers as strings, one value in place of a list,
//! `null` in place of nothing.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A text; other values as they are written, and nothing for `null`.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(text_of(Value::deserialize(deserializer)?))
}

/// A whole number, if it is one.
pub(crate) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Ok(numbers_of(&Value::deserialize(deserializer)?).first().copied())
}

/// A truth value; anything but `true` is false.
pub(crate) fn truth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(text_of(Value::deserialize(deserializer)?).eq_ignore_ascii_case("true"))
}

/// Whole numbers; a single one is a list as well.
pub(crate) fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    Ok(numbers_of(&Value::deserialize(deserializer)?))
}

/// The entries of a list that can be read; none where there is no list.
pub(crate) fn list<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Array(values) => values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect(),
        _ => Vec::new(),
    })
}

pub(crate) fn text_of(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}

/// The whole numbers of a value: `12`, `"12"`, `"L12"`, `"12, 14"`, `[12, "14"]`, `"12| the line's text"`.
pub(crate) fn numbers_of(value: &Value) -> Vec<u64> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .or_else(|| number.as_f64().filter(|float| *float >= 0.0 && float.fract() == 0.0).map(|float| float as u64))
            .into_iter()
            .collect(),
        Value::String(text) => {
            // Models copy a line with its number, and its text has numbers of its own.
            let numbers = text.split(['|', ':', '：']).next().unwrap_or_default();
            numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
        }
        Value::Array(values) => values.iter().flat_map(numbers_of).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_read_from_texts_and_single_values() {
        for (written, numbers) in [
            (json!([12, "14"]), vec![12, 14]),
            (json!("L12, L14"), vec![12, 14]),
            (json!(12), vec![12]),
            (json!(12.0), vec![12]),
            (json!([[3]]), vec![3]),
            (json!("12| Ran 3 shops with 4 people"), vec![12]),
            (json!(["L7: 2 years", "8：3 人"]), vec![7, 8]),
            (json!("none"), Vec::new()),
            (json!(-1), Vec::new()),
            (Value::Null, Vec::new()),
        ] {
            assert_eq!(numbers_of(&written), numbers, "{written}");
        }
        assert_eq!(text_of(json!(7)), "7");
        assert_eq!(text_of(Value::Null), "");
    }
}
