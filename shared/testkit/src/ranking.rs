//! Measures how well scores order graded resumes.

/// The share of pairs with different grades that the scores order correctly; a tie counts half. `None` if all grades
/// are equal.
#[must_use]
pub fn pairwise_accuracy(graded: &[(f64, u8)]) -> Option<f64> {
    let mut pairs = 0.0;
    let mut right = 0.0;
    for (index, (score, grade)) in graded.iter().enumerate() {
        for (other_score, other_grade) in &graded[index + 1..] {
            if grade == other_grade {
                continue;
            }
            pairs += 1.0;
            let (better, worse) = if grade > other_grade { (score, other_score) } else { (other_score, score) };
            if better > worse {
                right += 1.0;
            } else if better >= worse {
                right += 0.5;
            }
        }
    }
    (pairs > 0.0).then(|| right / pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correct_order_scores_one_and_reversed_order_zero() {
        assert_eq!(pairwise_accuracy(&[(90.0, 3), (50.0, 1), (10.0, 0)]), Some(1.0));
        assert_eq!(pairwise_accuracy(&[(10.0, 3), (50.0, 1), (90.0, 0)]), Some(0.0));
    }

    #[test]
    fn equal_grades_are_skipped_and_equal_scores_count_half() {
        assert_eq!(pairwise_accuracy(&[(90.0, 2), (50.0, 2)]), None);
        assert_eq!(pairwise_accuracy(&[(50.0, 2), (50.0, 1)]), Some(0.5));
        assert_eq!(pairwise_accuracy(&[(50.0, 2), (50.0, 1), (70.0, 2)]), Some(0.75));
    }
}
