//! Points, sections, tables, levels and caps.

use bole_criteria::{PartRole, Source, read};
use bole_domain::evaluation::Thresholds;

use super::{criteria, items, must, nice};

#[test]
fn points_in_one_line_belong_to_their_parts() {
    assert_eq!(items("会电焊 20分；会钳工 40分"), [must("会电焊", 20.0), must("会钳工", 40.0)]);
    assert_eq!(
        items("8 years of development (50), Rust (25), Kubernetes (25)"),
        [must("8 years of development", 50.0), must("Rust", 25.0), must("Kubernetes", 25.0)]
    );
    assert_eq!(items("Excel, poin 30\nSAP, poin 70"), [must("Excel", 30.0), must("SAP", 70.0)]);
    assert_eq!(items("- SQL 50%\n- Python —— 50%")[1], must("Python", 50.0));
}

#[test]
fn lists_are_read_with_and_without_line_breaks() {
    let lines = [
        "一、硬性条件（60 分）",
        "1、持有效护士执业资格证（20 分）",
        "2、三级医院病房护理 3 年以上（25 分，满 2 年给 15 分）",
        "3、大专及以上护理专业（15 分）",
        "二、加分条件（40 分）",
        "1、ICU 或急诊轮转经历（15 分）",
        "2、带教实习护士（15 分）",
        "3、英语可日常沟通（10 分）",
        "90 分以上优先面试，70-89 面试，50-69 备选，50 以下不考虑。",
    ];
    let expected = [
        must("持有效护士执业资格证", 20.0),
        must("三级医院病房护理 3 年以上", 25.0),
        must("大专及以上护理专业", 15.0),
        nice("ICU 或急诊轮转经历", 15.0),
        nice("带教实习护士", 15.0),
        nice("英语可日常沟通", 10.0),
    ];
    for text in [lines.join("\n"), lines.join(" ")] {
        assert_eq!(items(&text), expected, "{text}");
    }
    let levels = Thresholds { strongly_recommend: 90.0, recommend: 70.0, average: 50.0 };
    assert_eq!(criteria(&lines.join("\n")).thresholds, Some(levels));
}

#[test]
fn section_shares_its_points() {
    assert_eq!(
        items("【核心要求 · 占比 70%】\n✔ 亚马逊运营 2 年\n✔ 会广告投放\n【加分要求 · 占比 30%】\n✔ 英语四级"),
        [must("亚马逊运营 2 年", 35.0), must("会广告投放", 35.0), nice("英语四级", 30.0)]
    );
    assert_eq!(items("打分，每条 20 分：\n- 审方经验\n- 医保结算")[1], must("医保结算", 20.0));
    let named = "Weights: skills 60%, education 40%\nSkills\n- Rust\n- SQL\nEducation\n- Degree in computing";
    assert_eq!(items(named), [must("Rust", 30.0), must("SQL", 30.0), must("Degree in computing", 40.0)]);
}

#[test]
fn tables_are_read_by_their_columns() {
    let tabs = "序号\t考核项\t要求\t分值\n1\t驾照\tA2 驾驶证\t60\n2\t路线\t跑过川藏线优先\t40\n合计\t\t\t100";
    assert_eq!(items(tabs), [must("A2 驾驶证", 60.0), nice("跑过川藏线优先", 40.0)]);
    let bars = "| # | Criterion | Type | Points |\n|---|---|---|---|\n| 1 | 6+ years of Java | must | 70 |\n| 2 | Kafka | nice | 30 |";
    assert_eq!(items(bars), [must("6+ years of Java", 70.0), nice("Kafka", 30.0)]);
}

#[test]
fn caps_are_proposals_for_an_item() {
    for (text, item) in [
        ("- Class C licence\n- Night shifts\nAt most 70 without a licence.", 0),
        ("- 三年造价经验\n- 持一级造价工程师证\n没有一级造价工程师证，总分不超过70", 1),
        ("- STR aktif\n- Rawat inap 3 tahun\nMaksimal 70 tanpa STR aktif.", 0),
    ] {
        let reading = criteria(text);
        let caps: Vec<Option<f64>> = reading.items.iter().map(|item| item.cap).collect();
        assert_eq!(caps.len(), 2, "{reading:?}");
        assert_eq!((caps[item], caps[1 - item]), (Some(70.0), None), "{reading:?}");
        assert_eq!(reading.parts.iter().filter(|part| part.role == PartRole::Cap).count(), 1, "{text}");
    }
}

#[test]
fn numbers_of_a_criterion_are_no_cap() {
    for text in ["- no more than 3 penalty points", "- waste at most 30% without rework", "- 缺勤不超过10天"] {
        assert_eq!(criteria(text).items.len(), 1, "{text}");
    }
}

#[test]
fn what_may_not_be_asked_has_no_weight() {
    let reading = criteria("- 会计证（50分）\n- 年龄35岁以下，女性优先（20分）\n- 本科，28岁以下（30分）");
    assert_eq!(reading.items.iter().map(|item| item.is_protected).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(reading.items[2].text, "本科");
    assert_eq!(reading.weights()[1], 0.0);
    assert_eq!(reading.protected.len(), 3);
}

#[test]
fn weights_add_up() {
    assert_eq!(criteria("- a1\n- b2\n- c3 preferred").weights(), [40.0, 40.0, 20.0]);
    assert_eq!(criteria("- one (30)\n- two (30)\n- three (30)").weights().iter().sum::<f64>(), 100.0);
}

#[test]
fn what_follows_the_points_of_a_label_is_asked_for() {
    let text = "请按以下维度与权重评分（满分100）：\n- 技能匹配（40%）：Java、MySQL、Redis，须在项目中有体现；\n\
                - 学历（10%）：本科及以上；\n- 沟通（50%）：带人、跨团队协作。";
    let reading = read(text, Source::Criteria);
    let items: Vec<_> = reading.items.iter().map(|item| (item.text.as_str(), item.points)).collect();
    assert_eq!(
        items,
        [
            ("技能匹配：Java、MySQL、Redis，须在项目中有体现", Some(40.0)),
            ("学历：本科及以上", Some(10.0)),
            ("沟通：带人、跨团队协作", Some(50.0)),
        ]
    );
    assert!(reading.parts.iter().all(|part| part.role != PartRole::NotRead), "{reading:?}");
}

#[test]
fn preferred_clause_shares_the_points_of_its_label() {
    let found = items("Skills (60%): Rust and SQL, Kafka preferred\nEducation (40%): degree in computing");
    assert_eq!(
        found,
        [
            must("Skills: Rust and SQL", 40.0),
            nice("Kafka preferred", 20.0),
            must("Education: degree in computing", 40.0)
        ]
    );
    let section = "【能力 · 占比 60%】\n- 精通Java\n- 有Kafka经验者优先\n【学历 · 占比 40%】\n- 本科";
    assert_eq!(items(section), [must("精通Java", 40.0), nice("有Kafka经验者优先", 20.0), must("本科", 40.0)]);
}

#[test]
fn section_with_points_names_its_items() {
    let reading = criteria("Technik (60)\n- Rust\n- SQL\nOther points\n- Docker");
    let sections: Vec<_> = reading.items.iter().map(|item| item.section.as_deref()).collect();
    assert_eq!(sections, [Some("Technik"), Some("Technik"), None]);
}

#[test]
fn what_less_is_worth_asks_for_nothing() {
    let reading = criteria(
        "一、门店管理年限(60分)。满3年才给25分以上;只做过导购的不超过12分;酒店不计。\n二、学历大专及以上(40分)",
    );
    let found: Vec<_> = reading.items.iter().map(|item| (item.text.as_str(), item.points)).collect();
    assert_eq!(found, [("门店管理年限", Some(60.0)), ("学历大专及以上", Some(40.0))]);
    assert_eq!(reading.parts.iter().filter(|part| part.role == PartRole::NotRead).count(), 3, "{reading:?}");
}

#[test]
fn top_of_a_ladder_has_all_points_of_its_heading() {
    assert_eq!(
        items("证书（15分）：执业药师15分；执业药师考过两科8分\n调剂与审方（85分）"),
        [must("执业药师", 15.0), must("调剂与审方", 85.0)]
    );
}

#[test]
fn leaders_and_shares_in_a_row_are_points() {
    let card = "A. Ward nursing ........ 50\nB. Wound care ........ 40\nC. Handover notes ........ 10";
    assert_eq!(items(card), [must("Ward nursing", 50.0), must("Wound care", 40.0), must("Handover notes", 10.0)]);
    let row = "experience 50, leadership 20, hygiene 20, degree 10";
    assert_eq!(
        items(row),
        [must("experience", 50.0), must("leadership", 20.0), must("hygiene", 20.0), must("degree", 10.0)]
    );
}

#[test]
fn duties_ask_for_nothing_and_are_known() {
    let text = "About us\nWe build bridges.\nWhat you'll do\n- Lead the front desk\nRequirements\n- Opera PMS";
    let reading = read(text, Source::Description);
    let duties: Vec<&str> = reading.duties.iter().map(|range| &text[range.clone()]).collect();
    assert_eq!((duties, reading.items.len()), (vec!["Lead the front desk"], 1));
}

#[test]
fn description_that_is_nothing_but_a_list_asks_for_its_points() {
    assert_eq!(read("- CPA\n- SAP", Source::Description).items.len(), 2);
}

#[test]
fn levels_are_read_by_their_names_on_screen() {
    for text in
        ["90 and above strongly recommend, 75 recommend, 50 average", "90分以上强烈推荐，75分以上推荐，50分以上一般"]
    {
        assert_eq!(criteria(text).thresholds.map(|levels| levels.average), Some(50.0), "{text}");
    }
}
