//! JSON in the client's own format.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::code::Code;
use crate::error::Check;

/// Maximum number of values: as a `Value`, one takes up to a hundred times the memory of its text.
const MAX_VALUES: usize = 10_000;
/// Numbers stay below this, since the database writes 1e300 with 301 digits.
const MAX_NUMBER: f64 = 1e15;

/// JSON in the client's own format, not parsed before it is checked. An empty object if absent or null.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct FreeJson(Option<Box<RawValue>>);

impl FreeJson {
    /// The value if it has at most `max` bytes, else `null` and an error for the field.
    pub fn check(&self, check: &mut Check, field: &str, max: usize) -> Value {
        let Some(text) = self.0.as_deref().map(RawValue::get) else { return json!({}) };
        let mut values = 0;
        let counted = Count { values: &mut values }.deserialize(&mut serde_json::Deserializer::from_str(text));
        if text.len() > max || values > MAX_VALUES {
            check.refuse(field, Code::FieldTooLong);
            return Value::Null;
        }
        match counted.and_then(|()| serde_json::from_str(text)) {
            Ok(value) => value,
            Err(_) => {
                check.refuse(field, Code::FieldInvalid);
                Value::Null
            }
        }
    }
}

/// Counts values without storing them, up to one too many.
struct Count<'a> {
    values: &'a mut usize,
}

impl<'de> DeserializeSeed<'de> for Count<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        *self.values += 1;
        if *self.values > MAX_VALUES {
            return Err(D::Error::custom("too many values"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Count<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        let size = number.abs();
        if size == 0.0 || (MAX_NUMBER.recip()..MAX_NUMBER).contains(&size) {
            Ok(())
        } else {
            Err(E::custom("too large or too small a number"))
        }
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Count { values: &mut *self.values })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_key_seed(Count { values: &mut *self.values })?.is_some() {
            entries.next_value_seed(Count { values: &mut *self.values })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str, max: usize) -> Option<Value> {
        let json: FreeJson = serde_json::from_str(text).unwrap();
        let mut check = Check::new();
        let value = json.check(&mut check, "notes", max);
        check.finish().ok().map(|()| value)
    }

    #[test]
    fn free_json_is_limited_in_bytes_values_and_numbers() {
        assert_eq!(checked("null", 10), Some(json!({})));
        assert_eq!(checked(r#"{"a":[1,-2.5,true,null]}"#, 100), Some(json!({ "a": [1, -2.5, true, null] })));
        assert_eq!(checked(r#""eleven bytes""#, 10), None);
        let many = |count: usize| format!("[{}]", vec!["{}"; count].join(","));
        assert!(checked(&many(MAX_VALUES - 1), 100_000).is_some());
        assert_eq!(checked(&many(MAX_VALUES), 100_000), None);
        for number in ["1e300", "-1e300", "1e-300", "1e400"] {
            assert_eq!(checked(number, 100), None, "{number}");
        }
    }
}
