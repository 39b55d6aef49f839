//! Histories in law, education, hospitality, construction, care, sales and public service, as small examples.

use crate::profile_examples::{is, read};

fn is_named(text: &str, name: &str) {
    assert_eq!(read(text).name.as_deref(), Some(name), "{text}");
}

#[test]
fn one_row_can_contain_several_positions() {
    is(
        "Experience\nKitchen Porter, Sample Grill (2014 - 2015); Commis Chef, Sample Brasserie (2015 - 2018)\n",
        &[
            ("Sample Brasserie", "Commis Chef", "2015-01", "2018-12"),
            ("Sample Grill", "Kitchen Porter", "2014-01", "2015-12"),
        ],
    );
}

#[test]
fn honorary_offices_are_not_employments() {
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
fn sales_volume_is_not_a_title() {
    is(
        "任职\n样例房地产开发有限公司  2018.04 – 至今\n年销售额约80亿元的区域开发商\n成本经理  2022.09 – 至今\n成本专员  2018.04 – 2022.08\n",
        &[
            ("样例房地产开发有限公司", "成本经理", "2022-09", "now"),
            ("样例房地产开发有限公司", "成本专员", "2018-04", "2022-08"),
        ],
    );
}

#[test]
fn engagement_type_after_a_comma_is_not_part_of_the_title() {
    is(
        "Experience\nSample Drugs\nPharmacy Technician, part-time\n05/2018 - 07/2020\n",
        &[("Sample Drugs", "Pharmacy Technician", "2018-05", "2020-07")],
    );
}

#[test]
fn volunteer_coordinator_is_an_employment() {
    is(
        "Experience\nVolunteer Coordinator, Sample Hospice, 03/2019 - present\n",
        &[("Sample Hospice", "Volunteer Coordinator", "2019-03", "now")],
    );
}

#[test]
fn family_name_can_come_first() {
    is_named("ABERNATHY, Joan\njoan@example.com\nExperience\n", "ABERNATHY, Joan");
    is_named("Sample, Peter Jan\n+44 7700 900123 | pj@example.org\n", "Sample, Peter Jan");
    is_named("Contoh, Siti\nJakarta, Indonesia\nsiti.contoh@example.co.id\n", "Contoh, Siti");
}

#[test]
fn academic_titles_are_removed_from_names() {
    is_named("Prof. Dr. Ir. Joko Contoh, M.T., IPU.\njoko@example.com\n", "Joko Contoh");
    is_named("Ns. Rina Contoh, S.Kep., M.Kep.\n0812-0000-0001\n", "Rina Contoh");
    is_named("Capt. Bima Contoh, M.Mar\n0812-0000-0001\n", "Bima Contoh");
    is_named("Joan Example LLB PGCE\njoan@example.com\n", "Joan Example");
    is_named("Joan Example (Ms.)\njoan@example.com\n", "Joan Example");
}

#[test]
fn names_can_contain_words_of_titles_or_employers() {
    is_named("Hannah Baker\nPastry Chef\nhb@example.com\n", "Hannah Baker");
    is_named("Thomas Law\nSolicitor\ntl@example.com\n", "Thomas Law");
}

#[test]
fn name_above_the_contact_lines_is_found() {
    is_named(
        "Skills\nContract Drafting\nExcel\n\nJoan Abernathy-Sample\nLondon\njoan.as@example.com\n",
        "Joan Abernathy-Sample",
    );
    is_named("Keahlian\nPelayanan Tamu\nKas Kecil\n\nRatri Contoh Dewi\nrc.dewi@example.com\n", "Ratri Contoh Dewi");
}

#[test]
fn titles_keep_the_field_after_a_dash() {
    is(
        "Experience\nParalegal – Private Client\nSample Row Solicitors\nJan 2019 - present\n",
        &[("Sample Row Solicitors", "Paralegal – Private Client", "2019-01", "now")],
    );
    is(
        "Pengalaman\nStaf Pengajar – Tata Boga, SMK Contoh Raya, 2018 - 2020\n",
        &[("SMK Contoh Raya", "Staf Pengajar – Tata Boga", "2018-01", "2020-12")],
    );
    is(
        "工作经历\n2019/5-至今\t样例制药（中国）有限公司\t区域经理-慢病线\n",
        &[("样例制药（中国）有限公司", "区域经理-慢病线", "2019-05", "now")],
    );
}

#[test]
fn titles_keep_grades_and_contract_notes() {
    is(
        "Experience\nSample Health Board\nRegistrar (ST2)\n08/2017 - 07/2020\n",
        &[("Sample Health Board", "Registrar (ST2)", "2017-08", "2020-07")],
    );
    is(
        "Pengalaman\nKlinik Contoh\nPerawat UGD (kontrak)\nMei 2017 - Juli 2020\n",
        &[("Klinik Contoh", "Perawat UGD (kontrak)", "2017-05", "2020-07")],
    );
    is(
        "工作经历\n2018.07-至今  样例外国语学校  副校长（分管初中部）\n",
        &[("样例外国语学校", "副校长（分管初中部）", "2018-07", "now")],
    );
    is(
        "Experience\nSample Chambers\nBarrister (tenant)\n2018 - 2020\n",
        &[("Sample Chambers", "Barrister", "2018-01", "2020-12")],
    );
    is(
        "工作经历\n样例会计师事务所\nTax Manager 税务经理\n2018.07-至今\n",
        &[("样例会计师事务所", "Tax Manager 税务经理", "2018-07", "now")],
    );
}

#[test]
fn headcounts_are_not_titles() {
    is(
        "Experience\nSample Pte Ltd, cold store software, 210 staff, customers in six countries\nLegal Counsel\nApril 2021 to date\n",
        &[("Sample Pte Ltd", "Legal Counsel", "2021-04", "now")],
    );
    is(
        "工作经历\n样例云科技（宁波）股份有限公司，给船公司用的订舱软件，海外客户 86 家    2023.08—至今\n海外法务\n",
        &[("样例云科技（宁波）股份有限公司", "海外法务", "2023-08", "now")],
    );
}

#[test]
fn name_above_its_positions_is_the_employer() {
    is(
        "Experience\nSample Outfitters\nStore Manager      Feb 2020 - Present\nKey Holder      Oct 2015 - Jan 2020\n- Sales\n\
         Pine & Pepper\nBarista      May 2013 - Sep 2015\n",
        &[
            ("Sample Outfitters", "Store Manager", "2020-02", "now"),
            ("Sample Outfitters", "Key Holder", "2015-10", "2020-01"),
            ("Pine & Pepper", "Barista", "2013-05", "2015-09"),
        ],
    );
}

#[test]
fn capitalized_title_precedes_its_employer() {
    is(
        "Work experience\n01/2021 – CURRENT Porto, Portugal\nHEAD PHARMACIST Hospital de Santa Clara\n",
        &[("Hospital de Santa Clara", "HEAD PHARMACIST", "2021-01", "now")],
    );
}

#[test]
fn full_stop_can_separate_names_from_dates() {
    is(
        "Pengalaman\nPenjaga Malam, Kos Contoh Asri, Kendal. Februari 2024 sampai sekarang\n",
        &[("Kos Contoh Asri", "Penjaga Malam", "2024-02", "now")],
    );
}

#[test]
fn leading_time_words_are_removed_from_employments() {
    is(
        "工作经历\n现任：样例区检察院 检察官助理（2019.8—）\n曾任：样例律师事务所 律师助理（2017.7—2019.7）\n",
        &[("样例区检察院", "检察官助理", "2019-08", "now"), ("样例律师事务所", "律师助理", "2017-07", "2019-07")],
    );
}

#[test]
fn self_employment_can_be_a_note() {
    is(
        "Experience\nSite Foreman, Sample Build Ltd, 03/2020 - present\nBricklayer (self-employed), 2016 - 2019\n",
        &[("Sample Build Ltd", "Site Foreman", "2020-03", "now"), ("", "Bricklayer", "2016-01", "2019-12")],
    );
}

#[test]
fn internship_can_be_the_title() {
    is(
        "Pengalaman\nKoperasi Contoh Rakyat\nMagang\nJuni 2012 - Agustus 2012\n",
        &[("Koperasi Contoh Rakyat", "Magang", "2012-06", "2012-08")],
    );
}

#[test]
fn student_entries_are_not_employments() {
    is(
        "主要简历：\n2008年9月至2012年6月　样例工程学院　学员\n2012年7月至2015年5月　样例合成旅　排长\n",
        &[("样例合成旅", "排长", "2012-07", "2015-05")],
    );
}

#[test]
fn works_and_awards_are_not_employments() {
    is(
        "工作经历\n样例影视文化有限公司  2019.05-至今\n剪辑师\n2021年度集团“最佳团队”\n2022　《样例短片》　导演\n",
        &[("样例影视文化有限公司", "剪辑师", "2019-05", "now")],
    );
}

#[test]
fn repeated_employer_names_are_removed() {
    is(
        "工作经历\n2017.07—2019.06  样例早教中心（浐灞店）  早教指导师\n2015.07—2017.06  样例海湾度假酒店（五星）  前台接待\n",
        &[
            ("样例早教中心（浐灞店）", "早教指导师", "2017-07", "2019-06"),
            ("样例海湾度假酒店", "前台接待", "2015-07", "2017-06"),
        ],
    );
    is(
        "Experience\nScribe Software (Hangzhou)\nTester\n2018 - 2020\nPT Contoh Bara ( Sangatta )\nTester\n2015 - 2017\n",
        &[
            ("Scribe Software (Hangzhou)", "Tester", "2018-01", "2020-12"),
            ("PT Contoh Bara", "Tester", "2015-01", "2017-12"),
        ],
    );
}

#[test]
fn agent_nouns_are_titles() {
    is(
        "Experience\nClaims Adjudicator\nQuelltor\n03/2020 - present\nLoss Assessor\nBrixo\n01/2017 - 02/2020\n",
        &[("Quelltor", "Claims Adjudicator", "2020-03", "now"), ("Brixo", "Loss Assessor", "2017-01", "2020-02")],
    );
}

#[test]
fn employments_are_read_from_letters() {
    is(
        "I was a Projectionist at Sample Lane Cinema from 2011 to 2014. From March 2014 to May 2016 I worked as Editorial \
         Cartoonist for the Sample Free Press: one cartoon a week. Since June 2016 I have been a freelance illustrator.",
        &[
            ("", "freelance illustrator", "2016-06", "now"),
            ("Sample Free Press", "Editorial Cartoonist", "2014-03", "2016-05"),
            ("Sample Lane Cinema", "Projectionist", "2011-01", "2014-12"),
        ],
    );
}
