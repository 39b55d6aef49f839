//! Lines that are easily lost.

use bole_criteria::{PartRole, Source, read};

use super::{criteria, items, must, nice};

#[test]
fn no_line_of_a_list_vanishes() {
    let lines = [
        "Software testing",
        "Respect for deadlines",
        "SEO keyword research",
        "关键词优化",
        "招聘广告投放经验",
        "Go",
        "C#",
        "AI",
        "R",
        "BLS certificate",
        "ACLS certificate",
        "独立负责过抖音账号",
        "独立负责过小红书账号",
        "SPT Tahunan Badan",
        "Coretax",
        "K3",
        "class C",
        "class CE",
    ];
    for sign in ["- ", "• ", ""] {
        let text: Vec<String> = lines.iter().map(|line| format!("{sign}{line}")).collect();
        let found: Vec<String> = criteria(&text.join("\n")).items.into_iter().map(|item| item.text).collect();
        assert_eq!(found, lines, "{sign:?}");
    }
}

#[test]
fn what_must_not_be_is_no_must_have() {
    for text in ["Must not: convictions", "不得：有犯罪记录", "Tidak boleh: pernah dipidana"] {
        let reading = criteria(text);
        assert!(reading.items.is_empty(), "{text} {reading:?}");
        assert!(reading.parts.iter().any(|part| part.role == PartRole::NotRead), "{text}");
    }
}

#[test]
fn what_is_said_about_the_job_is_shown_as_not_read() {
    let text = "Must have\n- Payroll\nWhat we offer\n- 28 days of leave";
    let reading = criteria(text);
    assert_eq!(reading.items.len(), 1);
    let last = reading.parts.last().unwrap();
    assert_eq!((last.role, &text[last.range.clone()]), (PartRole::NotRead, "- 28 days of leave"));
}

#[test]
fn description_asks_only_under_its_requirements() {
    let text = "About the role\nWe run twelve stores.\n\nYour tasks\n- Plan shifts\n\nRequirements\n- 3 years of retail\n- Excel\n\nNice to have\n- Mandarin\n\nBenefits\n- Free lunch";
    let reading = read(text, Source::Description);
    let found: Vec<&str> = reading.items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(found, ["3 years of retail", "Excel", "Mandarin"]);
}

#[test]
fn labels_in_a_line_say_what_counts() {
    assert_eq!(
        items("必须项: 独立负责过抖音账号\n独立负责过小红书账号\n加分项：会剪辑"),
        [must("独立负责过抖音账号", None), must("独立负责过小红书账号", None), nice("会剪辑", None)]
    );
    assert_eq!(items("Nilai tambah: pemeriksaan pajak\nSPT Tahunan Badan\nCoretax\nBahasa Mandarin").len(), 4);
    assert_eq!(items("学历要求：本科及以上"), [must("学历要求：本科及以上", None)]);
}

#[test]
fn running_text_is_split_by_sentence() {
    assert_eq!(
        items("At least 3 years of payroll. Experience with SAP would be nice. Knows UK law, e.g. PAYE."),
        [
            must("At least 3 years of payroll", None),
            nice("Experience with SAP would be nice", None),
            must("Knows UK law, e.g. PAYE", None)
        ]
    );
}
