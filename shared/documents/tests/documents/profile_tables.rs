//! Profiles from tables, forms and narrow columns, as small examples.

use crate::profile_examples::{is, read};
use bole_domain::profile::DegreeLevel;

/// Checks school, level and field of all education entries, highest first.
fn studied(text: &str, expected: &[(&str, Option<DegreeLevel>, &str)]) {
    let found: Vec<_> = read(text)
        .education
        .into_iter()
        .map(|entry| (entry.school.unwrap_or_default(), entry.level, entry.major.unwrap_or_default()))
        .collect();
    let found: Vec<_> = found.iter().map(|(s, l, m)| (s.as_str(), *l, m.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn school_beside_a_position_is_the_employer() {
    is(
        "Teaching experience\nSchool                          Position / Class              From          To\n\
         Scoil Contoh (Ennis)            4th Class Teacher             Sept 2022     Present\n\
         Sample Bilingual School         Year 3 Teacher                Aug 2018      June 2021\n",
        &[
            ("Scoil Contoh", "4th Class Teacher", "2022-09", "now"),
            ("Sample Bilingual School", "Year 3 Teacher", "2018-08", "2021-06"),
        ],
    );
}

#[test]
fn columns_can_have_plain_names() {
    is(
        "我干过的园\n年份  园所  职务  规模\n2018—今  样例金铃幼儿园  园长  7个班\n2011—2016  样例贝贝幼儿园  班主任  大班组\n",
        &[("样例金铃幼儿园", "园长", "2018-01", "now"), ("样例贝贝幼儿园", "班主任", "2011-01", "2016-12")],
    );
}

#[test]
fn family_members_are_not_employments() {
    is(
        "工作经历\n2021.09—2024.07\t样例幼儿园\t主班教师\n家庭主要成员及重要社会关系\n称谓\t姓名\t出生年月\t工作单位及职务\n母亲\t赵样例\t1971.08\t样例镇卫生院护工\n",
        &[("样例幼儿园", "主班教师", "2021-09", "2024-07")],
    );
    is(
        "Pengalaman Jabatan\nNO\tJABATAN\tINSTANSI\tMULAI DAN SAMPAI\n1\tPengelola Data\tDinas Contoh\t01-04-2017 s/d sekarang\n\
         KETERANGAN KELUARGA\nNO\tNAMA\tTEMPAT LAHIR\tTANGGAL LAHIR\tTANGGAL NIKAH\tPEKERJAAN\n1\tSiti Contoh\tPenajam\t02-02-1983\t10-10-2005\tGuru TK\n",
        &[("Dinas Contoh", "Pengelola Data", "2017-04", "now")],
    );
}

#[test]
fn headings_can_contain_counts() {
    studied(
        "PENDIDIKAN (1)\nInstitusi : Politeknik Contoh\nJenjang : D3\nJurusan : Teknik Mesin\n",
        &[("Politeknik Contoh", Some(DegreeLevel::Associate), "Teknik Mesin")],
    );
}

#[test]
fn employer_years_precede_its_positions() {
    is(
        "阮样例\n在样例集团的二十年\n样例市蜗牛教育集团，民办，五所园。我一直没有离开过。\n2006.08—2012.08，教师\n2012.09—至今，教研组长\n",
        &[("样例市蜗牛教育集团", "教研组长", "2012-09", "now"), ("样例市蜗牛教育集团", "教师", "2006-08", "2012-08")],
    );
}

#[test]
fn letter_spaced_form_labels_are_recognized() {
    studied(
        "学  历\t本科\t学  位\t无\t毕业时间\t2021.01\n毕业院校及专业\t样例师范学院  学前教育（函授）\n",
        &[("样例师范学院", Some(DegreeLevel::Bachelor), "学前教育")],
    );
}

#[test]
fn education_table_can_be_transposed() {
    studied(
        "Riwayat Pendidikan\n                        S-1                        S-2\n\
         Nama Perguruan Tinggi   Universitas Contoh         Universitas Rekaan\n\
         Bidang Ilmu             Akuntansi                  Ilmu Akuntansi\n\
         Tahun Masuk-Lulus       2003-2007                  2010-2012\n",
        &[
            ("Universitas Rekaan", Some(DegreeLevel::Master), "Ilmu Akuntansi"),
            ("Universitas Contoh", Some(DegreeLevel::Bachelor), "Akuntansi"),
        ],
    );
}

#[test]
fn degrees_and_fields_of_many_countries_are_read() {
    studied(
        "Pendidikan\nSMK Contoh Gempol jurusan Teknik Mesin, lulus 2017\n",
        &[("SMK Contoh Gempol", Some(DegreeLevel::HighSchool), "Teknik Mesin")],
    );
    studied(
        "Education\nB.Com (Hons), Accounting and Finance, Sample College of Commerce, 2023\n",
        &[("Sample College of Commerce", Some(DegreeLevel::Bachelor), "Accounting and Finance")],
    );
    studied(
        "Pendidikan\nProfesi Ners\nSTIKES Contoh\n2018 – 2019\nS1 Ilmu Keperawatan\nSTIKES Contoh\n2014 – 2018\n",
        &[
            ("STIKES Contoh", Some(DegreeLevel::Bachelor), ""),
            ("STIKES Contoh", Some(DegreeLevel::Bachelor), "Ilmu Keperawatan"),
        ],
    );
    studied(
        "教育背景\n2009-2012  样例师范大学  教育管理  教育硕士（在职）\n",
        &[("样例师范大学", Some(DegreeLevel::Master), "教育管理")],
    );
}

#[test]
fn mobile_number_is_the_phone() {
    let phone = |text: &str| read(text).phone;
    assert_eq!(phone("Joan Sample\n+351 218 870 045     +351 912 044 716\n").as_deref(), Some("+351912044716"));
    assert_eq!(
        phone(
            "Mobile: 085 011 2964\nCountry code if abroad: +353\na\nb\nc\nd\ne\nf\ng\nREFEREES\nMs Example, Dubai, UAE\nTel: +971 50 018 2233\n"
        )
        .as_deref(),
        Some("+353850112964"),
    );
    assert_eq!(phone("Devon Sample\n07700 900 333\n").as_deref(), Some("+447700900333"));
}
