//! Every supported layout of a history, as a small example.

use crate::profile_examples::{history, is, read};
use bole_domain::profile::DegreeLevel;

#[test]
fn unknown_entries_follow_the_layout_of_known_ones() {
    is(
        "Experience\nQuelltor\nLead Engineer\n03/2020 - present\nBuilt things.\nBrixo\nZimmerer\n01/2017 - 02/2020\n",
        &[("Quelltor", "Lead Engineer", "2020-03", "now"), ("Brixo", "Zimmerer", "2017-01", "2020-02")],
    );
}

#[test]
fn titles_below_one_employer_share_it() {
    is(
        "工作经历\n2015.03 – 至今  南山样例电器有限公司（电扇、水壶，员工 900 人）\n2019.01 – 至今  计划主管（晋升）\n排产\n\
         2015.03 – 2018.12  计划员\n",
        &[
            ("南山样例电器有限公司", "计划主管", "2019-01", "now"),
            ("南山样例电器有限公司", "计划员", "2015-03", "2018-12"),
        ],
    );
}

#[test]
fn column_headings_label_the_cells_below() {
    is(
        "Riwayat Pekerjaan\nNo   Jabatan        Unit Kerja          Mulai dan sampai\n\
         1    Juru Timbang   Gudang Rekaan Timur   Mei 2012 s.d. Juni 2015\n",
        &[("Gudang Rekaan Timur", "Juru Timbang", "2012-05", "2015-06")],
    );
}

#[test]
fn table_can_be_one_cell_per_line() {
    is(
        "工作经历\n起止时间\n单位\n职务\n2019.05-2021.06\n北山样例超市\n理货\n2017.01-2019.04\n河西样例饭店\n传菜\n",
        &[("北山样例超市", "理货", "2019-05", "2021-06"), ("河西样例饭店", "传菜", "2017-01", "2019-04")],
    );
}

#[test]
fn labels_without_colons_form_a_record() {
    is(
        "Work experience\nDates                          April 2014 – March 2016\n\
         Occupation or position held    Wright\nMain activities                Wheels\n\
         Name and address of employer   Vorlage Anlagenbau GmbH\n",
        &[("Vorlage Anlagenbau GmbH", "Wright", "2014-04", "2016-03")],
    );
}

#[test]
fn employments_and_end_dates_are_read_from_sentences() {
    is(
        "2015年7月进入东岭样例糖酒有限公司担任业务员，一干三年，到2018年2月离开。2018年3月跳槽至西岭样例乳业有限公司任城市经理，至今。",
        &[
            ("西岭样例乳业有限公司", "城市经理", "2018-03", "now"),
            ("东岭样例糖酒有限公司", "业务员", "2015-07", "2018-02"),
        ],
    );
    is(
        "In May 2018 I joined Sample Freight as a Dispatcher and left in June 2020. Since July 2020 I have been Office Manager \
         at Quillbarn, and I like it.",
        &[("Quillbarn", "Office Manager", "2020-07", "now"), ("Sample Freight", "Dispatcher", "2018-05", "2020-06")],
    );
}

#[test]
fn self_employment_needs_no_employer() {
    is(
        "Experience\nSample Press Ltd\nEditor\n2018 - 2020\nFreelance Illustrator\n2021 - present\n",
        &[("", "Freelance Illustrator", "2021-01", "now"), ("Sample Press Ltd", "Editor", "2018-01", "2020-12")],
    );
}

#[test]
fn projects_within_an_employment_are_not_employments() {
    is(
        "工作经历\n云海样例科技有限公司    2019.09-至今\n测试经理\n项目经历：\n2021.03-2021.09  平台重构  负责人\n完成\n\
         江口样例集团有限公司    2016.04-2019.08\n测试工程师\n",
        &[
            ("云海样例科技有限公司", "测试经理", "2019-09", "now"),
            ("江口样例集团有限公司", "测试工程师", "2016-04", "2019-08"),
        ],
    );
}

#[test]
fn headings_are_recognized_by_their_words() {
    for heading in [
        "我的职场历程",
        "Where I have worked so far",
        "CAREER CONTOUR",
        "Riwayat Pekerjaan (ringkas)",
        "WHAT I DID 工作",
    ] {
        let text = format!("{heading}\nSample Bank Ltd\nTeller\n2018 - 2020\n");
        is(&text, &[("Sample Bank Ltd", "Teller", "2018-01", "2020-12")]);
    }
}

#[test]
fn traditional_characters_are_read_and_kept() {
    let text = "姓名：陳曉彤\n工作經驗\n06/2020 – 現在\n樣例珠寶集團有限公司\n會計經理\n學歷\n樣例維港大學 會計 學士\n";
    is(text, &[("樣例珠寶集團有限公司", "會計經理", "2020-06", "now")]);
    assert_eq!(read(text).name.as_deref(), Some("陳曉彤"));
}

#[test]
fn degrees_are_recognized_by_abbreviation() {
    for (written, level) in
        [("S.Farm.", DegreeLevel::Bachelor), ("M.Hum.", DegreeLevel::Master), ("A.Md.Kep", DegreeLevel::Associate)]
    {
        let profile = read(&format!("Pendidikan\n{written} Farmasi, Universitas Contoh Utara, 2012 - 2016\n"));
        assert_eq!(profile.education.first().and_then(|entry| entry.level), Some(level), "{written}");
    }
}

#[test]
fn phone_numbers_are_parsed_for_the_country_of_the_resume() {
    for (text, number) in [
        ("Bengaluru\nMobile 098455 50377", "+919845550377"),
        ("Maitland NSW 2320\nMob: 0491 570 156", "+61491570156"),
        ("Leeds\n07700 900318", "+447700900318"),
        ("Jane Sample\n(312) 555-0109", "+13125550109"),
    ] {
        assert_eq!(read(text).phone.as_deref(), Some(number), "{text}");
    }
}

#[test]
fn description_can_follow_the_names_on_their_row() {
    is(
        "Rina Contoh\nrina@example.com\n03/2021 - sekarang, PT Rekaan Sejuk, Staf Gudang: stok opname tiap bulan, selisih turun \
         40%, melatih lima orang\n01/2018 - 02/2021, Kebun Rimba Rekaan, Operator Forklift: muat 30 truk per hari, rapi\n",
        &[
            ("PT Rekaan Sejuk", "Staf Gudang", "2021-03", "now"),
            ("Kebun Rimba Rekaan", "Operator Forklift", "2018-01", "2021-02"),
        ],
    );
    is(
        "孙样例\nsun@example.com\n2019.4至今  北山样例电子有限公司  测试工程师  负责三条产线的测试方案，良率从91%升到97%\n\
         采购员，河西样例阀门有限公司，2015.7-2019.3：供应商开发，降本8%\n",
        &[
            ("北山样例电子有限公司", "测试工程师", "2019-04", "now"),
            ("河西样例阀门有限公司", "采购员", "2015-07", "2019-03"),
        ],
    );
}

#[test]
fn gaps_between_ideographs_separate_cells() {
    let row = "河西样例超市  理货员  内部晋升\n";
    let text = format!(
        "姓名  孙样例  性别  男\n电话  13800000000  住址  河西\n籍贯  北山  民族  汉\n工作经历\n时间  单位  职务  离职原因\n2019.5—至今  {row}\
         2014.2—2019.4  {row}2012.2—2014.1  {row}"
    );
    let found = history(&text);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|(company, title, ..)| company == "河西样例超市" && title == "理货员"), "{found:?}");
}

#[test]
fn narrower_degree_field_is_the_major() {
    let major = |line: &str| read(&format!("Education\n{line}\n")).education[0].major.clone().unwrap_or_default();
    assert_eq!(major("Bachelor of Commerce (Public Auditing), Alder University, 2019"), "Public Auditing");
    assert_eq!(major("BSc Botany (Honours), Alder University, 2019"), "Botany");
    assert_eq!(major("Alder University, Leeds: B.Com., major in Auditing, 2019"), "Auditing");
    assert_eq!(major("Bachelor of Commerce in Auditing, Alder University, 2019"), "Auditing");
    assert_eq!(major("A.A., Botany, Alder College, 2019"), "Botany");
    assert_eq!(major("北山样例大学，船舶工程，工学学士，2012-2016"), "船舶工程");
    assert_eq!(major("北山样例大学，工学学士，2012-2016"), "工学");
}

#[test]
fn trade_school_is_not_a_major() {
    let found =
        read("学历\n起止时间  毕业院校  专业  学历\n2000.9—2003.6  河西样例中等专业学校  制冷  中专\n").education;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].school.as_deref(), Some("河西样例中等专业学校"));
    assert_eq!(found[0].major.as_deref(), Some("制冷"));
}

#[test]
fn employer_name_can_end_in_a_field_of_work() {
    is(
        "Experience\nZimmerer HR  Feb 2020 – Dec 2022\nStore Manager\nShops.\nZimmerer HR  Sep 2018 – Jan 2020\nSales Clerk\n\
         Sold.\n",
        &[("Zimmerer HR", "Store Manager", "2020-02", "2022-12"), ("Zimmerer HR", "Sales Clerk", "2018-09", "2020-01")],
    );
}

#[test]
fn brand_keeps_its_parent_company() {
    is(
        "Pengalaman\nRimba (PT Rimba Rekaan)  2020 - sekarang\nStaf Gudang\n",
        &[("Rimba (PT Rimba Rekaan)", "Staf Gudang", "2020-01", "now")],
    );
}

#[test]
fn figures_after_a_company_are_not_part_of_its_name() {
    is(
        "工作经历\n北山样例电子商务有限公司 · 自营，年销 35 亿\n采购经理  2023.01-至今\n开发三家供应商，降本8%。\n采购专员  2020.07-2022.12\n下单\n",
        &[
            ("北山样例电子商务有限公司", "采购经理", "2023-01", "now"),
            ("北山样例电子商务有限公司", "采购专员", "2020-07", "2022-12"),
        ],
    );
}

#[test]
fn heading_of_certificates_and_education_starts_education() {
    let found = read("孙样例\n证书与学历\n驾驶证C1\n2011—2015 北山样例学院，船舶工程，本科\n").education;
    assert_eq!(found[0].school.as_deref(), Some("北山样例学院"));
}

#[test]
fn chinese_resume_can_have_a_foreign_phone_number() {
    let phone = |number: &str| read(&format!("孙样例\n{number}\n工作经历\n河西样例超市 理货员 2019.5-至今\n")).phone;
    assert_eq!(phone("415-555-0199").as_deref(), Some("+14155550199"));
    assert_ne!(phone("400-555-0199").as_deref(), Some("+14005550199"));
}

#[test]
fn chinese_numerals_and_quarters_are_dates() {
    is(
        "工作经历\n二〇一九年七月至今  北山样例中学  语文教师\n二零一二年十二月至二〇一九年六月  河西样例小学  语文教师\n",
        &[("北山样例中学", "语文教师", "2019-07", "now"), ("河西样例小学", "语文教师", "2012-12", "2019-06")],
    );
    is(
        "Experience\nAlder Sample Foods Ltd\nDemand Planner\nQ3 2022 – Present\nPlans.\nBirch Sample Bank\nTeller\nQ4 2019 – Q2 2022\n",
        &[
            ("Alder Sample Foods Ltd", "Demand Planner", "2022-07", "now"),
            ("Birch Sample Bank", "Teller", "2019-10", "2022-06"),
        ],
    );
}

#[test]
fn dated_titles_below_employer_and_place_are_read() {
    is(
        "Work history\nAlder Sample Foods Ltd, Kisumu                  Feb 2016 – to date\n   Quelltor                     Apr 2021 – to date\n   \
         Internal Control Officer     Feb 2016 – Mar 2021\n",
        &[
            ("Alder Sample Foods Ltd", "Quelltor", "2021-04", "now"),
            ("Alder Sample Foods Ltd", "Internal Control Officer", "2016-02", "2021-03"),
        ],
    );
}

#[test]
fn title_keeps_the_field_after_a_comma() {
    is(
        "Experience\nQuelltor\nManager, Demand Planning\n03/2019 - 06/2022\nBirch Sample Bank\nTeller\n01/2016 - 02/2019\n",
        &[
            ("Quelltor", "Manager, Demand Planning", "2019-03", "2022-06"),
            ("Birch Sample Bank", "Teller", "2016-01", "2019-02"),
        ],
    );
}

#[test]
fn family_leave_is_not_an_employment() {
    is(
        "工作经历\n2022.10-至今  北山样例科技有限公司  产品经理\n2021.10-2022.09  照顾生病的父亲，未工作\n2019.06-2021.09  河西样例网络有限公司  产品专员\n",
        &[
            ("北山样例科技有限公司", "产品经理", "2022-10", "now"),
            ("河西样例网络有限公司", "产品专员", "2019-06", "2021-09"),
        ],
    );
}

#[test]
fn engagements_dated_in_parentheses_are_not_employments() {
    is(
        "Career\nCrestline Sample Consulting LLP\nSenior Consultant, September 2014 – March 2018\nMain engagements:\n\
         Building society – core banking selection (May 2015 – Dec 2015)\nQuelltor Ltd\nAnalyst, June 2011 – July 2014\n",
        &[
            ("Crestline Sample Consulting LLP", "Senior Consultant", "2014-09", "2018-03"),
            ("Quelltor Ltd", "Analyst", "2011-06", "2014-07"),
        ],
    );
}

#[test]
fn self_employment_beside_an_employment_is_kept() {
    is(
        "Pengalaman\nStaf Produksi  11/2022 – 07/2025\nPT Rekaan Sejuk\nPemilik katering rumahan  01/2023 – 12/2024\nUsaha sendiri\n\
         Operator Produksi  09/2020 – 10/2022\nPT Contoh Tempe\n",
        &[
            ("PT Rekaan Sejuk", "Staf Produksi", "2022-11", "2025-07"),
            ("", "Pemilik katering rumahan", "2023-01", "2024-12"),
            ("PT Contoh Tempe", "Operator Produksi", "2020-09", "2022-10"),
        ],
    );
}

#[test]
fn lower_case_titles_are_read_from_letters() {
    is(
        "Setelah lulus saya bekerja di Salon Contoh sebagai penata rias mulai Juni 2018 sampai Maret 2022. Sejak April 2022 \
         sampai sekarang saya menjalankan usaha bernama Rias Rekaan sebagai pemilik.",
        &[("Rias Rekaan", "pemilik", "2022-04", "now"), ("Salon Contoh", "penata rias", "2018-06", "2022-03")],
    );
}

#[test]
fn letter_signature_gives_the_name() {
    let text = "From: Rani Contoh <rani@example.com>\nDear Ms. Koh,\nI apply.\nKind regards,\nRani Contoh\n";
    assert_eq!(read(text).name.as_deref(), Some("Rani Contoh"));
    assert_eq!(read("尊敬的领导：\n您好！\n此致\n敬礼\n孙样例\n").name.as_deref(), Some("孙样例"));
}

#[test]
fn referee_addresses_are_not_the_applicants() {
    let text = "REFERENCES\nLuis Sample, luis@other.example.org\n------\nRani Contoh * Orlando * rani@example.com\n";
    assert_eq!(read(text).email.as_deref(), Some("rani@example.com"));
}

#[test]
fn mobile_number_is_preferred_of_two() {
    for (text, number) in [
        ("Singapore\nContact No. : 9111 5502 (HP)  /  6555 0180 (Home)", "+6591115502"),
        ("孙样例\n电话：024-55507788（宅） 135 5550 0987（手机）", "+8613555500987"),
        ("Bengaluru, KA   +91 98455 50117   080-2555 0136 (res.)", "+919845550117"),
        ("14 Link Road, Enugu, Nigeria  |  0803 555 0142", "+2348035550142"),
    ] {
        assert_eq!(read(text).phone.as_deref(), Some(number), "{text}");
    }
}

#[test]
fn exchange_terms_are_not_education() {
    let schools = |text: &str| read(text).education.into_iter().filter_map(|entry| entry.school).collect::<Vec<_>>();
    assert_eq!(
        schools("教育\n2013.9 – 2017.6   北山样例商学院   广告学   学士\n2015.9–2016.1 交换生，河西样例大学\n"),
        ["北山样例商学院"]
    );
}

#[test]
fn faculty_degree_leaves_the_adjacent_field() {
    let major = |line: &str| read(&format!("Pendidikan\n{line}\n")).education[0].major.clone();
    assert_eq!(
        major("Sarjana Ekonomi, Manajemen Keuangan, Universitas Contoh, 2012 - 2016").as_deref(),
        Some("Manajemen Keuangan")
    );
    assert_eq!(major("Sarjana Akuakultur, Universitas Contoh, 2012 - 2016").as_deref(), Some("Akuakultur"));
}

#[test]
fn list_items_continue_on_the_next_line() {
    is(
        "Pengalaman Kerja\nPT Rekaan Sejuk  Mar 2021 s/d Saat ini\nAkuntan Pajak\n\
         • Menghitung dan melaporkan PPN serta PPh setiap bulan melalui aplikasi e-Bupot dan\nCoretax, tanpa keterlambatan sejak 2021.\n\
         PT Contoh Tempe  Sep 2018 s/d Feb 2021\nStaf Pajak\n",
        &[
            ("PT Rekaan Sejuk", "Akuntan Pajak", "2021-03", "now"),
            ("PT Contoh Tempe", "Staf Pajak", "2018-09", "2021-02"),
        ],
    );
}
