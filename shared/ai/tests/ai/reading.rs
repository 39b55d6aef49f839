//! Reading of jobs and resumes: criteria, experience and licences.

use std::sync::Arc;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{AiEval, Rubric, Verdict};
use bole_domain::period::YearMonth;
use bole_domain::profile::{Profile, WorkExperience};

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn job(title: &str, core: &str, jd: &str, criteria: &str) -> JobBrief {
    JobBrief {
        title: title.into(),
        core_requirement: core.into(),
        jd: jd.into(),
        ai_evaluation_criteria: criteria.into(),
    }
}

fn rubric(brief: &JobBrief) -> Rubric {
    run(BuiltIn.rubric(brief)).unwrap()
}

fn judge(brief: &JobBrief, text: &str, profile: &Profile) -> AiEval {
    let resume = Resume { text, profile, hidden_text: &[], today: YearMonth::new(2026, 6).unwrap() };
    let context = JobContext::new(brief.clone(), Arc::new(rubric(brief)));
    run(bole_ai::evaluate(&BuiltIn, &context, &resume)).unwrap()
}

fn score(brief: &JobBrief, text: &str) -> f64 {
    judge(brief, text, &Profile::default()).overall_score
}

fn texts(rubric: &Rubric) -> Vec<&str> {
    rubric.criteria.iter().map(|criterion| criterion.text.as_str()).collect()
}

#[test]
fn employer_introduction_is_not_a_criterion() {
    let jd = "Fern & Sons has run four hotels since 1961, with 300 staff.\n\nWhat you'll do\n- lead the front desk\n\nRequirements\n- Opera PMS";
    let rubric = rubric(&job("Front Office Manager", "5 years in hotels", jd, ""));
    assert!(!texts(&rubric).iter().any(|text| text.contains("1961") || text.contains("300")), "{rubric:#?}");
}

#[test]
fn abbreviation_does_not_end_a_requirement() {
    let rubric = rubric(&job("Kasir", "- Pengalaman min. 2 thn sebagai kasir di Kab. Sleman", "", ""));
    assert!(texts(&rubric).iter().any(|text| text.contains("min. 2 thn sebagai kasir di Kab. Sleman")), "{rubric:#?}");
}

const STORE: &str = "连锁零售店长，3年以上门店管理经验，餐饮、酒店不计";

fn manager(employer: &str, title: &str) -> String {
    format!(
        "工作经历\n2019.03-至今 {employer} {title}\n负责门店业绩与排班，团队15人，2025年销售额900万，达成率104%。\n负责盘点、陈列与店员带教。\n"
    )
}

#[test]
fn assistant_does_not_match_the_full_title() {
    let brief = job("零售店长", STORE, "", "");
    assert!(score(&brief, &manager("青禾服饰", "店长")) > score(&brief, &manager("青禾服饰", "副店长")));
}

#[test]
fn ambiguous_title_is_resolved_by_its_duties() {
    let brief = job("结构工程师", "3年以上消费电子产品结构设计，熟悉注塑、模具与公差分析，精通SolidWorks", "", "");
    let housing = "工作经历\n2018.05-至今 某科技公司 结构工程师\n负责音箱塑胶件结构设计、公差分析与开模评审，跟进注塑试模，使用SolidWorks。\n";
    let building =
        "工作经历\n2018.05-至今 某设计院 结构工程师\n负责住宅钢筋混凝土框架结构计算与桩基施工图，使用PKPM、YJK。\n";
    assert!(score(&brief, housing) > score(&brief, building) + 25.0);
}

#[test]
fn employment_missing_from_the_profile_is_read_from_the_text() {
    let brief = job("仓库主管", "3年以上仓库主管经验，熟悉WMS与盘点", "", "");
    let text =
        "张三\n2019.06-至今 远山物流 仓库主管：带12人，WMS上线，盘点差异率0.1%\n2017.01-2019.05 远山物流 仓管员\n";
    let part = Profile {
        work_experiences: vec![WorkExperience {
            company_name: Some("远山物流".into()),
            position_title: Some("仓管员".into()),
            start_date: YearMonth::new(2017, 1),
            end_date: YearMonth::new(2019, 5),
            ..WorkExperience::default()
        }],
        ..Profile::default()
    };
    let whole = judge(&brief, text, &part).overall_score;
    let without = judge(&brief, &text.replace("2019.06-至今", ""), &part).overall_score;
    assert!(whole > without + 5.0, "{whole} {without}");
}

#[test]
fn work_described_outside_the_employment_table_belongs_to_its_employer() {
    let brief = job("Backend Developer", "3 years with Go and PostgreSQL", "", "");
    let head = "Work\n2020 - 2025 Birchline Logistics, Backend Developer\n2016 - 2019 Corner Bakery, Cashier\nOther\n";
    let own = format!("{head}Birchline Logistics: order services in Go with PostgreSQL and Kafka\n");
    let other = format!("{head}Evening classes: order services in Go with PostgreSQL and Kafka\n");
    let profile = Profile {
        work_experiences: vec![WorkExperience {
            company_name: Some("Birchline Logistics".into()),
            position_title: Some("Backend Developer".into()),
            start_date: YearMonth::new(2020, 1),
            end_date: YearMonth::new(2025, 12),
            ..WorkExperience::default()
        }],
        ..Profile::default()
    };
    assert!(judge(&brief, &own, &profile).overall_score > judge(&brief, &other, &profile).overall_score);
}

#[test]
fn studying_for_a_licence_does_not_count_as_holding_it() {
    let brief = job("注册护士", "1. 护士执业证\n2. 2年以上临床护理经验", "", "");
    let work = "工作经历\n2020.07-至今 市第一医院 护士\n负责静脉输液、病情观察与护理记录，参与危重患者抢救与健康宣教工作，带教实习护生。\n证书\n";
    let verdict = |line: &str| {
        let result = judge(&brief, &format!("{work}{line}\n"), &Profile::default());
        result.criteria.iter().find(|criterion| criterion.criterion.contains("执业证")).unwrap().verdict
    };
    assert_eq!(verdict("护士执业证书（2020）"), Verdict::Met);
    assert_ne!(verdict("护士执业证书（考试中）"), Verdict::Met);
}

#[test]
fn numeric_results_are_proven_by_the_work_entries() {
    let brief = job("销售经理", "3年以上销售管理经验", "", "业绩结果 50%\n团队管理 30%\n学历 20%");
    let told = "工作经历\n2019.01-至今 某建材公司 销售经理\n2024年销售额3200万，达成率112%\n回款率由86%升到97%\n带8人，新增经销商35家\n";
    let vague =
        "工作经历\n2019.01-至今 某建材公司 销售经理\n负责销售工作，完成公司目标\n维护客户关系\n带领团队开拓市场\n";
    assert!(score(&brief, told) > score(&brief, vague) + 5.0);
}

#[test]
fn consecutive_jobs_do_not_affect_each_other() {
    let nurse = job("护士", "护士执业证，2年以上临床护理经验", "", "");
    let driver = job("货车司机", "A2驾照，3年以上货车驾驶经验", "", "");
    let text = "工作经历\n2019.01-至今 市第一医院 护士\n静脉输液、病情观察与护理记录。\n证书\n护士执业证\n";
    let first = score(&nurse, text);
    let other = score(&driver, text);
    assert!(first > other);
    for _ in 0..20 {
        assert_eq!(score(&nurse, text), first);
        assert_eq!(score(&driver, text), other);
    }
}

#[test]
fn bracketed_heading_applies_to_the_text_after_it() {
    let rubric =
        rubric(&job("会计", "3年以上会计经验", "【任职要求】\n- 熟练使用金蝶\n【加分】持有注册会计师证书；懂德语", ""));
    for criterion in rubric.criteria.iter().filter(|one| one.text.contains("注册会计师") || one.text.contains("德语"))
    {
        assert_eq!(criterion.kind.as_str(), "nice", "{rubric:#?}");
    }
    assert!(texts(&rubric).iter().any(|text| text.contains("德语")), "{rubric:#?}");
}

#[test]
fn lines_below_an_employer_belong_to_it() {
    let brief =
        job("Cost Accountant", "4+ years of cost accounting", "Cost accounting, budgeting, inventory valuation", "");
    let told = |first: &str, second: &str| {
        format!(
            "Ana Lim\n\nEmployment\n2019-01 to 2026-05  Harbour Mills  {first}\n2016-01 to 2018-12  Teal Kitchens  {second}\n\nWhat was done at Harbour Mills\nCost accounting for three plants, budgeting and inventory valuation\nStandard costs reset every year\n\nWhat was done at Teal Kitchens\nServed tables and closed the till\n"
        )
    };
    let long = score(&brief, &told("Cost Accountant", "Waiter"));
    let short = score(&brief, &told("Waiter", "Waiter"));
    assert!(long > short + 20.0, "{long} {short}");
}

#[test]
fn promotion_missing_from_the_profile_counts() {
    let brief = job("Structural Engineer", "4+ years of structural design", "", "");
    let text = "Ida Roy\n\nBeam Partners\nSenior Structural Engineer  March 2021 to present\nReinforced concrete and steel structures\nStructural Engineer  June 2017 to February 2021\nFoundation design\n\nOrganiser, Bridge Meetup (2017 to 2026)\n";
    let known = |title: &str, company: &str, from: &str, to: &str| WorkExperience {
        company_name: Some(company.into()),
        position_title: Some(title.into()),
        start_date: Some(from.parse().unwrap()),
        end_date: Some(to.parse().unwrap()),
        is_current: false,
        description: String::new(),
    };
    let profile = Profile {
        work_experiences: vec![known("Organiser", "Bridge Meetup", "2017-01", "2026-05")],
        ..Profile::default()
    };
    let of = |text: &str| judge(&brief, text, &profile).overall_score;
    let undated = text.replace("  March 2021 to present", "").replace("  June 2017 to February 2021", "");
    assert!(of(text) > of(&undated) + 15.0, "{} {}", of(text), of(&undated));
}

#[test]
fn language_or_degree_stated_as_missing_does_not_count() {
    let spoken = job("外贸业务员", "英语四级及以上", "", "");
    let had = |line: &str| {
        let text = format!("李一\n\n工作经历\n2019.01-2026.05 远帆公司 外贸业务员\n开发客户\n\n其他\n{line}\n");
        judge(&spoken, &text, &Profile::default())
            .criteria
            .iter()
            .find(|one| one.criterion.contains("英语"))
            .map(|one| one.verdict)
    };
    assert_eq!(had("英语六级"), Some(Verdict::Met));
    assert_eq!(had("英语没有考过四级"), Some(Verdict::Not));

    let degree = job("Staf Pajak", "Pendidikan minimal S1 semua jurusan", "", "");
    let verdict = |line: &str| {
        let text = format!("Budi\n\nPengalaman kerja\n2019 - 2025 PT Sinar, Staf Pajak\n\nPendidikan\n{line}\n");
        judge(&degree, &text, &Profile::default())
            .criteria
            .iter()
            .find(|one| one.criterion.contains("S1"))
            .map(|one| one.verdict)
    };
    assert_eq!(verdict("S1 Sastra Jawa, Universitas Contoh, 2018"), Some(Verdict::Met));
    assert_ne!(verdict("SMK Contoh, lulus 2017\nBelum kuliah S1"), Some(Verdict::Met));
}

#[test]
fn same_title_in_another_profession_does_not_match() {
    let brief = job(
        "Site Reliability Engineer",
        "3+ years of Kubernetes and Terraform with on-call",
        "Kubernetes, Terraform, Prometheus, incident reviews",
        "",
    );
    let software = "Ann\n\nExperience\nPlatform Engineer, Acme  01/2020 - present\nKubernetes clusters in Terraform, SLOs and error budgets, on-call rota\nPrometheus alerts\n";
    let plant = "Bob\n\nExperience\nSite Reliability Engineer, Acme Refining  01/2015 - present\nVibration monitoring of pumps, compressors and gas turbines\nMechanical seals, condition monitoring\n";
    assert!(score(&brief, software) > score(&brief, plant) + 40.0);
}

#[test]
fn brackets_do_not_split_a_requirement() {
    let core = "Active pharmacist license in any U.S. state (Ohio by start date; reciprocity is fine)";
    let rubric = rubric(&job("Pharmacist", core, "", ""));
    assert!(texts(&rubric).iter().any(|text| text.contains("license") && text.contains("fine)")), "{rubric:#?}");
}

const PHARMACIST: &str = "2 years as a pharmacist in a hospital\nActive pharmacist license in any U.S. state";

fn pharmacist(employer: &str, licence: &str) -> String {
    format!(
        "Experience\n{employer}\nStaff Pharmacist\nJanuary 2018 - Present\nOrder verification, warfarin and vancomycin dosing, IV room.\nTrained four technicians.\nLicenses\n{licence}\nEducation\nPharmD, Sample University, 2014 - 2017\n"
    )
}

#[test]
fn licence_is_valid_only_where_it_was_issued() {
    let brief = job("Hospital Pharmacist", PHARMACIST, "", "");
    let of = |licence: &str| score(&brief, &pharmacist("Lake General Hospital, Toledo", licence));
    let here = of("Licensed in Ohio since 2017");
    for elsewhere in
        ["国内执业药师，无美国执照", "Registered pharmacist in Malaysia", "Ohio license: application filed, not issued"]
    {
        assert!(here > of(elsewhere) + 4.0, "{elsewhere}: {here} {}", of(elsewhere));
    }
}

#[test]
fn heading_can_name_the_trade() {
    let brief = job("Front Office Manager", "3 years in hotels", "", "");
    let text = "沈美\n学历\n酒店管理 D3\n2011年-2014年\n酒店经历\n四星酒店\n2019年6月—至今 前厅部经理\n排班、入住与退房、处理投诉\n";
    assert!(score(&brief, text) > 30.0, "{}", score(&brief, text));
}

#[test]
fn copied_job_advertisement_earns_nothing() {
    let duty = "Round with the hospitalist and ICU teams four mornings a week and bring the drug list";
    let brief = job("Hospital Pharmacist", PHARMACIST, &format!("What you will do\n* {duty}"), "");
    let of = |skill: &str| {
        score(
            &brief,
            &format!(
                "Skills\n{skill}\nExperience\nCorner Pharmacy\nPharmacy Technician\nJanuary 2020 - Present\nStock counts and labels.\n"
            ),
        )
    };
    assert!(of(duty) <= of("Careful and honest with people of every age and always on time") + 0.5);
}

#[test]
fn paraphrased_or_translated_evidence_is_found_and_quoted() {
    for (title, criterion, line) in [
        ("总账会计", "负责纳税申报", "VAT, stamp duty and CIT filing every month for three companies"),
        (
            "ICU 护士",
            "能配合抢救",
            "Code blue team member: chest compressions and drug preparation, about 40 codes a year",
        ),
        ("Customer Success Manager", "Handles complaints of key accounts", "负责重点客户的投诉处理，平均 2 天结案"),
        ("Kepala Toko", "Mengendalikan susut barang", "门店生鲜损耗从 6.1% 压到 3.9%，每月复盘"),
        (
            "Plant Buyer",
            "Negotiates annual contracts with suppliers",
            "Bernegosiasi kontrak tahunan dengan 40 pemasok kemasan",
        ),
    ] {
        let brief = job(title, "", "", &format!("- {criterion}"));
        let text = format!(
            "Experience\nJan 2018 - Present {title} Alder Sample Ltd\n- {line}\n- Weekly figures for the board"
        );
        let evaluation = judge(&brief, &text, &Profile::default());
        let result = &evaluation.criteria[0];
        assert_eq!(result.verdict, Verdict::Met, "{criterion}: {result:?}");
        assert_eq!(result.quote.as_deref(), Some(line), "{criterion}");
    }
}

#[test]
fn what_a_person_denies_is_not_met_by_another_line() {
    let brief = job("Accountant", "", "", "- SAP");
    let of = |lines: &str| {
        let text =
            format!("Experience\nJan 2018 - Present Accountant, Alder Sample Ltd\n- Closed the books monthly\n{lines}");
        judge(&brief, &text, &Profile::default()).criteria[0].verdict
    };
    assert_eq!(of("- Posted travel expenses in SAP"), Verdict::Met);
    assert_eq!(of("- Posted travel expenses in SAP\n- No experience with SAP beyond that"), Verdict::Not);
}

#[test]
fn related_product_or_work_of_others_does_not_match() {
    for (title, criterion, line) in [
        ("Accountant", "SAP", "The plant runs on Sage 200; I wrote the nominal structure in use today"),
        (
            "Warehouse Supervisor",
            "Kaizen in the warehouse",
            "Ran the warehouse of PT Kaizen Beku for two years of growth",
        ),
        ("护士", "做过带教", "在老师指导下完成床旁护理与记录"),
        ("Growth Analyst", "Mentoring", "Teach reading and mathematics to 26 pupils of the third grade"),
        ("Kepala Gudang dan Logistik", "Pengelolaan armada", "Mengelola back-store dan penerimaan barang di toko"),
        ("Buyer", "Experience in food manufacturing", "Audited 14 clients, among them two food manufacturers"),
    ] {
        let brief = job(title, "", "", &format!("- {criterion}"));
        let text = format!(
            "Experience\nJan 2018 - Present {title}, Alder Sample Ltd\n- {line}\n- Weekly figures for the board"
        );
        let result = &judge(&brief, &text, &Profile::default()).criteria[0];
        assert_ne!(result.verdict, Verdict::Met, "{criterion}: {result:?}");
    }
}
