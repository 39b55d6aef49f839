//! The files as other programs read them: the workbook's cells, the document's text.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::io::{Cursor, Read};

use bole_domain::dashboard::{
    Dashboard, ExportFormat, FunnelStage, InterviewsSummary, JobSummary, LevelCount, MemberSummary, ScoreSummary,
    SourceSummary, StageTime, TimeoutSummary, Trend, TrendStep, WaitingSummary,
};
use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::{Language, RecommendationLevel};
use bole_domain::ids::{JobId, UserId};
use bole_domain::offer::{OfferLetter, OfferText};
use bole_domain::stage::Stage;
use bole_reports::{Report, file_name, letter_name, write, write_letter};
use time::macros::{date, datetime};

fn dashboard(jobs: usize) -> Dashboard {
    let funnel = |&status: &Stage| FunnelStage {
        status,
        entered: 1234,
        entered_before: 900,
        current: 17,
        sub_statuses: Vec::new(),
    };
    let job = |at: usize| JobSummary {
        job_id: JobId::new(),
        title: if at == 0 { "=HYPERLINK(\"x\")".to_owned() } else { format!("高级后端工程师 {at}") },
        is_active: true,
        applied: 40,
        in_review: 3,
        in_interviews: 2,
        in_offer: 1,
        hired: 5,
    };
    Dashboard {
        from: datetime!(2026-01-01 00:00 UTC),
        to: datetime!(2026-02-01 00:00 UTC),
        funnel: Stage::ALL.iter().map(funnel).collect(),
        job_choices: Vec::new(),
        jobs: (0..jobs).map(job).collect(),
        stages: vec![StageTime { status: Stage::OnlineInterview, count: 12, median_days: 3.25, p90_days: 9.5 }],
        scores: ScoreSummary {
            levels: vec![LevelCount { level: RecommendationLevel::StronglyRecommend, count: 8 }],
            histogram: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        },
        sources: vec![SourceSummary { source: "email".to_owned(), applied: 10, advanced: 4 }],
        timeouts: TimeoutSummary { online: 2, onsite: 1, current: 3 },
        members: vec![MemberSummary { user_id: UserId::new(), name: "Siti Rahmawati".to_owned(), moves: 21 }],
        waiting: WaitingSummary::default(),
        interviews: InterviewsSummary::default(),
        trend: Trend { step: TrendStep::Month, points: Vec::new() },
    }
}

fn report<'a>(dashboard: &'a Dashboard, language: Language) -> Report<'a> {
    Report {
        organization: "伯乐科技 Bole",
        job_title: None,
        created_by: "Ann",
        created_at: datetime!(2026-02-02 09:30 UTC),
        language,
        dashboard,
    }
}

fn part(workbook: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_workbook_holds_numbers_dates_and_text_that_is_no_formula() {
    let dashboard = dashboard(3);
    for language in Language::ALL {
        let workbook = write(&report(&dashboard, *language), ExportFormat::Xlsx).unwrap();
        // 2026-01-01 as Excel counts days.
        assert!(part(&workbook, "xl/worksheets/sheet1.xml").contains("<v>46023</v>"));
        assert!(part(&workbook, "xl/worksheets/sheet2.xml").contains("<v>1234</v>"));
        let jobs = part(&workbook, "xl/worksheets/sheet4.xml");
        assert!(!jobs.contains("<f>") && jobs.contains("<v>40</v>"));
        assert!(part(&workbook, "xl/sharedStrings.xml").contains("=HYPERLINK"));
        assert!(part(&workbook, "xl/styles.xml").contains("quotePrefix=\"1\""));
        assert!(part(&workbook, "xl/charts/chart1.xml").contains("barChart"));
    }
    let zh = write(&report(&dashboard, Language::Zh), ExportFormat::Xlsx).unwrap();
    assert!(part(&zh, "xl/workbook.xml").contains("招聘漏斗"));
}

fn text_of(pdf: Vec<u8>) -> String {
    bole_documents::extract_bytes(&pdf, "report.pdf", &bole_documents::Limits::default()).unwrap().text
}

#[test]
fn a_document_can_be_read_in_each_language() {
    let dashboard = dashboard(3);
    let words = [
        (Language::Zh, ["招聘漏斗", "线上面试", "高级后端工程师", "第 1 页"]),
        (Language::En, ["Funnel", "Online interview", "高级后端工程师", "Page 1 of"]),
        (Language::Id, ["Corong rekrutmen", "Wawancara daring", "Siti Rahmawati", "Halaman 1 dari"]),
    ];
    for (language, expected) in words {
        let text = text_of(write(&report(&dashboard, language), ExportFormat::Pdf).unwrap());
        for word in expected {
            assert!(text.contains(word), "{word} is missing in {text}");
        }
        assert!(text.contains("2026-01-31"), "the last day is the last that counts: {text}");
    }
}

#[test]
fn a_long_table_goes_on_with_the_next_page() {
    let dashboard = dashboard(120);
    let pdf = write(&report(&dashboard, Language::En), ExportFormat::Pdf).unwrap();
    assert!(pdf.len() < 400_000, "the font is cut to what is used: {} bytes", pdf.len());
    let text = text_of(pdf);
    assert!(text.contains("高级后端工程师 119"));
}

#[test]
fn a_file_is_named_after_the_days_it_covers() {
    let (from, to) = (datetime!(2026-01-01 00:00 UTC), datetime!(2026-02-01 00:00 UTC));
    assert_eq!(file_name(Language::Zh, from, to, ExportFormat::Xlsx), "招聘数据 2026-01-01 2026-01-31.xlsx");
}

fn letter(text: &str) -> OfferLetter {
    OfferLetter {
        organization: "伯乐科技 Bole".to_owned(),
        candidate: "陈思远/Chen".to_owned(),
        text: OfferText {
            position: "高级后端工程师".to_owned(),
            salary: "¥30,000 × 14".to_owned(),
            start_date: Some(date!(2026 - 03 - 01)),
            place: "Jakarta".to_owned(),
            terms: "试用期三个月".to_owned(),
            letter: text.to_owned(),
            language: None,
            expires_at: None,
        },
        version: 4,
        issued_on: "2026-02-01".to_owned(),
        answer_by: "2026-02-10 23:59 (Asia/Shanghai)".to_owned(),
        accepted: None,
    }
}

#[test]
fn a_letter_can_be_read_in_each_language() {
    let words = [
        (EmailLanguage::Zh, ["录用通知书", "入职日期", "其他条款"]),
        (EmailLanguage::En, ["Offer letter", "Start date", "Further terms"]),
        (EmailLanguage::Id, ["Surat penawaran kerja", "Tanggal mulai", "Ketentuan lainnya"]),
    ];
    for (language, expected) in words {
        let text = text_of(write_letter(&letter("尊敬的陈思远：\n\n欢迎加入我们。"), language).unwrap());
        let facts = ["高级后端工程师", "¥30,000", "2026-03-01", "欢迎加入我们。", "2026-02-10 23:59"];
        for word in expected.into_iter().chain(facts) {
            assert!(text.contains(word), "{word} is missing in {text}");
        }
    }
    let accepted = OfferLetter {
        accepted: Some(("Chen Siyuan".to_owned(), "2026-02-05".to_owned())),
        ..letter("试用期三个月")
    };
    let text = text_of(write_letter(&accepted, EmailLanguage::En).unwrap());
    assert!(text.contains("Accepted by Chen Siyuan on 2026-02-05"), "{text}");
    assert!(!text.contains("Further terms"), "the letter says the terms itself: {text}");
    assert_eq!(letter_name(&accepted, EmailLanguage::Zh), "录用通知书 陈思远 Chen v4.pdf");
}

#[test]
fn a_long_letter_goes_on_with_the_next_page() {
    let long: String = (0..400)
        .map(|at| format!("第{at}条 条款内容条款内容条款内容条款内容条款内容条款内容条款内容条款内容。\n"))
        .collect();
    let pdf = write_letter(&letter(&long), EmailLanguage::Zh).unwrap();
    assert!(pdf.len() < 200_000, "{} bytes", pdf.len());
    let text = text_of(pdf);
    assert!(text.contains("第399条") && text.contains("第 2 页"));
}
