//! Extracts JSON from imperfect answers: code fences, surrounding text, trailing commas, a truncated end.

use serde_json::Value;

/// The first JSON object or list in an answer, with small errors repaired.
#[must_use]
pub fn json_in(answer: &str) -> Option<Value> {
    let answer = answer.trim();
    if let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(answer) {
        return Some(value);
    }
    let begin = answer.find(['{', '['])?;
    let repaired = repaired(&answer[begin..]);
    match serde_json::from_str(&repaired) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Some(value),
        _ => None,
    }
}

/// The text up to its closing outermost bracket: trailing commas removed, line breaks in strings escaped, open
/// brackets closed.
fn repaired(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
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
                    return out;
                }
                out.push(c);
                if open.is_empty() {
                    return out;
                }
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    if is_escaped {
        out.pop();
    }
    if in_string {
        out.push('"');
    }
    without_comma(&mut out);
    if out.trim_end().ends_with(':') {
        out.push_str("null");
    }
    out.extend(open.into_iter().rev());
    out
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
            r#"{"a": [1, 2"#,
            r#"{"a": [1, 2,"#,
        ] {
            assert_eq!(json_in(answer), Some(json!({"a": [1, 2]})), "{answer}");
        }
        assert_eq!(json_in("{\"a\": \"x\ny}\"}"), Some(json!({"a": "x\ny}"})));
        assert_eq!(json_in(r#"{"a": "cut o"#), Some(json!({"a": "cut o"})));
        for none in ["", "no", "42", "\"text\"", "{a: 1}", "{]"] {
            assert_eq!(json_in(none), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_handled_without_a_panic(text in "[\\[\\]{}\",:\\\\a1 \\n]{0,60}") {
            let _ = json_in(&text);
        }

        #[test]
        fn truncated_text_yields_json_or_nothing(cut in 0usize..60) {
            let whole = r#"{"criteria": [{"id": "c1", "quote": "你好 \"x\""}, {"id": "c2"}]}"#;
            let cut: String = whole.chars().take(cut).collect();
            if let Some(value) = json_in(&cut) {
                prop_assert!(value.is_object());
            }
        }
    }
}
