//! What an evaluation is based on: two by different rubrics or engines are not comparable.

use super::Engine;
use crate::wire_enum;

wire_enum! {
    /// How an evaluation differs from its job's latest one, so that their scores are not comparable.
    pub enum EvaluationDifference {
        /// By another rubric.
        Rubric => "rubric",
        /// By another engine or model.
        Engine => "engine",
    }
}

/// What an evaluation is based on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationBasis {
    /// A hash of the rubric; empty if unknown.
    pub rubric_hash: Vec<u8>,
    /// The kind of judge.
    pub engine: Engine,
    /// The model, if one judged.
    pub model: Option<String>,
    /// Whether the built-in engine replaced a model, which is shown by itself.
    pub is_fallback: bool,
}

impl EvaluationBasis {
    /// How it differs from its job's latest evaluation.
    #[must_use]
    pub fn differences(&self, latest: &Self) -> Vec<EvaluationDifference> {
        // Hashes of different lengths are of different kinds, which cannot be compared.
        let is_known = !self.rubric_hash.is_empty() && self.rubric_hash.len() == latest.rubric_hash.len();
        let is_of_other_rubric = is_known && self.rubric_hash != latest.rubric_hash;
        let is_of_other_engine = !self.is_fallback && (self.engine, &self.model) != (latest.engine, &latest.model);
        let rubric = is_of_other_rubric.then_some(EvaluationDifference::Rubric);
        rubric.into_iter().chain(is_of_other_engine.then_some(EvaluationDifference::Engine)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis(hash: &[u8], model: Option<&str>) -> EvaluationBasis {
        let engine = if model.is_some() { Engine::Model } else { Engine::BuiltIn };
        EvaluationBasis { rubric_hash: hash.into(), engine, model: model.map(Into::into), is_fallback: false }
    }

    #[test]
    fn evaluations_by_other_rubrics_and_engines_differ() {
        use EvaluationDifference::{Engine, Rubric};
        let latest = basis(b"ab", Some("m"));
        assert_eq!(latest.differences(&latest), []);
        assert_eq!(basis(b"ac", Some("m")).differences(&latest), [Rubric]);
        assert_eq!(basis(b"ab", Some("n")).differences(&latest), [Engine]);
        assert_eq!(basis(b"ac", None).differences(&latest), [Rubric, Engine]);
    }

    #[test]
    fn unknown_rubrics_and_fallbacks_do_not_differ() {
        let latest = basis(b"ab", Some("m"));
        assert_eq!(basis(b"", Some("m")).differences(&latest), []);
        assert_eq!(basis(b"abc", Some("m")).differences(&latest), []);
        assert_eq!(EvaluationBasis { is_fallback: true, ..basis(b"ab", None) }.differences(&latest), []);
    }
}
