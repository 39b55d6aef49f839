//! Reading of criteria: pasted texts in lines and in one line, and readings by authors who had not seen the code.

use std::path::Path;

use bole_ai::{BuiltIn, JobBrief, Judge};
use bole_domain::evaluation::{CriterionKind, JobField, Rubric, Thresholds};

use crate::support::criteria;

use CriterionKind::{Must, Nice};

async fn read(title: &str, jd: &str, criteria: &str) -> Rubric {
    let brief = JobBrief {
        title: title.into(),
        core_requirement: String::new(),
        jd: jd.into(),
        ai_evaluation_criteria: criteria.into(),
    };
    BuiltIn.rubric(&brief).await.unwrap()
}

/// A pasted text with one item per line: title, description, items and thresholds.
type Pasted = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, CriterionKind, f64)],
    (f64, f64, f64),
);

const PASTED: [Pasted; 3] = [
    (
        "病房护士",
        "",
        &[
            "一、硬性条件（60 分）",
            "1、持有效护士执业资格证（20 分）",
            "2、三级医院病房护理 3 年以上（25 分，满 2 年给 15 分）",
            "3、大专及以上护理专业（15 分）",
            "二、加分条件（40 分）",
            "1、ICU 或急诊轮转经历（15 分）",
            "2、带教实习护士（15 分）",
            "3、英语可日常沟通（10 分）",
            "90 分以上优先面试，70-89 面试，50-69 备选，50 以下不考虑。",
        ],
        &[
            ("持有效护士执业资格证", Must, 20.0),
            ("三级医院病房护理 3 年以上", Must, 25.0),
            ("大专及以上护理专业", Must, 15.0),
            ("ICU 或急诊轮转经历", Nice, 15.0),
            ("带教实习护士", Nice, 15.0),
            ("英语可日常沟通", Nice, 10.0),
        ],
        (90.0, 70.0, 50.0),
    ),
    (
        "Store Manager",
        "We run 12 fashion stores in Kuala Lumpur. You will lead one of them.",
        &[
            "Required (70 points):",
            "1. 3+ years as store manager or assistant manager (30)",
            "2. P&L responsibility (20)",
            "3. Team of at least 10 (20)",
            "Preferred (30 points):",
            "4. Fashion retail (15)",
            "5. Visual merchandising (10)",
            "6. Mandarin (5)",
            "Interview from 75 points, maybe 55-74, below 55 no.",
        ],
        &[
            ("3+ years as store manager or assistant manager", Must, 30.0),
            ("P&L responsibility", Must, 20.0),
            ("Team of at least 10", Must, 20.0),
            ("Fashion retail", Nice, 15.0),
            ("Visual merchandising", Nice, 10.0),
            ("Mandarin", Nice, 5.0),
        ],
        (80.0, 75.0, 55.0),
    ),
    (
        "Perawat",
        "",
        &[
            "Syarat wajib (bobot 70):",
            "1) STR aktif (25)",
            "2) Rawat inap minimal 3 tahun (30)",
            "3) D3 Keperawatan (15)",
            "Nilai tambah (bobot 30):",
            "1) Pengalaman ICU (20)",
            "2) Bahasa Inggris (10)",
            "Lolos jika nilai di atas 75.",
        ],
        &[
            ("STR aktif", Must, 25.0),
            ("Rawat inap minimal 3 tahun", Must, 30.0),
            ("D3 Keperawatan", Must, 15.0),
            ("Pengalaman ICU", Nice, 20.0),
            ("Bahasa Inggris", Nice, 10.0),
        ],
        (80.0, 75.0, 40.0),
    ),
];

#[tokio::test]
async fn pasted_criteria_are_read_the_same_with_or_without_line_breaks() {
    for (title, jd, lines, items, (strongly_recommend, recommend, average)) in PASTED {
        for criteria in [lines.join("\n"), lines.join(" ")] {
            let rubric = read(title, jd, &criteria).await;
            let found: Vec<(&str, CriterionKind, f64)> =
                rubric.criteria.iter().map(|one| (one.text.as_str(), one.kind, one.weight)).collect();
            assert_eq!(found, items, "{criteria}");
            assert_eq!(rubric.thresholds, Thresholds { strongly_recommend, recommend, average }, "{criteria}");
        }
    }
}

#[tokio::test]
async fn each_criterion_carries_its_source_phrase() {
    for (title, jd, lines, items, _) in PASTED {
        let criteria = lines.join("\n");
        let units: Vec<u16> = criteria.encode_utf16().collect();
        for (criterion, (text, ..)) in read(title, jd, &criteria).await.criteria.iter().zip(items) {
            let source = criterion.source.unwrap();
            let phrase = String::from_utf16(&units[source.start as usize..source.end as usize]).unwrap();
            assert_eq!(source.field, JobField::AiEvaluationCriteria);
            assert!(phrase.contains(text) && !phrase.contains('\n'), "{phrase}");
        }
    }
}

#[tokio::test]
async fn incomplete_job_is_read_without_an_error() {
    for (title, jd, criteria) in
        [("", "", ""), ("", "Requirements\n- 3 years of SAP", ""), ("", "", "- SAP (50)"), ("?", "", "")]
    {
        let rubric = read(title, jd, criteria).await;
        let sum: f64 = rubric.criteria.iter().map(|criterion| criterion.weight).sum();
        assert!(rubric.criteria.is_empty() || (sum - 100.0).abs() < 1e-6, "{rubric:#?}");
        assert!(!rubric.criteria.is_empty() || rubric.career_weight > 99.0, "{rubric:#?}");
    }
}

#[tokio::test]
async fn stated_criteria_get_no_additions_from_the_description() {
    let jd = "Requirements\n- 5 years of Kubernetes\n- Fluent German";
    let rubric = read("Platform Engineer", jd, "- Terraform in production\n- Reads German").await;
    let texts: Vec<&str> = rubric.criteria.iter().map(|criterion| criterion.text.as_str()).collect();
    assert_eq!(texts, ["Terraform in production", "Reads German"]);
}

/// The score when this was written, as a lower bound.
const TUNING_FLOOR: f64 = 0.90;
const HELDOUT_FLOOR: f64 = 0.86;

#[tokio::test]
async fn criteria_by_other_authors_are_read_as_intended() {
    for (half, floor) in [("tuning", TUNING_FLOOR), ("heldout", HELDOUT_FLOOR)] {
        let folder = Path::new("../../testdata/criteria").join(half);
        let mut wrong: Vec<String> = Vec::new();
        let score = criteria::score(&folder, |case, _, faults| {
            wrong.extend((!faults.is_empty()).then(|| case.id().to_owned()))
        })
        .await;
        assert!(score.items > 100 && score.share() >= floor, "{half} {:.3} {score:?}, {wrong:?}", score.share());
    }
}

/// As many different requirements as a text may hold, in words of these lengths.
fn requirements(words: usize, skipped: usize) -> String {
    const LETTERS: &[u8; 10] = b"qxzvwjyhfg";
    let word = |number: usize| -> String {
        (0..words).map(|place| char::from(LETTERS[number / 10_usize.pow(u32::try_from(place).unwrap()) % 10])).collect()
    };
    let all = 10_usize.pow(u32::try_from(words).unwrap());
    let mut text = String::new();
    for (one, other) in (0..all).flat_map(|one| (0..all).map(move |other| (one, other))).skip(skipped) {
        let line = format!("{} {}\n", word(one), word(other));
        if text.len() + line.len() > 50_000 {
            break;
        }
        text.push_str(&line);
    }
    text
}

#[tokio::test]
async fn the_most_requirements_that_fit_into_a_job_are_read_as_few_criteria() {
    let brief = JobBrief {
        title: "x".to_owned(),
        core_requirement: requirements(2, 0),
        jd: requirements(3, 0),
        ai_evaluation_criteria: requirements(3, 10_000),
    };
    assert!(brief.core_requirement.lines().count() > 8_000);
    assert!(brief.ai_evaluation_criteria.lines().count() > 6_000);
    let rubric = BuiltIn.rubric(&brief).await.unwrap();
    // At most 300 of each text.
    let read = rubric.criteria.len();
    assert!((1..=900).contains(&read), "{read}");
}
