//! What a job asks for, without what the law forbids to ask a person for: no judge sees that, and it weighs nothing.

use std::sync::Arc;

use bole_criteria::{protected, without_protected, without_protected_lines};
use bole_domain::evaluation::{CAREER_WEIGHT, Rubric};

use crate::contract::JobBrief;

impl JobBrief {
    /// The texts without what may not be asked. A title of nothing else stays.
    #[must_use]
    pub fn allowed(&self) -> Self {
        let Self { title, core_requirement, jd, ai_evaluation_criteria } = self;
        Self {
            title: without_protected(title).unwrap_or_else(|| title.clone()),
            core_requirement: without_protected_lines(core_requirement),
            jd: without_protected_lines(jd),
            ai_evaluation_criteria: without_protected_lines(ai_evaluation_criteria),
        }
    }
}

/// The rubric without what may not be asked; the other criteria share the weight of those that are left out.
#[must_use]
pub fn allowed(mut rubric: Rubric) -> Rubric {
    if asks_for_allowed_only(&rubric) {
        return rubric;
    }
    rubric.criteria.retain_mut(|criterion| match without_protected(&criterion.text) {
        Some(text) => {
            criterion.text = text;
            true
        }
        None => false,
    });
    let sum: f64 = rubric.criteria.iter().map(|criterion| criterion.weight).sum();
    if sum > 0.0 {
        let mut left = 100.0;
        for criterion in &mut rubric.criteria {
            criterion.weight = (criterion.weight / sum * 1000.0).round() / 10.0;
            left -= criterion.weight;
        }
        let heaviest = rubric.criteria.iter_mut().max_by(|one, other| one.weight.total_cmp(&other.weight));
        if let Some(heaviest) = heaviest {
            heaviest.weight = ((heaviest.weight + left) * 10.0).round() / 10.0;
        }
    }
    if rubric.criteria.is_empty() && rubric.career_weight >= CAREER_WEIGHT {
        rubric.career_weight = 100.0;
    }
    rubric
}

/// A rubric as [`allowed`], shared if nothing is left out.
pub(crate) fn allowed_shared(rubric: Arc<Rubric>) -> Arc<Rubric> {
    if asks_for_allowed_only(&rubric) { rubric } else { Arc::new(allowed(Rubric::clone(&rubric))) }
}

fn asks_for_allowed_only(rubric: &Rubric) -> bool {
    let texts: Vec<&str> = rubric.criteria.iter().map(|criterion| criterion.text.as_str()).collect();
    protected(&texts.join("\n")).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuiltIn, JobContext, Judge};

    fn job() -> JobBrief {
        JobBrief {
            title: "会计".into(),
            core_requirement: "3年以上会计经验，女性优先".into(),
            jd: "岗位职责\n- 记账\n形象气质佳".into(),
            ai_evaluation_criteria: "- 会计证（50分）\n- 年龄35岁以下（30分）\n- 熟练使用金蝶，28岁以下（20分）".into(),
        }
    }

    #[tokio::test]
    async fn criteria_that_may_not_be_asked_are_not_in_the_rubric() {
        let rubric = BuiltIn.rubric(&job()).await.unwrap();
        let texts: Vec<&str> = rubric.criteria.iter().map(|criterion| criterion.text.as_str()).collect();
        assert!(texts.iter().all(|text| !text.contains('岁')), "{texts:?}");
        let sum: f64 = rubric.criteria.iter().map(|criterion| criterion.weight).sum();
        assert!((sum - 100.0).abs() < 1e-6 && texts.len() == 2, "{rubric:?}");
    }

    #[tokio::test]
    async fn no_judge_reads_what_may_not_be_asked() {
        let rubric = BuiltIn.rubric(&job()).await.unwrap();
        let mut edited = rubric.clone();
        edited.criteria[0].text = "女性优先".into();
        let context = JobContext::new(job(), Arc::new(edited));
        assert!(context.rubric.criteria.iter().all(|criterion| !criterion.text.contains('女')));
        let allowed = context.allowed();
        assert_eq!(allowed.core_requirement, "3年以上会计经验");
        assert!(!allowed.jd.contains("形象") && allowed.jd.contains("记账"), "{}", allowed.jd);
    }
}
