//! Splits a streamed answer into lines, in time linear in its length.

use super::ChatError;
use super::wire::unusable;

/// The maximum length of a line. Some gateways send a whole answer as one, with its reasoning and escaped.
pub(super) const MAX_LINE_BYTES: usize = 1024 * 1024;

/// Received bytes that are not read yet.
#[derive(Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the next line starts.
    start: usize,
    /// Up to here there is no line end after `start`.
    searched: usize,
}

impl LineBuffer {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        // Only a part of a line is moved, and only once.
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(chunk);
    }

    /// The next line without its end, if it is complete.
    ///
    /// # Errors
    /// When the line is too long, complete or not.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, ChatError> {
        let unread = &self.bytes[self.searched..];
        let end = unread.iter().position(|&byte| byte == b'\n').map(|at| self.searched + at);
        self.searched = end.map_or(self.bytes.len(), |end| end + 1);
        if end.unwrap_or(self.bytes.len()) - self.start > MAX_LINE_BYTES {
            return Err(unusable("a line of the answer is too long"));
        }
        let Some(end) = end else { return Ok(None) };
        let start = std::mem::replace(&mut self.start, end + 1);
        Ok(Some(&self.bytes[start..end]))
    }
}

#[cfg(test)]
mod tests {
    use bole_testkit::linear::{ClockId, squares};

    use super::*;

    fn lines(chunks: &[&[u8]]) -> Result<Vec<String>, ChatError> {
        let (mut buffer, mut lines) = (LineBuffer::default(), Vec::new());
        for chunk in chunks {
            buffer.push(chunk);
            while let Some(line) = buffer.next()? {
                lines.push(String::from_utf8_lossy(line).into_owned());
            }
        }
        Ok(lines)
    }

    #[test]
    fn lines_are_the_same_for_any_chunks() {
        let text = "data: 一\r\n\ndata: two\n\n: three\nrest".as_bytes();
        let expected = ["data: 一\r", "", "data: two", "", ": three"];
        for size in 1..=text.len() {
            assert_eq!(lines(&text.chunks(size).collect::<Vec<_>>()).unwrap(), expected, "{size}");
        }
    }

    #[test]
    fn too_long_lines_are_refused() {
        let most = vec![b'a'; MAX_LINE_BYTES];
        assert_eq!(lines(&[&most, b"\n"]).unwrap(), [String::from_utf8(most.clone()).unwrap()]);
        for end in [b"a".as_slice(), b"a\n"] {
            assert!(lines(&[&most, end]).unwrap_err().detail.contains("too long"));
        }
    }

    /// Reads a long line byte by byte, and then many short ones at once.
    fn read(text: &str) {
        let text = text.replace('\n', " ");
        let mut buffer = LineBuffer::default();
        for byte in text.as_bytes() {
            buffer.push(&[*byte]);
            assert!(buffer.next().unwrap().is_none());
        }
        buffer.push("\n".repeat(text.len() * 40).as_bytes());
        while buffer.next().unwrap().is_some() {}
    }

    #[test]
    fn cost_is_linear_in_the_length_of_an_answer() {
        assert_eq!(squares(&[("lines", read)], ClockId::ThreadCPUTime), [""; 0]);
    }
}
