//! Cohort conversion: of those who applied within a period, how many got how far up to now.

use serde::Serialize;
use utoipa::ToSchema;

use crate::stage::Stage;

/// The stages on the way to a hire, in the order of the pipeline.
pub const PATH: [Stage; 5] =
    [Stage::AiReview, Stage::OnlineInterview, Stage::OnsiteInterview, Stage::Offer, Stage::Onboarding];

/// Those who applied within the period, and how far they got up to now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cohort {
    /// How many applied.
    pub applied: i64,
    /// How many applied within the period before.
    pub applied_before: i64,
    /// Those who applied within the period and are neither hired nor archived: they may still get further.
    pub open: i64,
    /// The stages on the way to a hire, in the order of the pipeline.
    pub stages: Vec<CohortStage>,
}

/// How many of a cohort reached a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct CohortStage {
    /// The stage.
    pub status: Stage,
    /// Those of the period who reached it or a later stage, archived ones too.
    pub reached: i64,
    /// The same for those who applied within the period before.
    pub reached_before: i64,
}

/// Applications of one period that got equally far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Furthest {
    /// The latest stage on the way to a hire that they entered; `None` if they entered none.
    pub stage: Option<Stage>,
    /// Whether they applied within the period; otherwise within the period before.
    pub is_now: bool,
    /// How many.
    pub count: i64,
    /// Those of them who are neither hired nor archived.
    pub open: i64,
}

impl Cohort {
    /// Who skips a stage counts as having reached it, and everyone reaches the first.
    #[must_use]
    pub fn of(furthest: &[Furthest]) -> Self {
        let sum = |is_now: bool, from: usize| -> i64 {
            let place =
                |stage: Option<Stage>| stage.and_then(|stage| PATH.iter().position(|on_path| *on_path == stage));
            let group = furthest.iter().filter(|group| group.is_now == is_now);
            group.filter(|group| place(group.stage).unwrap_or(0) >= from).map(|group| group.count).sum()
        };
        let stages = PATH.iter().enumerate().map(|(place, &status)| CohortStage {
            status,
            reached: sum(true, place),
            reached_before: sum(false, place),
        });
        Self {
            applied: sum(true, 0),
            applied_before: sum(false, 0),
            open: furthest.iter().filter(|group| group.is_now).map(|group| group.open).sum(),
            stages: stages.collect(),
        }
    }
}

impl CohortStage {
    /// The stage and those after it: who entered one of them reached it.
    #[must_use]
    pub fn reached_by(status: Stage) -> &'static [Stage] {
        let place = PATH.iter().position(|on_path| *on_path == status);
        place.and_then(|place| PATH.get(place..)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn group(stage: Option<Stage>, count: i64) -> Furthest {
        Furthest { stage, is_now: true, count, open: 0 }
    }

    #[test]
    fn reached_counts_everyone_who_got_as_far_or_further() {
        let before = Furthest { is_now: false, ..group(Some(Stage::Offer), 2) };
        let cohort = Cohort::of(&[
            Furthest { open: 3, ..group(Some(Stage::AiReview), 5) },
            Furthest { open: 1, ..group(Some(Stage::OnsiteInterview), 2) },
            group(Some(Stage::Onboarding), 1),
            Furthest { open: 2, ..before },
        ]);
        let reached: Vec<_> = cohort.stages.iter().map(|stage| (stage.reached, stage.reached_before)).collect();
        assert_eq!(reached, [(8, 2), (3, 2), (3, 2), (1, 2), (1, 0)]);
        assert_eq!((cohort.applied, cohort.applied_before, cohort.open), (8, 2, 4));
    }

    #[test]
    fn those_who_entered_no_stage_of_the_path_only_applied() {
        for stage in [None, Some(Stage::Archived)] {
            let reached: Vec<_> = Cohort::of(&[group(stage, 3)]).stages.iter().map(|stage| stage.reached).collect();
            assert_eq!(reached, [3, 0, 0, 0, 0]);
        }
    }

    #[test]
    fn stage_is_reached_by_itself_and_later_ones() {
        assert_eq!(CohortStage::reached_by(Stage::Offer), [Stage::Offer, Stage::Onboarding]);
        assert_eq!(CohortStage::reached_by(Stage::Archived), []);
    }

    proptest! {
        #[test]
        fn no_later_stage_is_reached_by_more(counts in proptest::collection::vec((0usize..6, any::<bool>(), 0i64..50), 0..20)) {
            let groups: Vec<Furthest> = counts
                .iter()
                .map(|(place, is_now, count)| Furthest { is_now: *is_now, ..group(PATH.get(*place).copied(), *count) })
                .collect();
            let cohort = Cohort::of(&groups);
            prop_assert_eq!(cohort.stages[0].reached, cohort.applied);
            for pair in cohort.stages.windows(2) {
                prop_assert!(pair[0].reached >= pair[1].reached && pair[0].reached_before >= pair[1].reached_before);
            }
        }
    }
}
