//! Conversion of byte offsets to UTF-16 offsets, as used by browsers.

/// Converts byte offsets to UTF-16 offsets. It continues from the last offset, so roughly sorted queries cost one
/// pass over the text.
#[derive(Debug)]
pub struct Utf16Offsets<'a> {
    text: &'a str,
    byte: usize,
    units: u32,
}

impl<'a> Utf16Offsets<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text, byte: 0, units: 0 }
    }

    /// The UTF-16 offset of a byte; 0 if it is not a character boundary.
    pub fn at(&mut self, byte: usize) -> u32 {
        let count = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
        let units = if byte >= self.byte {
            self.text.get(self.byte..byte).map(|between| self.units.saturating_add(count(between)))
        } else {
            self.text.get(byte..self.byte).map(|between| self.units.saturating_sub(count(between)))
        };
        let Some(units) = units else { return 0 };
        (self.byte, self.units) = (byte, units);
        units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_counted_from_the_start_in_any_order() {
        let text = "a会😀 计b";
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let whole = |at: usize| u32::try_from(text[..at].encode_utf16().count()).unwrap();
        let mut offsets = Utf16Offsets::new(text);
        for &at in places.iter().chain(places.iter().rev()) {
            assert_eq!(offsets.at(at), whole(at), "{at}");
        }
        assert_eq!((offsets.at(2), offsets.at(text.len() + 1)), (0, 0), "no place");
        assert_eq!(offsets.at(text.len()), whole(text.len()), "and it counts on");
    }
}
