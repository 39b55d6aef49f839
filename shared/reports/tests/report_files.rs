//! The files as other programs read them: the workbook's cells, the document's text.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::io::{Cursor, Read};

use bole_domain::dashboard::{
    Dashboard, ExportFormat, FunnelStage, InterviewsSummary, JobSummary, LevelCount, MemberSummary, ScoreSummary,
    SourceSummary, StageTime, TimeoutSummary, WaitingSummary,
};
use bole_domain::evaluation::{Language, RecommendationLevel};
use bole_domain::ids::{JobId, UserId};
use bole_domain::stage::Stage;
use bole_reports::{Report, file_name, write};
use time::macros::datetime;

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
