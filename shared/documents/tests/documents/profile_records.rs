//! Employment records that are only partly labelled.

use crate::profile_examples::{is, read};

#[test]
fn numbered_positions_have_their_dates_below() {
    is(
        "Pengalaman Kerja\n1. Bidan Jaga di Klinik Sampel Sehat\n   Mei 2017 - Juni 2020\n2. Bidan di Puskesmas Contoh Hilir\n   \
         Juli 2020 - sekarang\n",
        &[
            ("Puskesmas Contoh Hilir", "Bidan", "2020-07", "now"),
            ("Klinik Sampel Sehat", "Bidan Jaga", "2017-05", "2020-06"),
        ],
    );
}

#[test]
fn unknown_employer_stands_above_its_titles_and_dates() {
    is(
        "Experience\nQUELLTOR BRIX (two sites), Jan 2015 - now\nPut up twice since then, by two managers.\n\
         Supervisor    Mar 2022 - now\nLed a crew of fourteen fitters.\nFitter    Jan 2015 - Feb 2022\nPumps and conveyors.\n",
        &[("QUELLTOR BRIX", "Supervisor", "2022-03", "now"), ("QUELLTOR BRIX", "Fitter", "2015-01", "2022-02")],
    );
}

#[test]
fn labels_can_stand_above_their_values() {
    let profile = read(
        "教育经历\n开始时间\n2012-09\n结束时间\n2016-07\n学校名称\n北山样例大学\n专业名称\n药学\n学历\n本科\n工作经历\n开始时间\n2020-03\n\
         结束时间\n至今\n公司名称\n南山样例医药有限公司\n职位名称\n医药代表\n工作职责\n样例\n",
    );
    assert_eq!(profile.current_company.as_deref(), Some("南山样例医药有限公司"));
    assert_eq!(profile.work_experiences.len(), 1);
    assert_eq!(profile.education[0].school.as_deref(), Some("北山样例大学"));
    assert_eq!(profile.education[0].major.as_deref(), Some("药学"));
}

#[test]
fn semicolons_and_cells_separate_names_and_dates() {
    is(
        "Experience\nDistrict Clerk; Quelltor; Jan 2020 - now\nPorter; Brixo; May 2016 - Dec 2019\n",
        &[("Quelltor", "District Clerk", "2020-01", "now"), ("Brixo", "Porter", "2016-05", "2019-12")],
    );
}

#[test]
fn project_manager_is_a_position() {
    is(
        "工作经历\n项目经理 | 南山样例会计师事务所 | 2023.10 - 至今\n审计员 | 南山样例会计师事务所 | 2020.09 - 2023.09\n",
        &[
            ("南山样例会计师事务所", "项目经理", "2023-10", "now"),
            ("南山样例会计师事务所", "审计员", "2020-09", "2023-09"),
        ],
    );
}

#[test]
fn full_name_is_read_from_the_address_or_letterhead() {
    let name = |text: &str| read(text).name.unwrap_or_default();
    assert_eq!(
        name("Contact\nadaline.vdm@example.com\nTop Skills\nPipeline Forecasting\n\nAdaline Vandermeer\nLeeds\n"),
        "Adaline Vandermeer"
    );
    assert_eq!(
        name(
            "From,\nAnil Vasant Sample\nMobile 098220 04471\nDear Sir,\nI wish to apply.\nYours faithfully,\n(A. V. Sample)\n"
        ),
        "Anil Vasant Sample"
    );
}

#[test]
fn national_phone_number_formats_are_read() {
    let phone = |text: &str| read(text).phone.unwrap_or_default();
    assert_eq!(phone("Jane Holt\nMobile, AL 36602\n205/555-0128\n"), "+12055550128");
    assert_eq!(phone("Jane Holt\nCell 1-303-555-0147, Denver CO\n"), "+13035550147");
    assert_eq!(phone("Jane Holt | 3035550147 | Denver, CO\n"), "+13035550147");
    assert_eq!(phone("Jane Tan\nSingapore\n(65) 9123 4567\n"), "+6591234567");
    assert_eq!(phone("陈大文\n香港九龙\n电话: 9123 4567\n"), "+85291234567");
    assert_eq!(phone("蔡样例\n聯絡電話　0900-123-456\n基本資料 經歷 學歷\n"), "+886900123456");
}
