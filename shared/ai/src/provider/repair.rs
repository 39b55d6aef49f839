//! Extracts JSON from imperfect answers: code fences, surrounding text, trailing commas, line breaks in texts, numbers that
//! JSON does not have. JSON that ends in the middle is not completed, because what is missing may matter.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why an answer has no usable JSON.
#[derive(Debug)]
pub enum JsonError {
    /// It ends in the middle.
    Truncated,
    /// There is none.
    Missing,
    /// It is of another shape.
    Shape(serde_json::Error),
}

/// How many brackets are tried as the beginning of JSON.
const MAX_TRIES: usize = 32;

/// The first JSON object or list in an answer that can be read as this type, with small errors repaired.
///
/// # Errors
/// Why there is none.
pub fn json_in<T: DeserializeOwned>(answer: &str) -> Result<T, JsonError> {
    let mut failed = JsonError::Missing;
    let mut rest = answer;
    for _ in 0..MAX_TRIES {
        let Some(begin) = rest.find(['{', '[']) else { break };
        rest = &rest[begin..];
        match repaired(rest) {
            Ok((text, length)) => match read(&text) {
                Ok(read) => return Ok(read),
                // What it contains is no answer either.
                Err(Some(error)) => {
                    failed = JsonError::Shape(error);
                    rest = &rest[length..];
                }
                Err(None) => rest = &rest[1..],
            },
            // What stands inside is not looked at: it would be taken for the whole.
            Err(JsonError::Truncated) if looks_like_json(rest) => return Err(JsonError::Truncated),
            Err(_) => rest = &rest[1..],
        }
    }
    Err(failed)
}

/// The JSON as this type; an error if it is JSON of another shape.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, Option<serde_json::Error>> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => serde_json::from_value(value).map_err(Some),
        Err(_) => Err(None),
    }
}

/// Whether an opening bracket begins JSON rather than a remark.
fn looks_like_json(text: &str) -> bool {
    let mut rest = text.chars();
    let bracket = rest.next();
    match rest.find(|c| !c.is_whitespace()) {
        None | Some('"') => true,
        Some(next) => bracket == Some('[') && matches!(next, '{' | '['),
    }
}

/// The text up to its closing outermost bracket, with trailing commas removed, line breaks in strings escaped and numbers
/// that are none replaced by `null`; and its length before that.
fn repaired(text: &str) -> Result<(String, usize), JsonError> {
    let mut out = String::with_capacity(text.len());
    let (mut open, mut in_string, mut is_escaped) = (Vec::new(), false, false);
    let mut literal_end = 0;
    for (at, c) in text.char_indices() {
        if at < literal_end {
            continue;
        }
        if in_string {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => in_string = false,
                '\n' => {
                    out.push_str("\\n");
                    continue;
                }
                '\r' => continue,
                '\t' => {
                    out.push_str("\\t");
                    continue;
                }
                _ => {}
            }
            out.push(c);
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                without_comma(&mut out);
                if open.pop() != Some(c) {
                    return Err(JsonError::Missing);
                }
                out.push(c);
                if open.is_empty() {
                    return Ok((out, at + c.len_utf8()));
                }
                continue;
            }
            _ if is_literal(c) => {
                let rest = &text[at..];
                let literal = &rest[..rest.find(|c: char| !is_literal(c)).unwrap_or(rest.len())];
                literal_end = at + literal.len();
                out.push_str(readable(literal));
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    Err(JsonError::Truncated)
}

const fn is_literal(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// A literal as JSON has it: `null` in place of `NaN`, `Infinity`, and of numbers beyond those of a computer.
fn readable(literal: &str) -> &str {
    match literal.parse::<f64>() {
        Ok(number) if !number.is_finite() => "null",
        _ => literal,
    }
}

fn without_comma(out: &mut String) {
    let kept = out.trim_end().len();
    if out[..kept].ends_with(',') {
        out.truncate(kept - 1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    fn value(answer: &str) -> Result<Value, &'static str> {
        json_in(answer).map_err(|error| match error {
            JsonError::Truncated => "cut",
            JsonError::Missing => "missing",
            JsonError::Shape(_) => "shape",
        })
    }

    #[test]
    fn json_is_extracted_from_surrounding_text() {
        for answer in [
            r#"{"a": [1, 2]}"#,
            "```json\n{\"a\": [1, 2]}\n```",
            "Here it is:\n{\"a\": [1, 2,],}\nHope this helps {smile}",
            "Here are [some] of {them}:\n{\"a\": [1, 2]}",
        ] {
            assert_eq!(value(answer), Ok(json!({"a": [1, 2]})), "{answer}");
        }
        assert_eq!(value("{\"a\": \"x\ny}\"}"), Ok(json!({"a": "x\ny}"})));
        for none in ["", "no", "42", "\"text\"", "{a: 1}", "{]", "[some", "{ill"] {
            assert_eq!(value(none), Err("missing"), "{none}");
        }
        for cut in [
            r#"{"a": [1, 2"#,
            r#"{"a": [1, 2,"#,
            r#"{"a": "cut o"#,
            "```json\n[{\"a\": 1}",
            "So {here}:\n{\"a\": {\"a\": []}",
        ] {
            assert_eq!(value(cut), Err("cut"), "{cut}");
        }
    }

    #[test]
    fn numbers_that_json_does_not_have_are_null() {
        let answer = r#"{"a": NaN, "b": [-Infinity, 1e999, -1.5e3], "c": "NaN, 1e999", "d": true}"#;
        let expected = json!({ "a": null, "b": [null, null, -1.5e3], "c": "NaN, 1e999", "d": true });
        assert_eq!(value(answer), Ok(expected));
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Answer {
        criteria: Vec<u32>,
    }

    #[test]
    fn json_of_another_shape_is_passed_over() {
        let answer = Answer { criteria: vec![7] };
        for text in [
            "As in [1]:\n{\"criteria\": [7]}",
            "{\"thought\": {\"criteria\": [8]}}\n{\"criteria\": [7]}",
            "[2, 3] {\"criteria\": [7]}",
        ] {
            assert_eq!(json_in::<Answer>(text).unwrap(), answer, "{text}");
        }
        assert!(matches!(json_in::<Answer>("[1] {\"marks\": []}"), Err(JsonError::Shape(_))));
    }

    proptest! {
        #[test]
        fn any_text_is_handled_without_a_panic(text in "[\\[\\]{}\",:\\\\a1 \\n]{0,60}") {
            let _ = value(&text);
        }

        #[test]
        fn truncated_text_is_never_completed(cut in 1usize..60) {
            let whole = r#"{"criteria": [{"id": "c1", "quote": "你好 \"x\""}, {"id": "c2"}]}"#;
            let cut: String = whole.chars().take(cut).collect();
            prop_assert_eq!(value(&cut), Err("cut"));
        }
    }
}
