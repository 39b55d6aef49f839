//! Robustness of profiles against spoiled layouts and arbitrary text.

use crate::profile_support::{Case, Score, cases, today};
use bole_domain::profile::Profile;
use proptest::prelude::*;

fn read(text: &str) -> Profile {
    bole_documents::profile::read(text, today())
}

/// The share of correct fields after `spoil` was applied to every text.
fn share_after(spoil: impl Fn(&str) -> String) -> (f64, String) {
    let mut total = Score::default();
    let mut misses = Vec::new();
    for case in cases() {
        let mut score = Score::default();
        case.judge(&read(&spoil(&case.text)), &mut score);
        misses.extend(score.misses.iter().map(|miss| format!("{}: {miss}", case.name)));
        total.add(&score);
    }
    (total.share(), format!("{total}{}", misses.join("\n")))
}

fn stable(case: &Case, spoiled: &str) {
    let (before, after) = (read(&case.text), read(spoiled));
    assert_eq!(before.email, after.email, "{}", case.name);
    assert_eq!(before.phone, after.phone, "{}", case.name);
    assert_eq!(before.total_years_of_experience, after.total_years_of_experience, "{}:\n{spoiled}", case.name);
}

#[test]
fn blank_lines_change_nothing() {
    for case in cases() {
        assert_eq!(read(&case.text), read(&case.text.replace('\n', "\n\n \n")), "{}", case.name);
    }
}

#[test]
fn contacts_and_years_survive_doubled_spaces() {
    for case in cases() {
        stable(&case, &case.text.replace(' ', "  "));
    }
}

#[test]
fn windows_line_endings_and_no_break_spaces_change_nothing() {
    for case in cases() {
        assert_eq!(read(&case.text), read(&case.text.replace('\n', "\r\n")), "{}", case.name);
        assert_eq!(read(&case.text), read(&case.text.replace(' ', "\u{a0}")), "{}", case.name);
    }
}

#[test]
fn fields_survive_collapsed_gaps() {
    let collapse = |text: &str| {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
    };
    let (share, report) = share_after(collapse);
    println!("{report}");
    assert!(share >= 0.95, "{share:.3}\n{report}");
}

#[test]
fn fields_survive_indents_and_trailing_space() {
    let (share, report) =
        share_after(|text| text.lines().map(|line| format!("   {line}  ")).collect::<Vec<_>>().join("\n"));
    assert!(share >= 0.97, "{share:.3}\n{report}");
}

#[test]
fn full_width_digits_and_letters_are_read() {
    let widen = |text: &str| {
        text.chars().map(|c| if c.is_ascii_digit() { char::from_u32(c as u32 + 0xfee0).unwrap() } else { c }).collect()
    };
    let (share, report) = share_after(widen);
    assert!(share >= 0.97, "{share:.3}\n{report}");
}

/// A text of the cases' lines in random order.
fn shuffled() -> impl Strategy<Value = String> {
    let lines: Vec<String> =
        cases().iter().flat_map(|case| case.text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    prop::collection::vec(prop::sample::select(lines), 0..80).prop_map(|lines| lines.join("\n"))
}

/// A case with some characters replaced.
fn mutated() -> impl Strategy<Value = String> {
    let texts: Vec<String> = cases().into_iter().map(|case| case.text).collect();
    (prop::sample::select(texts), prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..40)).prop_map(
        |(text, changes)| {
            let mut chars: Vec<char> = text.chars().collect();
            for (at, c) in changes {
                let at = at.index(chars.len());
                chars[at] = c;
            }
            chars.into_iter().collect()
        },
    )
}

/// Invariants of every profile.
fn is_sound(profile: &Profile) -> Result<(), TestCaseError> {
    for entry in &profile.work_experiences {
        prop_assert!(!(entry.is_current && entry.end_date.is_some()), "a current employment has no end");
        prop_assert!(entry.company_name.is_some() || entry.position_title.is_some());
        if let (Some(start), Some(end)) = (entry.start_date, entry.end_date) {
            prop_assert!(start <= end, "{start} to {end}");
        }
    }
    let latest = profile.work_experiences.first();
    prop_assert_eq!(&profile.current_company, &latest.and_then(|entry| entry.company_name.clone()));
    prop_assert!(profile.total_years_of_experience.is_none_or(|years| (0.0..=160.0).contains(&years)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_a_valid_profile(text in any::<String>()) {
        is_sound(&read(&text))?;
    }

    #[test]
    fn any_resume_like_text_gives_a_valid_profile(text in "([A-Za-z0-9:.,/@()（）年月至今一有限公司工程师 \t\n|-]|2019|2024|Present|PT|Jan){0,300}") {
        is_sound(&read(&text))?;
    }

    #[test]
    fn shuffled_lines_give_a_valid_profile(text in shuffled()) {
        is_sound(&read(&text))?;
    }

    #[test]
    fn mutated_resumes_are_read_deterministically(text in mutated()) {
        let profile = read(&text);
        is_sound(&profile)?;
        prop_assert_eq!(profile, read(&text));
    }
}

#[test]
fn corrupted_dates_give_a_valid_profile() {
    for text in [
        "工作经历\n公司名称:星河科技有限公司\n在职时间:¡016年7月 - 2019年8月\n职位:工程师\n",
        "何佳\n2021年3月¡2024年9月 在深圳市鹏程国际物流有限公司 担任 关务主管A2018年¡月至2021年2月 在深圳市海蓝供应链管理有限公司 担任 报关员\n",
    ] {
        is_sound(&read(text)).unwrap();
    }
}

/// Text beyond the length limit has no effect.
#[test]
fn oversized_texts_are_read_up_to_the_limit() {
    for unit in [
        "姓名:",
        "a: ",
        "2019.07-",
        "2019 ",
        "工作经历\n2019.01-2020.01\n",
        "a@",
        "( ",
        "PT ",
        "1",
        "\t",
        "有限公司 ",
        "1. ",
        "- 08-",
    ] {
        let whole = unit.repeat(2_000_000 / unit.len());
        let cut = format!("{}\nlate@example.com", unit.repeat(130_000 / unit.chars().count()));
        let profile = read(&whole);
        assert_eq!(profile, read(&cut), "{unit}");
        assert_eq!(profile.email, None, "{unit}");
    }
}
