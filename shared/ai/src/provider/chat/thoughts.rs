//! Removes what models think aloud before they answer: `<think>…</think>`.

const OPENING: [&str; 2] = ["<think>", "<thinking>"];
const CLOSING: [&str; 2] = ["</think>", "</thinking>"];

/// The answer without thoughts, and whether there were any. Some templates open the thoughts in the prompt, so that only
/// their end is in the answer. The last end counts: thoughts may quote a text that contains one.
pub(super) fn without_thoughts(answer: &str) -> (&str, bool) {
    let end = CLOSING.iter().filter_map(|end| answer.rfind(end).map(|at| at + end.len())).max();
    let is_opened = OPENING.iter().any(|begin| answer.trim_start().starts_with(begin));
    match end {
        // Otherwise the end is quoted by an answer that has begun.
        Some(end) if is_opened || !answer[..end].contains('{') => (answer[end..].trim_start(), true),
        // They are cut.
        None if is_opened => ("", true),
        _ => (answer, false),
    }
}

/// Passes on a streamed answer without thoughts at its beginning.
#[derive(Default)]
pub(super) struct ThoughtFilter {
    state: State,
    /// Text that may be the beginning of a tag.
    held: String,
}

#[derive(Default, PartialEq, Eq)]
enum State {
    #[default]
    Before,
    Thinking,
    /// After the thoughts, before the first character.
    Blank,
    Answering,
}

impl ThoughtFilter {
    /// Takes a piece and returns what of it, and of earlier ones, belongs to the answer.
    pub(super) fn push(&mut self, piece: &str) -> String {
        if self.state == State::Answering {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        loop {
            match self.state {
                State::Before => {
                    let text = self.held.trim_start();
                    if let Some(begin) = OPENING.iter().find(|begin| text.starts_with(**begin)) {
                        self.held = text[begin.len()..].to_owned();
                        self.state = State::Thinking;
                    } else if OPENING.iter().any(|begin| begin.starts_with(text)) {
                        return String::new();
                    } else {
                        self.state = State::Answering;
                        return std::mem::take(&mut self.held);
                    }
                }
                State::Thinking => {
                    let found = CLOSING.iter().filter_map(|end| Some((self.held.find(end)?, end.len()))).min();
                    let Some((at, length)) = found else {
                        // Only the last characters may be the beginning of the end.
                        let kept = self.held.rfind('<').unwrap_or(self.held.len());
                        self.held.drain(..kept);
                        return String::new();
                    };
                    self.held.drain(..at + length);
                    self.state = State::Blank;
                }
                State::Blank => {
                    let text = self.held.trim_start().to_owned();
                    self.held.clear();
                    if !text.is_empty() {
                        self.state = State::Answering;
                    }
                    return text;
                }
                State::Answering => return std::mem::take(&mut self.held),
            }
        }
    }

    /// What was held back, when the answer is over.
    pub(super) fn rest(self) -> String {
        if self.state == State::Before { self.held } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn thoughts_before_an_answer_are_removed() {
        for (answer, expected) in [
            ("<think>Hmm {x}</think>\n{\"a\": 1}", ("{\"a\": 1}", true)),
            ("The resume shows it.\n</think>\n{\"a\": 1}", ("{\"a\": 1}", true)),
            ("<think>They write </think>{\"a\": 2}, so\n</think>{\"a\": 1}", ("{\"a\": 1}", true)),
            ("<think>never ends", ("", true)),
            ("{\"quote\": \"</think>{}\"}", ("{\"quote\": \"</think>{}\"}", false)),
            ("plain", ("plain", false)),
        ] {
            assert_eq!(without_thoughts(answer), expected, "{answer}");
        }
    }

    fn filtered(answer: &str, cuts: &[usize]) -> String {
        let mut filter = ThoughtFilter::default();
        let characters: Vec<char> = answer.chars().collect();
        let (mut out, mut begin) = (String::new(), 0);
        for end in cuts.iter().map(|cut| cut % (characters.len() + 1)).chain([characters.len()]) {
            if end > begin {
                out.push_str(&filter.push(&characters[begin..end].iter().collect::<String>()));
                begin = end;
            }
        }
        out.push_str(&filter.rest());
        out
    }

    proptest! {
        #[test]
        fn streamed_answers_are_filtered_however_they_are_cut(cuts in proptest::collection::vec(0usize..60, 0..8)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            prop_assert_eq!(filtered("<think>a < b </thin</think>\n\nDear Ann,\n<b>", &cuts), "Dear Ann,\n<b>");
            prop_assert_eq!(filtered("<thin ice>", &cuts), "<thin ice>");
            prop_assert_eq!(filtered("<th", &cuts), "<th");
        }
    }
}
