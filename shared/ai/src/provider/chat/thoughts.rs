//! Removes the reasoning that models write before they answer: `<think>…</think>`.

const OPENING: [&str; 2] = ["<think>", "<thinking>"];
const CLOSING: [&str; 2] = ["</think>", "</thinking>"];

/// Whether an answer has reasoning before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reasoning {
    Absent,
    Opened,
    /// Opened by the prompt's template, so that only its end is in the answer.
    OpenedByPrompt,
}

/// The answer without reasoning, and whether there was any. The last end counts: reasoning may quote a text that contains one.
pub(super) fn without_thoughts(answer: &str) -> (&str, Reasoning) {
    let end = CLOSING.iter().filter_map(|end| answer.rfind(end).map(|at| at + end.len())).max();
    let is_opened = OPENING.iter().any(|begin| answer.trim_start().starts_with(begin));
    match end {
        Some(end) if is_opened => (answer[end..].trim_start(), Reasoning::Opened),
        // Otherwise the end is quoted by an answer that has begun.
        Some(end) if !answer[..end].contains('{') => (answer[end..].trim_start(), Reasoning::OpenedByPrompt),
        // It is cut.
        None if is_opened => ("", Reasoning::Opened),
        _ => (answer, Reasoning::Absent),
    }
}

/// Passes on a streamed answer without reasoning at its beginning.
#[derive(Default)]
pub(super) struct ThoughtFilter {
    state: State,
    /// Text that may be the beginning of a tag, or an answer without reasoning.
    held: String,
    /// Up to here there is no end of the reasoning.
    searched: usize,
}

#[derive(Default, PartialEq, Eq)]
enum State {
    #[default]
    Before,
    Thinking,
    /// The reasoning has begun without a tag, unless all of it is the answer.
    OpenedByPrompt,
    /// After the thoughts, before the first character.
    Blank,
    Answering,
}

impl ThoughtFilter {
    /// For a model whose prompt opens its reasoning, or does not.
    pub(super) fn new(is_opened_by_prompt: bool) -> Self {
        let state = if is_opened_by_prompt { State::OpenedByPrompt } else { State::Before };
        Self { state, ..Self::default() }
    }

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
                State::OpenedByPrompt => {
                    let unread = &self.held[self.searched..];
                    let found = CLOSING.iter().filter_map(|end| Some(unread.find(end)? + end.len())).min();
                    let Some(end) = found else {
                        self.searched = self.held.rfind('<').unwrap_or(self.held.len());
                        return String::new();
                    };
                    self.held.drain(..self.searched + end);
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
        if matches!(self.state, State::Before | State::OpenedByPrompt) { self.held } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn thoughts_before_an_answer_are_removed() {
        for (answer, expected) in [
            ("<think>Hmm {x}</think>\n{\"a\": 1}", ("{\"a\": 1}", Reasoning::Opened)),
            ("The resume shows it.\n</think>\n{\"a\": 1}", ("{\"a\": 1}", Reasoning::OpenedByPrompt)),
            ("<think>They write </think>{\"a\": 2}, so\n</think>{\"a\": 1}", ("{\"a\": 1}", Reasoning::Opened)),
            ("<think>never ends", ("", Reasoning::Opened)),
            ("{\"quote\": \"</think>{}\"}", ("{\"quote\": \"</think>{}\"}", Reasoning::Absent)),
            ("plain", ("plain", Reasoning::Absent)),
        ] {
            assert_eq!(without_thoughts(answer), expected, "{answer}");
        }
    }

    fn filtered(answer: &str, cuts: &[usize]) -> String {
        filtered_by(ThoughtFilter::default(), answer, cuts)
    }

    fn filtered_by(mut filter: ThoughtFilter, answer: &str, cuts: &[usize]) -> String {
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
            let opened = |answer| filtered_by(ThoughtFilter::new(true), answer, &cuts);
            prop_assert_eq!(opened("a < b </thin\n</think>\n\nDear Ann,\n<b>"), "Dear Ann,\n<b>");
            prop_assert_eq!(opened("Dear Ann,\n</b>"), "Dear Ann,\n</b>", "all of it is the answer");
        }
    }
}
