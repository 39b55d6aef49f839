//! Extracts JSON from imperfect answers: code fences, surrounding text, trailing commas. One that ends in the middle is
//! not completed, because what is missing may matter.

use serde_json::Value;

/// Why an answer has no usable JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonError {
    /// It ends in the middle.
    Cut,
    /// There is none.
    Missing,
}

/// The first JSON object or list in an answer, with small errors repaired.
///
/// # Errors
/// Why there is none.
pub fn json_in(answer: &str) -> Result<Value, JsonError> {
    let answer = answer.trim();
    if let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(answer) {
        return Ok(value);
    }
    let begin = answer.find(['{', '[']).ok_or(JsonError::Missing)?;
    let repaired = repaired(&answer[begin..])?;
    match serde_json::from_str(&repaired) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Ok(value),
        _ => Err(JsonError::Missing),
    }
}

/// The text up to its closing outermost bracket: trailing commas removed, line breaks in strings escaped.
fn repaired(text: &str) -> Result<String, JsonError> {
    let mut out = String::with_capacity(text.len());
    let (mut open, mut in_string, mut is_escaped) = (Vec::new(), false, false);
    for c in text.chars() {
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
                    return Ok(out);
                }
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    Err(JsonError::Cut)
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
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_extracted_from_surrounding_text() {
        for answer in [
            r#"{"a": [1, 2]}"#,
            "```json\n{\"a\": [1, 2]}\n```",
            "Here it is:\n{\"a\": [1, 2,],}\nHope this helps {smile}",
        ] {
            assert_eq!(json_in(answer), Ok(json!({"a": [1, 2]})), "{answer}");
        }
        assert_eq!(json_in("{\"a\": \"x\ny}\"}"), Ok(json!({"a": "x\ny}"})));
        for none in ["", "no", "42", "\"text\"", "{a: 1}", "{]"] {
            assert_eq!(json_in(none), Err(JsonError::Missing), "{none}");
        }
        for cut in [r#"{"a": [1, 2"#, r#"{"a": [1, 2,"#, r#"{"a": "cut o"#, "```json\n[{\"a\": 1}"] {
            assert_eq!(json_in(cut), Err(JsonError::Cut), "{cut}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_handled_without_a_panic(text in "[\\[\\]{}\",:\\\\a1 \\n]{0,60}") {
            let _ = json_in(&text);
        }

        #[test]
        fn truncated_text_is_never_completed(cut in 1usize..60) {
            let whole = r#"{"criteria": [{"id": "c1", "quote": "你好 \"x\""}, {"id": "c2"}]}"#;
            let cut: String = whole.chars().take(cut).collect();
            prop_assert_eq!(json_in(&cut), Err(JsonError::Cut));
        }
    }
}
