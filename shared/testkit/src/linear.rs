//! Checks that text processing takes linear time, by comparing the CPU time for a text with that for one sixteen
//! times as long: linear code takes 16 times as long, quadratic code 256 times.

use std::time::Duration;

pub use rustix::time::ClockId;
use rustix::time::clock_gettime;

const SHORT: usize = 500;
const TIMES: usize = 16;
/// The limit, well between 16 and 256.
const MOST: u32 = 80;
/// Times below this are too short to compare.
const LITTLE: Duration = Duration::from_millis(50);

/// Patterns that are repeated to form texts; each has triggered quadratic time, or might. `~` is replaced by a
/// different word each time.
const PIECES: [&str; 31] = [
    "CPA ",
    "CPA,",
    "No CPA, ",
    "(",
    "（会计）",
    "2016-01 - 2019-12 ",
    "2016-01 - 2019-12\n",
    "Engineer, Acme Ltd. 2016-01 - 2019-12\n- Rust\n",
    "a@b.co ",
    "+65 8123 4567 ",
    "- Must have: Rust or Go\n",
    "# Questions\n## Part\n- Why?\n",
    "{{job_title}} {{",
    "　\t \n",
    "CPA、",
    "会计20分，",
    "\n",
    "https://a.co/b?c=d&",
    "{\"a\": [",
    "~ ~\n",
    "- Must have: ~ ~ and ~\n",
    "~ skills 20%\n- ~ ~\n",
    "~会计~经验20分，",
    "| ~ | ~ | 20% |\n",
    "t=1,v1=00,",
    "To: a~@b.co\n",
    "<a@b.co>, ",
    "\\u0000",
    "\"},{\"a\":\"",
    "..//",
    "{{",
];

/// A function that processes untrusted text.
pub type TextReader = fn(&str);

/// The readers that take quadratic time for some text, with the times. `clock` is the thread's for readers that only
/// use it, else the process's, which must be otherwise idle.
///
/// # Panics
/// When the clock cannot be read.
#[must_use]
pub fn squares(readers: &[(&str, TextReader)], clock: ClockId) -> Vec<String> {
    squares_of(readers, &PIECES, clock)
}

fn squares_of(readers: &[(&str, TextReader)], pieces: &[&str], clock: ClockId) -> Vec<String> {
    let mut squares = Vec::new();
    for (name, read) in readers {
        // Warm-up for lazy initialization.
        read("CPA");
        for piece in pieces {
            let cost = |text: &str| {
                let begun = now(clock);
                read(text);
                now(clock) - begun
            };
            let long = cost(&text(piece, SHORT * TIMES));
            if long < LITTLE {
                continue;
            }
            let short_text = text(piece, SHORT);
            let short = (0..3).map(|_| cost(&short_text)).max().unwrap_or_default();
            if long > short * MOST {
                squares.push(format!("{name} of {piece:?}: {short:?}, and {long:?} for {TIMES} times as much"));
            }
        }
    }
    squares
}

fn now(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).unwrap_or_else(|_| panic!("a clock before its beginning"))
}

fn text(piece: &str, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    let mut words = 0..;
    while text.len() + piece.len() <= bytes {
        for (at, part) in piece.split('~').enumerate() {
            if at > 0 {
                text.extend(words.next().map(word));
            }
            text.push_str(part);
        }
    }
    text
}

/// Four letters in no lexicon.
fn word(number: usize) -> String {
    let letters = b"qxzvwjyhfg";
    (0..4).map(|place| char::from(letters[number / letters.len().pow(place) % letters.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) {
        let same = text.bytes().map(|one| text.bytes().filter(|other| *other == one).count()).max();
        assert!(same <= Some(text.len()));
    }

    fn line(text: &str) {
        for _ in 0..200 {
            assert!(text.bytes().filter(|byte| *byte == b'a').count() <= text.len());
        }
    }

    #[test]
    fn quadratic_growth_is_detected_and_linear_is_not() {
        assert_eq!(squares_of(&[("square", square)], &["CPA "], ClockId::ThreadCPUTime).len(), 1);
        assert_eq!(squares_of(&[("line", line)], &["CPA "], ClockId::ThreadCPUTime), [""; 0]);
    }
}
