//! Files as read by other programs: the workbook's cells, the document's text.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::io::{Cursor, Read};

use bole_domain::application::ApplicationSource;
use bole_domain::dashboard::cohort::{Cohort, CohortStage};
use bole_domain::dashboard::insights::{Finding, FindingKind, FindingLevel};
use bole_domain::dashboard::waits::WaitsFor;
use bole_domain::dashboard::{
    Dashboard, ExportFormat, FigureCandidate, FunnelStage, InterviewsSummary, JobSummary, LevelSummary, MemberSummary,
    MemberWorkload, ScoreSummary, SourceSummary, StagePace, StageTime, TimeToHire, TimeoutSummary, Trend, TrendPoint,
    TrendStep, TrendTotal, UpcomingInterview, WaitingCandidate, WaitingSummary,
};
use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::{Language, RecommendationLevel};
use bole_domain::ids::{ApplicationId, InterviewScheduleId, JobId, PersonId, UserId};
use bole_domain::offer::{OfferLetter, OfferText, SalaryPart};
use bole_domain::stage::{Stage, SubStatus};
use bole_domain::zone::Zone;
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
        applied_before: 31,
        in_review: 3,
        in_interviews: 2,
        in_offer: 1,
        hired: 5,
        hired_before: 4,
    };
    let waiting = WaitingCandidate {
        application_id: ApplicationId::new(),
        person_id: PersonId::new(),
        name: Some("=2+5 林悦".to_owned()),
        job_id: JobId::new(),
        job_title: "Accountant".to_owned(),
        status: Stage::OnsiteInterview,
        sub_status: SubStatus::InterviewCompleted,
        since: datetime!(2026-01-12 09:30 UTC),
    };
    let interview = UpcomingInterview {
        id: InterviewScheduleId::new(),
        start_time: datetime!(2026-02-03 01:15 UTC),
        round: 2,
        interviewer_name: "Budi Santoso".to_owned(),
        person_id: None,
        name: Some("Ayu Lestari".to_owned()),
        job_title: None,
    };
    let total = TrendTotal { applied: 77, interviewed: 33, offered: 11, hired: 5 };
    Dashboard {
        from: datetime!(2026-01-01 00:00 UTC),
        to: datetime!(2026-02-01 00:00 UTC),
        time_zone: "UTC".to_owned(),
        funnel: Stage::ALL.iter().map(funnel).collect(),
        cohort: cohort([200, 96, 41, 9, 5], [170, 60, 30, 12, 8]),
        time_to_hire: TimeToHire {
            now: Some(StagePace { count: 5, median_days: 27.5, p90_days: 41.0 }),
            before: Some(StagePace { count: 4, median_days: 31.5, p90_days: 60.0 }),
        },
        job_choices: Vec::new(),
        jobs: (0..jobs).map(job).collect(),
        stages: vec![StageTime {
            status: Stage::OnlineInterview,
            count: 12,
            median_days: 3.25,
            p90_days: 9.5,
            before: Some(StagePace { count: 10, median_days: 4.75, p90_days: 8.0 }),
        }],
        scores: ScoreSummary {
            levels: vec![LevelSummary { level: RecommendationLevel::StronglyRecommend, count: 8, count_before: 6 }],
            histogram: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            histogram_before: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        },
        sources: vec![SourceSummary {
            source: ApplicationSource::Email,
            applied: 10,
            advanced: 4,
            applied_before: 9,
            advanced_before: 3,
        }],
        timeouts: TimeoutSummary { online: 2, onsite: 1, online_before: 4, onsite_before: 0, current: 3 },
        members: vec![MemberSummary {
            user_id: UserId::new(),
            name: "Siti Rahmawati".to_owned(),
            moves: 21,
            moves_before: 18,
        }],
        workload: vec![MemberWorkload {
            user_id: UserId::new(),
            name: "Dewi Anggraini".to_owned(),
            jobs: 2,
            open: 14,
            waiting: 3,
            interviews: 4,
        }],
        waiting: WaitingSummary { long: 1, candidates: vec![waiting] },
        interviews: InterviewsSummary { upcoming: 1, linked: 1, next: vec![interview] },
        trend: Trend {
            step: TrendStep::Month,
            points: vec![TrendPoint {
                start: datetime!(2026-01-01 00:00 UTC),
                applied: 77,
                interviewed: 33,
                offered: 11,
                hired: 5,
            }],
            total,
            total_before: TrendTotal { applied: 70, ..total },
        },
    }
}

fn cohort(reached: [i64; 5], reached_before: [i64; 5]) -> Cohort {
    let stages = Stage::ALL.iter().zip(reached.iter().zip(&reached_before));
    let stage = |(&status, (&reached, &reached_before))| CohortStage { status, reached, reached_before };
    Cohort { applied: reached[0], applied_before: reached_before[0], open: 31, stages: stages.map(stage).collect() }
}

fn report<'a>(dashboard: &'a Dashboard, language: Language) -> Report<'a> {
    Report {
        organization: "伯乐科技 Bole",
        job_title: None,
        created_by: "Ann",
        created_at: datetime!(2026-02-02 09:30 UTC),
        language,
        zone: Zone::UTC,
        dashboard,
        findings: &[],
        candidates: &[],
    }
}

fn part(workbook: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn workbook_has_numbers_dates_and_no_formulas() {
    let dashboard = dashboard(3);
    for language in Language::ALL {
        let workbook = write(&report(&dashboard, *language), ExportFormat::Xlsx).unwrap();
        // 2026-01-01 as an Excel date.
        assert!(part(&workbook, "xl/worksheets/sheet1.xml").contains("<v>46023</v>"));
        assert!(part(&workbook, "xl/worksheets/sheet2.xml").contains("<v>77</v>"));
        let cohort = part(&workbook, "xl/worksheets/sheet4.xml");
        assert!(cohort.contains("<v>96</v>") && cohort.contains("<v>0.48</v>"), "{cohort}");
        assert!(part(&workbook, "xl/worksheets/sheet5.xml").contains("<v>1234</v>"));
        let jobs = part(&workbook, "xl/worksheets/sheet7.xml");
        assert!(!jobs.contains("<f>") && jobs.contains("<v>40</v>"));
        assert!(part(&workbook, "xl/sharedStrings.xml").contains("=HYPERLINK"));
        assert!(part(&workbook, "xl/styles.xml").contains("quotePrefix=\"1\""));
        assert!(part(&workbook, "xl/charts/chart1.xml").contains("barChart"));
        assert!(part(&workbook, "xl/charts/chart2.xml").contains("lineChart"), "the trend is a line");
        // Waiting since 2026-01-12, and an interview on 2026-02-03 at 01:15.
        assert!(part(&workbook, "xl/worksheets/sheet14.xml").contains("<v>46034</v>"));
        assert!(part(&workbook, "xl/worksheets/sheet15.xml").contains("<v>46056.05208333"));
    }
    let zh = write(&report(&dashboard, Language::Zh), ExportFormat::Xlsx).unwrap();
    assert!(part(&zh, "xl/workbook.xml").contains("招聘漏斗"));
}

fn candidate(name: &str) -> FigureCandidate {
    FigureCandidate {
        application_id: ApplicationId::new(),
        person_id: PersonId::new(),
        name: Some(name.to_owned()),
        job_id: JobId::new(),
        job_title: "Accountant".to_owned(),
        status: Stage::AiReview,
        sub_status: SubStatus::RecommendContact,
        since: datetime!(2026-01-12 09:30 UTC),
        is_archived: false,
        level: Some(RecommendationLevel::Recommend),
        score: Some(71.5),
        source: ApplicationSource::Email,
        applied_at: datetime!(2026-01-11 09:30 UTC),
        times: 1,
    }
}

#[test]
fn workbook_lists_applicants_where_permitted() {
    let dashboard = dashboard(1);
    let candidates = [candidate("Ann"), candidate("@SUM(A1)")];
    let whole = Report { candidates: &candidates, ..report(&dashboard, Language::En) };
    let workbook = write(&whole, ExportFormat::Xlsx).unwrap();
    let sheet = part(&workbook, "xl/worksheets/sheet16.xml");
    assert!(sheet.contains("<v>71.5</v>") && sheet.contains("<v>46033</v>") && sheet.contains("autoFilter"));
    assert!(!sheet.contains("<f>"));
    // Two in the workbook: the names of a candidate and of the waiting one.
    assert!(part(&workbook, "xl/sharedStrings.xml").contains("@SUM(A1)"));
}

#[test]
fn text_of_a_workbook_stays_as_it_is() {
    let dashboard = dashboard(1);
    let texts = [
        "+62 812-0000-0789",
        "008613800004401",
        "13800004402",
        "1e5",
        "2-3",
        "1/2",
        "TRUE",
        "-20%",
        "=1+1",
        "👩🏽‍💻 O'Neill-Müller",
    ];
    let candidates = texts.map(candidate);
    for language in Language::ALL {
        let whole = Report { candidates: &candidates, ..report(&dashboard, *language) };
        let workbook = write(&whole, ExportFormat::Xlsx).unwrap();
        let strings = part(&workbook, "xl/sharedStrings.xml");
        let sheet = part(&workbook, "xl/worksheets/sheet16.xml");
        for (row, text) in (2..).zip(texts) {
            assert!(strings.contains(&format!("<t>{text}</t>")), "{text}");
            let cell = sheet.split_once(&format!("r=\"A{row}\"")).unwrap().1.split_once('>').unwrap().0;
            assert!(cell.contains("t=\"s\""), "{text} is no text: {cell}");
        }
        let book = part(&workbook, "xl/workbook.xml");
        let mut names: Vec<_> =
            book.split("<sheet name=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0.to_lowercase()).collect();
        assert!(
            names.iter().all(|name| name.chars().count() <= 31 && !name.contains(['[', ']', ':', '*', '?', '/', '\\']))
        );
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

fn text_of(pdf: Vec<u8>) -> String {
    bole_documents::extract_bytes(&pdf, "report.pdf", &bole_documents::Limits::default()).unwrap().text
}

#[test]
fn document_is_readable_in_each_language() {
    let dashboard = dashboard(3);
    let words = [
        (
            Language::Zh,
            ["招聘漏斗", "线上面试", "高级后端工程师", "第 1 页", "与上一周期对比", "等待最久", "即将进行的面试"],
        ),
        (
            Language::En,
            [
                "Funnel",
                "Online interview",
                "高级后端工程师",
                "Page 1 of",
                "Trends",
                "Waiting longest",
                "2026-02-03 01:15",
            ],
        ),
        (
            Language::Id,
            [
                "Funnel rekrutmen",
                "Wawancara online",
                "Siti Rahmawati",
                "Halaman 1 dari",
                "Dewi Anggraini",
                "Menunggu paling lama",
                "Ayu Lestari",
            ],
        ),
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
fn days_and_times_follow_the_time_zone() {
    let dashboard =
        Dashboard { from: datetime!(2026-01-01 00:00 +08), to: datetime!(2026-02-01 00:00 +08), ..dashboard(1) };
    let shanghai = Report { zone: Zone::named("Asia/Shanghai").unwrap(), ..report(&dashboard, Language::En) };
    let text = text_of(write(&shanghai, ExportFormat::Pdf).unwrap());
    for expected in ["2026-01-01 – 2026-01-31", "2026-02-02 17:30", "2026-02-03 09:15", "Asia/Shanghai"] {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
    let workbook = write(&shanghai, ExportFormat::Xlsx).unwrap();
    // 2026-01-01 and 2026-01-31 as Excel dates, and the interview on 2026-02-03 at 09:15.
    let overview = part(&workbook, "xl/worksheets/sheet1.xml");
    assert!(overview.contains("<v>46023</v>") && overview.contains("<v>46053</v>"), "{overview}");
    assert!(part(&workbook, "xl/worksheets/sheet15.xml").contains("<v>46056.38541666"));
}

/// The text of each page of a PDF.
fn pages_of(pdf: &[u8]) -> Vec<String> {
    let text = bole_documents::extract_bytes(pdf, "report.pdf", &bole_documents::Limits::default()).unwrap().text;
    let foot = |line: &&str| line.contains("Page ") && line.contains(" of ");
    let mut pages = vec![String::new()];
    for line in text.lines() {
        if let Some(page) = pages.last_mut() {
            page.push_str(line);
            page.push('\n');
        }
        if foot(&line) {
            pages.push(String::new());
        }
    }
    pages
}

#[test]
fn first_page_has_the_key_figures_and_charts_and_tables_follow() {
    let dashboard = dashboard(3);
    let finding = Finding {
        kind: FindingKind::WaitingLong,
        level: FindingLevel::Attention,
        status: None,
        waits_for: Some(WaitsFor::Decision),
        job_id: None,
        job_title: None,
        source: None,
        value: Some(14),
        before: None,
        days: None,
        cause: None,
    };
    let whole = Report { findings: &[finding], ..report(&dashboard, Language::En) };
    let pages = pages_of(&write(&whole, ExportFormat::Pdf).unwrap());
    let [first, tables, ..] = pages.as_slice() else { panic!("{pages:?}") };
    let figures = ["77", "Previous period: 70", "(+10%)", "Application to hire", "27.5", "Previous period: 31.5"];
    let charts = ["Conversion", "96 · 48%", "Sources", "10 · 4", "Trends", "Time in stage", "3.2 · 9.5", "27.5 · 41.0"];
    let rest = [
        "14 candidates have waited 7 days or more for a decision in",
        "Exported by: Ann",
        "All jobs · 2026-01-01 – 2026-01-31",
    ];
    for expected in figures.into_iter().chain(charts).chain(rest) {
        assert!(first.contains(expected), "{expected} is missing in {first}");
    }
    assert!(tables.contains("Versus previous period"), "{tables}");
}

#[test]
fn long_table_continues_on_the_next_page() {
    let dashboard = dashboard(120);
    let pdf = write(&report(&dashboard, Language::En), ExportFormat::Pdf).unwrap();
    assert!(pdf.len() < 400_000, "the font is cut to what is used: {} bytes", pdf.len());
    let text = text_of(pdf);
    assert!(text.contains("高级后端工程师 119"));
}

#[test]
fn file_name_has_the_dates_covered() {
    let (from, to) = (datetime!(2026-01-01 00:00 UTC), datetime!(2026-02-01 00:00 UTC));
    assert_eq!(file_name(Language::Zh, from, to, ExportFormat::Xlsx), "招聘数据 2026-01-01 2026-01-31.xlsx");
}

fn letter(text: &str) -> OfferLetter {
    OfferLetter {
        employer: "伯乐科技 Bole".to_owned(),
        candidate: "陈思远/Chen".to_owned(),
        text: OfferText {
            position: "高级后端工程师".to_owned(),
            salary: "¥30,000 × 14".to_owned(),
            start_date: Some(date!(2026 - 03 - 01)),
            place: "Jakarta".to_owned(),
            terms: "试用期三个月".to_owned(),
            letter: text.to_owned(),
            salary_parts: vec![SalaryPart { name: "年终奖".to_owned(), amount: "2 个月".to_owned() }],
            language: None,
            expires_at: Some(datetime!(2026-02-10 15:59:59 UTC)),
            notes: String::new(),
        },
        version: 4,
        zone: Zone::named("Asia/Shanghai").unwrap(),
        issued_on: date!(2026 - 02 - 01),
        accepted: None,
    }
}

#[test]
fn letter_is_readable_in_each_language() {
    let words = [
        (EmailLanguage::Zh, ["录用通知书", "入职日期", "其他条款", "2026年3月1日", "2026年2月10日 23:59"]),
        (
            EmailLanguage::En,
            ["Offer letter", "Start date", "Further terms", "March 1, 2026", "February 10, 2026, 23:59"],
        ),
        (
            EmailLanguage::Id,
            [
                "Surat penawaran kerja",
                "Tanggal mulai",
                "Ketentuan lainnya",
                "1 Maret 2026",
                "10 Februari 2026 pukul 23.59",
            ],
        ),
    ];
    for (language, expected) in words {
        let text = text_of(write_letter(&letter("尊敬的陈思远：\n\n欢迎加入我们。"), language).unwrap());
        let facts = ["高级后端工程师", "¥30,000", "年终奖", "2 个月", "欢迎加入我们。", "伯乐科技 Bole"];
        for word in expected.into_iter().chain(facts) {
            assert!(text.contains(word), "{word} is missing in {text}");
        }
    }
    let accepted = OfferLetter {
        accepted: Some(("Chen Siyuan".to_owned(), date!(2026 - 02 - 05))),
        ..letter("试用期三个月")
    };
    let text = text_of(write_letter(&accepted, EmailLanguage::En).unwrap());
    assert!(text.contains("Accepted by Chen Siyuan on February 5, 2026"), "{text}");
    assert!(!text.contains("Further terms"), "the letter says the terms itself: {text}");
    assert_eq!(letter_name(&accepted, EmailLanguage::Zh), "录用通知书 陈思远 Chen v4.pdf");
}

#[test]
fn letter_keeps_every_name() {
    let names = ["陳曉薇", "黃國倫", "陈䶮", "Nguyễn Thị Phượng", "Þórunn Guðmundsdóttir", "Łukasz Żółć", "Дмитрий"];
    for name in names {
        let letter = OfferLetter { candidate: name.to_owned(), ..letter(&format!("Dear {name}:")) };
        let text = text_of(write_letter(&letter, EmailLanguage::En).unwrap());
        assert_eq!(text.matches(name).count(), 2, "{name}: {text}");
    }
}

#[test]
fn long_letter_continues_on_the_next_page() {
    let long: String = (0..400)
        .map(|at| format!("第{at}条 条款内容条款内容条款内容条款内容条款内容条款内容条款内容条款内容。\n"))
        .collect();
    let pdf = write_letter(&letter(&long), EmailLanguage::Zh).unwrap();
    assert!(pdf.len() < 200_000, "{} bytes", pdf.len());
    let text = text_of(pdf);
    assert!(text.contains("第399条") && text.contains("第 2 页"));
}
