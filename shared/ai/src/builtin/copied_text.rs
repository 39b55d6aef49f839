//! Detects lines of a resume that are copied from the job's advertisement and therefore prove nothing.

use std::collections::BTreeSet;

use super::text::is_cjk;
use crate::contract::JobBrief;

/// Hashes of the word sequences in a job's texts.
#[derive(Debug, Default)]
pub struct Advertisement(BTreeSet<u64>);

/// Sequences of this many words or Chinese characters do not match by chance.
const WORDS: usize = 5;
const CHARACTERS: usize = 9;
/// The share of a line that must be copied.
const MAX_OF: f64 = 0.6;

impl Advertisement {
    pub fn of(brief: &JobBrief) -> Self {
        let texts = [&brief.core_requirement, &brief.jd, &brief.ai_evaluation_criteria];
        let tokens = texts.into_iter().flat_map(|text| text.lines()).map(tokens);
        Self(tokens.flat_map(|tokens| stretches(&tokens).collect::<Vec<_>>()).collect())
    }

    /// Whether most of a line occurs in the advertisement verbatim.
    pub fn holds(&self, line: &str) -> bool {
        let tokens = tokens(line);
        let length = length(&tokens);
        if self.0.is_empty() || tokens.len() < length {
            return false;
        }
        let mut copied = vec![false; tokens.len()];
        for (at, stretch) in stretches(&tokens).enumerate() {
            if self.0.contains(&stretch) {
                copied[at..at + length].fill(true);
            }
        }
        copied.iter().filter(|copied| **copied).count() as f64 >= MAX_OF * tokens.len() as f64
    }
}

/// Hashes of words and single Chinese characters, in order, and whether each is a character.
fn tokens(line: &str) -> Vec<(u64, bool)> {
    let mut found = Vec::new();
    let mut word: Option<u64> = None;
    for c in line.chars().flat_map(char::to_lowercase) {
        let mixed = |hash: u64| (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3);
        if is_cjk(c) {
            found.extend(word.take().map(|word| (word, false)));
            found.push((mixed(SEED), true));
        } else if c.is_alphanumeric() {
            word = Some(mixed(word.unwrap_or(SEED)));
        } else {
            found.extend(word.take().map(|word| (word, false)));
        }
    }
    found.extend(word.map(|word| (word, false)));
    found
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

fn length(tokens: &[(u64, bool)]) -> usize {
    let characters = tokens.iter().filter(|(_, character)| *character).count();
    if characters * 2 > tokens.len() { CHARACTERS } else { WORDS }
}

fn stretches(tokens: &[(u64, bool)]) -> impl Iterator<Item = u64> + '_ {
    let mix = |stretch: &[(u64, bool)]| {
        stretch.iter().fold(SEED, |hash, (token, _)| (hash ^ token).wrapping_mul(0x0100_0000_01b3))
    };
    tokens.windows(length(tokens)).map(mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_line_is_detected_and_a_list_of_the_same_skills_is_not() {
        let brief = JobBrief {
            jd: "Round with the hospitalist and ICU teams four mornings a week; Epic Willow\n主办竣工结算，与施工单位对量对价，处理争议与索赔".into(),
            ..JobBrief::default()
        };
        let advertisement = Advertisement::of(&brief);
        for line in ["round with the hospitalist and ICU teams", "主办竣工结算、与施工单位对量对价，处理争议"]
        {
            assert!(advertisement.holds(line), "{line}");
        }
        for line in ["Epic Willow, ICU, hospitalist teams", "办过竣工结算，对量对价", "Led the ICU teams' Friday round"]
        {
            assert!(!advertisement.holds(line), "{line}");
        }
    }
}
