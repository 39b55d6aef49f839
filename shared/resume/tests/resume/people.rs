//! Names and numbers of other people are not the person's.

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_resume::{Owner, Value, read};

fn profile(text: &str) -> Profile {
    read(text).profile(YearMonth::new(2026, 11).unwrap())
}

const FORM: &str = "应聘登记表\n姓　　名：欧阳 晓蕊\n手机：138 0000 2468\nQQ：1390000777\n邮箱：1390000777@qmail.example\n\
    身份证号：330102199003071234\n紧急联系人：欧阳建国（父） 139 0000 1111\n\
    工作经历\n2020.06-至今  杭州澄心食品有限公司  品控主管  证明人：王敏 137 0000 2222\n\
    家庭成员\n配偶  李强  136 0000 3333";

#[test]
fn two_character_surnames_with_a_blank_are_one_name() {
    assert_eq!(profile(FORM).name.as_deref(), Some("欧阳晓蕊"));
    assert_eq!(profile("欧阳 晓蕊\n品控主管\n13800002468").name.as_deref(), Some("欧阳晓蕊"));
}

#[test]
fn numbers_of_relatives_and_documents_are_not_the_persons() {
    let profile = profile(FORM);
    assert_eq!(profile.phone.as_deref(), Some("+8613800002468"));
    assert_eq!(profile.email.as_deref(), Some("1390000777@qmail.example"));
    let reading = read(FORM);
    let others = reading.spans.iter().filter(|span| matches!(&span.value, Value::Phone { whose: Owner::Other, .. }));
    assert_eq!(others.count(), 3, "father, referee, husband: {:?}", reading.spans);
}

#[test]
fn masked_contacts_are_none() {
    let profile = profile("王磊\n电话：158****6602\n邮箱：w****j@mail.example.com\n前端工程师");
    assert_eq!((profile.phone, profile.email), (None, None));
}

#[test]
fn hotlines_certificates_and_exports_are_no_phone() {
    let text = "王磊\n客服热线：400-820-0000\n证书编号：13812345678\n导出编号 20261120 13900001111\n前端工程师";
    assert_eq!(profile(text).phone, None);
}

#[test]
fn amounts_are_no_phone() {
    let text = "Budi Santoso\nOmzet Rp 1.500.000.000 per bulan, 5.000.000 - 7.500.000 per outlet\nSKU 8000 - 12000";
    assert_eq!(profile(text).phone, None);
    assert!(read(text).spans.iter().any(|span| matches!(&span.value, Value::Amount { number, currency: Some(code) } if *number == 1.5e9 && code == "IDR")));
}

#[test]
fn referees_are_not_the_person() {
    let text = "Resume\nPriya Nair\nBackend engineer\npriya@mail.example\n\nReferences\nJohn Smith\nCTO, Acme Ltd\njohn@acme.example\n+1 415 555 0199";
    let profile = profile(text);
    assert_eq!(profile.name.as_deref(), Some("Priya Nair"));
    assert_eq!((profile.email.as_deref(), profile.phone), (Some("priya@mail.example"), None));
}

#[test]
fn grouped_roles_of_a_profile_export_have_their_company() {
    let text = "Experience\n\nNorthwind Robotics\n7 years 2 months\n\nEngineering Manager\nJanuary 2022 - Present (4 years 11 months)\n\n\
        Senior Software Engineer\nOctober 2019 - December 2021 (2 years 3 months)\n\nPage 1 of 2\n\nBlue Heron Labs\n\
        Software Engineer\nJune 2016 - September 2019 (3 years 4 months)";
    let profile = profile(text);
    let found: Vec<_> = profile
        .work_experiences
        .iter()
        .map(|entry| (entry.company_name.as_deref(), entry.position_title.as_deref()))
        .collect();
    let expected = [
        (Some("Northwind Robotics"), Some("Engineering Manager")),
        (Some("Northwind Robotics"), Some("Senior Software Engineer")),
        (Some("Blue Heron Labs"), Some("Software Engineer")),
    ];
    assert_eq!(found, expected);
    assert_eq!(profile.total_years_of_experience, Some(10.5));
}

#[test]
fn footers_and_hotlines_are_no_skills_and_top_skills_are() {
    let text = "Top Skills\nRust, Kubernetes\nPage 1 of 2\nHotline: 400-820-0000";
    assert_eq!(profile(text).skills, ["Rust", "Kubernetes"]);
}
