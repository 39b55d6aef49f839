//! Histories with hospitals, schools and offices, and with unusual headings, as small examples.

use crate::profile_examples::{is, read};
use bole_domain::profile::DegreeLevel;

#[test]
fn department_after_an_institution_is_not_part_of_its_name() {
    is(
        "工作经历\n江左样例市中心医院（三甲）骨科\n主治医师  2019年8月 ～\n住院医师  2015年7月 ～ 2019年7月\n",
        &[
            ("江左样例市中心医院", "主治医师", "2019-08", "now"),
            ("江左样例市中心医院", "住院医师", "2015-07", "2019-07"),
        ],
    );
    is(
        "工作经历\n江北样例市第三医院  2018.07—至今\n医务科 副科长  2022.03—至今\n医务科 干事  2018.07—2022.02\n",
        &[("江北样例市第三医院", "副科长", "2022-03", "now"), ("江北样例市第三医院", "干事", "2018-07", "2022-02")],
    );
    is(
        "工作经历\n2022年5月至今，南岭样例妇幼保健院人力资源部主任\n2017年8月—2022年4月，南岭样例妇幼保健院人事科科员\n",
        &[
            ("南岭样例妇幼保健院", "人力资源部主任", "2022-05", "now"),
            ("南岭样例妇幼保健院", "人事科科员", "2017-08", "2022-04"),
        ],
    );
}

#[test]
fn title_can_start_the_row_describing_the_work() {
    is(
        "从业经历\n样例健身俱乐部（2021年10月 ～ 今）\n私教主管：管理6名教练，月均课时420节\n样例健身工作室（2018年3月 ～ 2021年8月）\n\
         健身教练：团课、减脂私教\n",
        &[("样例健身俱乐部", "私教主管", "2021-10", "now"), ("样例健身工作室", "健身教练", "2018-03", "2021-08")],
    );
    is(
        "做的\n样例咖啡  2020.10-2024.05\n区域经理，湖北湖南112家店\n自由职业  2024.06-2025.12\n独立人力资源顾问，服务两家餐饮客户\n",
        &[("", "独立人力资源顾问", "2024-06", "2025-12"), ("样例咖啡", "区域经理", "2020-10", "2024-05")],
    );
    is(
        "经历\n样例健身管理有限公司\n2023年03月到现在，任会籍主管\n2020年09月到2023年02月，任私人教练\n",
        &[
            ("样例健身管理有限公司", "会籍主管", "2023-03", "now"),
            ("样例健身管理有限公司", "私人教练", "2020-09", "2023-02"),
        ],
    );
}

#[test]
fn brackets_can_hold_a_title_or_dates() {
    is(
        "一、最近两份工作\n【运营组长】样例家栖电子商务有限公司（2023/05—现在）\n美国站两个店铺\n【亚马逊运营】样例简居贸易有限公司（2018/07—2021/10）\n\
         挂钩\n",
        &[
            ("样例家栖电子商务有限公司", "运营组长", "2023-05", "now"),
            ("样例简居贸易有限公司", "亚马逊运营", "2018-07", "2021-10"),
        ],
    );
    is(
        "工作经历\n【2023至今】样例证券科技有限公司 测试主管\n回归\n【2021-2022】样例信息有限公司 测试工程师\n",
        &[
            ("样例证券科技有限公司", "测试主管", "2023-01", "now"),
            ("样例信息有限公司", "测试工程师", "2021-01", "2022-12"),
        ],
    );
}

#[test]
fn trailing_dash_means_ongoing() {
    is(
        "工作经历\n2021.03 —\n浦南样例社区卫生服务中心\n人事主管\n2016.07 — 2021.02\n浦南样例中医院\n人事专员\n",
        &[
            ("浦南样例社区卫生服务中心", "人事主管", "2021-03", "now"),
            ("浦南样例中医院", "人事专员", "2016-07", "2021-02"),
        ],
    );
}

#[test]
fn career_break_is_not_an_employment() {
    is(
        "履历\n2024年至今\n样例物业服务有限公司 | 员工关系经理\n写了操作手册\n2021年至2023年\n家庭原因在家：双胞胎出生，期间考过证\n\
         2017年至2020年\n样例康复医院 | 人力资源主管\n招聘\n",
        &[
            ("样例物业服务有限公司", "员工关系经理", "2024-01", "now"),
            ("样例康复医院", "人力资源主管", "2017-01", "2020-12"),
        ],
    );
}

#[test]
fn student_offices_and_project_tables_are_not_employments() {
    is(
        "经历\n样例家居有限公司，运营助理，2025年11月起\n校园\n院学生会外联部副部长 2022.9～2023.6\n",
        &[("样例家居有限公司", "运营助理", "2025-11", "now")],
    );
    is(
        "工作简历\n起止年月  单位  职务\n2020.11—至今  样例泽民医院  人事科主任\n参与的项目\n时间  项目  本人角色\n\
         2021.03—2021.12  二级升三级评审材料  材料组长\n2023.06—2023.10  人力系统上线  甲方项目经理\n",
        &[("样例泽民医院", "人事科主任", "2020-11", "now")],
    );
}

#[test]
fn at_sign_separates_title_and_employer() {
    is(
        "What I do\nSocial Media Lead @ Mango Sample, 03.2023 to date\nReels\nFront Desk & Instagram @ Hostel Example, 06.2019 to 12.2020\n",
        &[
            ("Mango Sample", "Social Media Lead", "2023-03", "now"),
            ("Hostel Example", "Front Desk & Instagram", "2019-06", "2020-12"),
        ],
    );
}

#[test]
fn history_layout_is_recognized_without_known_words() {
    is(
        "Aurelie Contoh\nHead of Growth\n\nAbout me\nI like numbers.\n\nKopi Rekaan — Head of Growth\nMar 2022 – present\nGrew it.\n\
         Samplo — Growth Manager\nJan 2019 – Feb 2022\nStuff.\n",
        &[("Kopi Rekaan", "Head of Growth", "2022-03", "now"), ("Samplo", "Growth Manager", "2019-01", "2022-02")],
    );
    is(
        "Preethi Example\nSomewhere | +60 17-000 0000\n\nDompet Example (e-wallet, 6 million users)\n\
         Staff Engineer  March 2024 to present\nSLOs for top-up and pay; a team that burns its budget ships only fixes\nSenior Engineer  October 2021 to February 2024\nMoved 112 services from one cloud to five clusters, every queue in code\n\n\
         Before\nSystems Analyst, Bank Sample Berhad  January 2017 to August 2019\nBatch windows\n\n\
         Things outside work\nOrganiser, Example Meetup (2022 to 2025).\n",
        &[
            ("Dompet Example", "Staff Engineer", "2024-03", "now"),
            ("Dompet Example", "Senior Engineer", "2021-10", "2024-02"),
            ("Bank Sample Berhad", "Systems Analyst", "2017-01", "2019-08"),
        ],
    );
}

#[test]
fn form_labels_outside_the_lexicon_are_recognized() {
    let profile = read(
        "个人履历表\n姓名  柏样例  性别  男\n毕业院校  鄂南样板医科大学  专业  公共事业管理\n学历  本科  现职称  经济师（人力资源）\n毕业时间  2014年6月  党派  无\n",
    );
    let schooling = &profile.education[0];
    assert_eq!(schooling.school.as_deref(), Some("鄂南样板医科大学"));
    assert_eq!(schooling.level, Some(DegreeLevel::Bachelor));
    assert_eq!(schooling.major.as_deref(), Some("公共事业管理"));
}

#[test]
fn unnamed_column_is_identified_by_its_cells() {
    let profile = read(
        "PENDIDIKAN\nTahun  Almamater Saya  Jenjang  Jurusan\n2012 – 2016  Politeknik Contoh Elektronika  D4  Teknik Telekomunikasi\n",
    );
    assert_eq!(profile.education[0].school.as_deref(), Some("Politeknik Contoh Elektronika"));
}

#[test]
fn association_offices_are_not_employments() {
    is(
        "个人经历\n2021年6月 — 至今    示例和济医院有限公司    运营专员\n兼职\n2022年 — 至今   示例医院管理学会   青年委员\n",
        &[("示例和济医院有限公司", "运营专员", "2021-06", "now")],
    );
}

#[test]
fn incomplete_sentence_can_name_the_employer() {
    is(
        "工作简历\n2012.08-2016.07  在皖南样例县第二中学任教，担任信息技术教师\n2021.08至今      在皖南样例县第二中学工作，任总务处副主任\n",
        &[
            ("皖南样例县第二中学", "总务处副主任", "2021-08", "now"),
            ("皖南样例县第二中学", "信息技术教师", "2012-08", "2016-07"),
        ],
    );
}

#[test]
fn school_names_are_kept_whole() {
    let profile = read("教育经历\n沪上样例医药高等专科学校 药品经营与管理 大专 2012~2015\n");
    assert_eq!(profile.education[0].major.as_deref(), Some("药品经营与管理"));
    let profile = read("念过\n示例师大 心理学 硕士 2011–2014\n");
    assert_eq!(profile.education[0].school.as_deref(), Some("示例师大"));
}
