//! Histories of people in law, schools, hotels, building, care, sales and public service, in small examples.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;

fn read(text: &str) -> Profile {
    bole_documents::profile::read(text, YearMonth::new(2026, 11).unwrap())
}

/// Checks company, title, first and last month of every employment, the latest first.
fn is(text: &str, expected: &[(&str, &str, &str, &str)]) {
    let month = |date: Option<YearMonth>| date.map_or_else(String::new, |date| date.to_string());
    let found: Vec<_> = read(text)
        .work_experiences
        .into_iter()
        .map(|entry| {
            let end = if entry.is_current { "now".to_owned() } else { month(entry.end_date) };
            (
                entry.company_name.unwrap_or_default(),
                entry.position_title.unwrap_or_default(),
                month(entry.start_date),
                end,
            )
        })
        .collect();
    let found: Vec<_> = found.iter().map(|(c, t, s, e)| (c.as_str(), t.as_str(), s.as_str(), e.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

fn is_named(text: &str, name: &str) {
    assert_eq!(read(text).name.as_deref(), Some(name), "{text}");
}

#[test]
fn one_row_may_tell_several_posts() {
    is(
        "Career\nMarram Row Chambers: Barrister from May 2018, Pupil May 2017 to April 2018.\n",
        &[
            ("Marram Row Chambers", "Barrister", "2018-05", "now"),
            ("Marram Row Chambers", "Pupil", "2017-05", "2018-04"),
        ],
    );
    is(
        "Experience\nKitchen Porter, Sample Grill (2014 - 2015); Commis Chef, Sample Brasserie (2015 - 2018)\n",
        &[
            ("Sample Brasserie", "Commis Chef", "2015-01", "2018-12"),
            ("Sample Grill", "Kitchen Porter", "2014-01", "2015-12"),
        ],
    );
    is(
        "工作经历\n东河样例中学：2012.09-2016.07 语文教师；2016.08-2020.07 年级组长\n",
        &[("东河样例中学", "年级组长", "2016-08", "2020-07"), ("东河样例中学", "语文教师", "2012-09", "2016-07")],
    );
}

#[test]
fn offices_are_no_employments() {
    is(
        "Experience\nStaff Nurse, Sample Infirmary, 03/2019 - present\nTreasurer, Riverside Choir, 2020 - 2022\n\
         Volunteer Driver, Sample Food Bank, 2021 - 2023\n",
        &[("Sample Infirmary", "Staff Nurse", "2019-03", "now")],
    );
    is(
        "Pengalaman\nGuru Kelas, SD Contoh Jaya, Juli 2015 - sekarang\nKetua RT 09 Perum Contoh, 2019 - 2022\n\
         Relawan Pengajar, Rumah Baca Contoh, 2018 - 2019\n",
        &[("SD Contoh Jaya", "Guru Kelas", "2015-07", "now")],
    );
    is(
        "工作经历\n2016.03-至今  样例街道办事处  科员\n2019.01-2021.12  样例小区业主委员会  主任\n2018.05-2019.05  样例救助站  志愿者\n",
        &[("样例街道办事处", "科员", "2016-03", "now")],
    );
}

#[test]
fn those_who_lead_volunteers_are_employed() {
    is(
        "Experience\nVolunteer Coordinator, Sample Hospice, 03/2019 - present\n",
        &[("Sample Hospice", "Volunteer Coordinator", "2019-03", "now")],
    );
}

#[test]
fn family_names_may_come_first() {
    is_named("ABERNATHY, Joan\njoan@example.com\nExperience\n", "ABERNATHY, Joan");
    is_named("Sample, Peter Jan\n+44 7700 900123 | pj@example.org\n", "Sample, Peter Jan");
    is_named("Contoh, Siti\nJakarta, Indonesia\nsiti.contoh@example.co.id\n", "Contoh, Siti");
}

#[test]
fn titles_around_names_are_no_part_of_them() {
    is_named("Prof. Dr. Ir. Joko Contoh, M.T., IPU.\njoko@example.com\n", "Joko Contoh");
    is_named("Ns. Rina Contoh, S.Kep., M.Kep.\n0812-0000-0001\n", "Rina Contoh");
    is_named("Capt. Bima Contoh, M.Mar\n0812-0000-0001\n", "Bima Contoh");
    is_named("Joan Example LLB PGCE\njoan@example.com\n", "Joan Example");
    is_named("Joan Example (Ms.)\njoan@example.com\n", "Joan Example");
}

#[test]
fn names_may_be_words_of_titles_or_employers() {
    is_named("Hannah Baker\nPastry Chef\nhb@example.com\n", "Hannah Baker");
    is_named("Thomas Law\nSolicitor\ntl@example.com\n", "Thomas Law");
}
