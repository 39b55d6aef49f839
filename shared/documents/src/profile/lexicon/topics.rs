//! Words of headings, to recognize unlisted headings.

use crate::profile::sections::Section::{
    self, Certificates, Education, Internship, Organization, Other, Personal, Project, Skills, Summary, Training, Work,
};

/// Parts of Chinese headings that determine the section.
#[rustfmt::skip]
pub(crate) const CHINESE: &[(&str, Section)] = &[
    ("工作", Work), ("职业", Work), ("任职", Work), ("从业", Work), ("就业", Work), ("职场", Work), ("履职", Work),
    ("就职", Work), ("执业", Work), ("职务", Work), ("教育", Education), ("学历", Education), ("学习", Education),
    ("求学", Education), ("院校", Education), ("学业", Education), ("就读", Education), ("学校", Education),
    ("培训", Training), ("进修", Training), ("访学", Training), ("研修", Training), ("交流", Training), ("留学", Education),
    ("服役", Work), ("从军", Work), ("做什么", Work), ("做了", Work), ("做过", Work), ("干过", Work), ("从教", Work), ("任教", Work), ("执教", Work), ("行医", Work), ("临床", Work), ("上班", Work), ("打工", Work), ("技能", Skills), ("特长", Skills), ("能力", Skills), ("专长", Skills),
    ("擅长", Skills), ("技术栈", Skills), ("项目", Project), ("作品", Project), ("科研", Project), ("论文", Project),
    ("证书", Certificates), ("资质", Certificates), ("荣誉", Certificates), ("奖励", Certificates),
    ("奖项", Certificates), ("获奖", Certificates), ("资格", Certificates), ("校园", Organization),
    ("社团", Organization), ("学生", Organization), ("志愿", Organization), ("公益", Organization),
    ("实践", Organization), ("自我", Summary), ("评价", Summary), ("优势", Summary), ("简介", Summary),
    ("求职", Summary), ("意向", Summary), ("基本", Personal), ("联系", Personal), ("语言", Other), ("兴趣", Other),
    ("爱好", Other), ("外语", Other), ("实习", Internship), ("兼职", Work), ("工程", Project), ("案例", Project), ("案件", Project), ("业绩", Project), ("家庭", Other), ("成员", Other),
];

/// Neutral parts of Chinese headings.
#[rustfmt::skip]
pub(crate) const CHINESE_FILLERS: &[&str] = &[
    "经历", "经验", "履历", "历程", "背景", "情况", "概述", "概况", "信息", "资料", "方式", "过往", "主要", "近年", "个人",
    "我的", "相关", "以往", "既往", "详细", "及", "与", "和", "部分", "一览", "记录", "回顾", "轨迹", "足迹", "之路", "生涯",
    "水平", "掌握", "专业", "其他", "以及", "重点", "代表", "核心", "简述", "说明", "明细", "状况", "全部", "正式", "全职",
    "我", "的", "简历", "历史", "曾", "单位", "篇", "栏", "描述", "情形", "所获", "参与", "负责", "主持", "的", "这些年", "这几年", "几年", "十年", "多年", "一路", "都", "在", "什么", "过", "创业", "待过", "我在", "学术", "社会", "在校", "海外", "国内", "园所", "教学", "任内", "任职期间",
];

/// Words of English and Indonesian headings that determine the section.
#[rustfmt::skip]
pub(crate) const LATIN: &[(&str, Section)] = &[
    ("work", Work), ("working", Work), ("worked", Work), ("employment", Work), ("employers", Work), ("career", Work),
    ("job", Work), ("jobs", Work), ("positions", Work), ("roles", Work), ("pekerjaan", Work), ("kerja", Work),
    ("karier", Work), ("karir", Work), ("bekerja", Work), ("jabatan", Work), ("mengajar", Work), ("dinas", Work), ("penugasan", Work), ("employed", Work), ("appointments", Work), ("appointment", Work), ("posts", Work), ("employer", Work), ("tenure", Work),
    ("education", Education), ("educational", Education), ("academic", Education), ("academics", Education),
    ("schooling", Education), ("studies", Education), ("studied", Education), ("degrees", Education),
    ("pendidikan", Education), ("sekolah", Education), ("akademik", Education), ("kuliah", Education), ("bersekolah", Education), ("belajar", Education), ("menempuh", Education),
    ("akademis", Education), ("scholastics", Education), ("scholastic", Education), ("learning", Education),
    ("learned", Education), ("kerja,", Work), ("skills", Skills), ("skill", Skills), ("competencies", Skills), ("expertise", Skills),
    ("technologies", Skills), ("keahlian", Skills), ("kemampuan", Skills), ("keterampilan", Skills),
    ("kompetensi", Skills), ("projects", Project), ("project", Project), ("proyek", Project), ("portfolio", Project),
    ("portofolio", Project), ("publications", Project), ("research", Project), ("volunteer", Organization),
    ("volunteering", Organization), ("organisations", Organization), ("organizations", Organization),
    ("organisational", Organization), ("organizational", Organization), ("community", Organization),
    ("activities", Organization), ("leadership", Organization), ("extracurricular", Organization),
    ("campus", Organization), ("organisasi", Organization), ("relawan", Organization), ("kegiatan", Organization),
    ("kepanitiaan", Organization), ("internship", Internship), ("internships", Internship), ("magang", Internship),
    ("training", Training), ("trainings", Training), ("courses", Training), ("workshops", Training),
    ("pelatihan", Training), ("kursus", Training), ("seminar", Training), ("certifications", Certificates),
    ("certificates", Certificates), ("licenses", Certificates), ("licences", Certificates), ("awards", Certificates),
    ("honors", Certificates), ("honours", Certificates), ("sertifikasi", Certificates), ("sertifikat", Certificates),
    ("penghargaan", Certificates), ("prestasi", Certificates), ("summary", Summary), ("profile", Summary),
    ("about", Summary), ("objective", Summary), ("ringkasan", Summary), ("profil", Summary), ("tentang", Summary),
    ("personal", Personal), ("contact", Personal), ("diri", Personal), ("pribadi", Personal), ("kontak", Personal),
    ("languages", Other), ("interests", Other), ("hobbies", Other), ("references", Other), ("bahasa", Other),
    ("minat", Other), ("keluarga", Other), ("family", Other), ("hobi", Other), ("referensi", Other),
];

/// Words of headings that mean work unless another word means something else.
pub(crate) const EXPERIENCE: &[&str] = &["experience", "experiences", "pengalaman"];

/// Neutral words of English and Indonesian headings.
#[rustfmt::skip]
pub(crate) const LATIN_FILLERS: &[&str] = &[
    "my", "the", "where", "i", "have", "i've", "been", "a", "an", "of", "in", "and", "&", "at", "to", "history",
    "background", "record", "relevant", "selected", "key", "other", "additional", "professional", "previous", "past",
    "recent", "current", "formal", "industry", "so", "far", "me", "with", "information", "details", "timeline",
    "journey", "path", "overview", "yang", "dan", "saya", "riwayat", "latar", "belakang", "data", "informasi",
    "perjalanan", "profesional", "sebelumnya", "singkat", "jejak", "non", "lain", "lainnya", "pernah", "paid",
    "technical", "teknis", "core", "main", "relevan", "tambahan", "further", "life", "full", "complete", "held", "i’ve",
    "here's", "here", "here’s", "spent", "time", "time,", "as", "pernah", "sudah", "selama", "ini", "tempat", "for", "terkait", "daftar", "di", "industri", "co-op", "service", "akademik", "lengkap", "brief", "did", "what", "utama", "dijalani", "keterangan", "susunan",
];
