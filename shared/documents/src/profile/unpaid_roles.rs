//! Unpaid offices: of students, in associations and neighbourhoods, on committees, as volunteers.

use super::classify::{evidence, words};
use super::segments;
use super::text::is_han;

/// Whether the names on a line are those of an unpaid office.
pub(super) fn is_unpaid_role(names: &str) -> bool {
    let lower = names.to_lowercase();
    if STUDENTS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    if names.chars().any(is_han) && is_chinese_office(names) {
        return true;
    }
    let words = words(&lower);
    words.iter().any(|word| word == "osis") || is_voluntary(names) || is_held(&lower, &words)
}

/// "Volunteer tutor", "Relawan pengajar", but neither a charity's "Volunteer Coordinator" nor "Volunteer State Bank".
fn is_voluntary(names: &str) -> bool {
    let pieces = segments::strong(names).into_iter().flat_map(|piece| segments::commas(&piece));
    pieces.into_iter().any(|piece| {
        let words = words(&piece);
        let Some(at) = words.iter().position(|word| VOLUNTEERS.contains(&word.as_str())) else { return false };
        let next = words.get(at + 1).map_or("", String::as_str);
        let led = at > 0 && LEADS_VOLUNTEERS.contains(&words[at - 1].as_str());
        let alone =
            next.is_empty() || matches!(next, "at" | "with" | "for" | "in" | "di" | "pada" | "untuk" | "of" | "and");
        !led && !LEADS_VOLUNTEERS.contains(&next) && (alone || evidence(&piece).title >= 2)
    })
}

/// "Treasurer, Riverside Choir", "Ketua RT 05": an office and its organization.
fn is_held(lower: &str, words: &[String]) -> bool {
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let alone = ALWAYS.iter().any(|phrase| lower.contains(phrase));
    alone || any(OFFICES) && (any(BODIES) || BODY_PHRASES.iter().any(|phrase| lower.contains(phrase)))
}

/// 样例医院管理学会 青年委员, 社区志愿者, 业委会主任.
fn is_chinese_office(names: &str) -> bool {
    let bare = names.trim_end_matches(|c: char| !c.is_alphanumeric());
    let ends = |list: &[&str]| list.iter().any(|end| bare.ends_with(end));
    let volunteers = ["志愿者", "义工", "志工", "志愿服务", "志愿服务队员"];
    let within = |list: &[&str]| list.iter().any(|name| bare.contains(name));
    ends(&volunteers)
        || within(&["志愿者", "义工", "志愿服务"]) && ends(&["队员", "队长", "成员", "讲解员", "组长"])
        || within(ASSOCIATIONS) && ends(ASSOCIATION_OFFICES)
        || within(&["业委会", "业主委员会", "家委会", "家长委员会", "校友会", "同乡会", "车友会", "读书会"])
}

const ASSOCIATIONS: &[&str] = &["学会", "协会", "专委会", "专业委员会", "研究会", "联合会", "分会", "商会", "联谊会"];
const ASSOCIATION_OFFICES: &[&str] =
    &["委员", "理事", "理事长", "会员", "会长", "副会长", "常委", "编委", "监事", "评委"];

/// Student offices, lower case.
#[rustfmt::skip]
const STUDENTS: &[&str] = &[
    "学生会", "团总支", "校团委", "院团委", "社团联合会", "学生社团", "学生干部", "班级班长", "学习委员", "青年志愿者协会",
    "学生党支部", "校广播站", "student council", "student association", "student government", "students' association", "students’ association",
    "student body", "student chapter", "student union", "students' union", "students’ union", "student society",
    "himpunan mahasiswa", "badan eksekutif mahasiswa", "unit kegiatan mahasiswa",
    "senat mahasiswa", "ikatan mahasiswa", "dewan perwakilan mahasiswa", "unit kegiatan siswa",
];

#[rustfmt::skip]
const VOLUNTEERS: &[&str] = &[
    "volunteer", "volunteers", "volunteering", "voluntary", "relawan", "sukarelawan", "sukarelawati",
];

/// Words that make work with volunteers an employment.
#[rustfmt::skip]
const LEADS_VOLUNTEERS: &[&str] = &[
    "coordinator", "co-ordinator", "manager", "officer", "supervisor", "administrator", "engagement", "services",
    "programme", "program", "recruitment", "koordinator", "manajer", "kepala", "pengelola", "staf", "services",
    "liaison", "specialist", "director", "lead", "centre", "center", "management",
];

/// Offices outside any employer, lower case.
#[rustfmt::skip]
const ALWAYS: &[&str] = &[
    "board member", "committee member", "member of the committee", "board of trustees", "parent teacher association",
    "parent-teacher association", "school governor", "neighbourhood watch", "neighborhood watch", "karang taruna",
    "remaja masjid", "majelis taklim", "panitia pemilihan", "ketua rt", "ketua rw", "sekretaris rt", "sekretaris rw",
    "bendahara rt", "bendahara rw", "pengurus rt", "pengurus rw", "kader posyandu", "kader pkk", "ketua panitia", "anggota panitia", "ketua pelaksana acara",
    "alumni association", "ikatan alumni", "homeowners association", "homeowners' association", "scout leader",
    "convenor of", "convener of", "grassroots", "ketua komite", "anggota komite", "pengurus komite", "residents' association", "residents’ association", "residents association", "toastmasters", "rotary club", "lions club",
];

/// Offices in such organizations.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "chair", "chairman", "chairwoman", "chairperson", "president", "treasurer", "secretary", "member", "captain",
    "convenor", "convener", "patron", "organiser", "organizer", "trustee", "co-chair", "vice-president", "delegate",
    "ketua", "wakil", "sekretaris", "bendahara", "anggota", "pengurus", "pembina", "penasihat", "seksi", "humas",
    "koordinator", "divisi", "judge", "juror", "panellist", "panelist", "representative", "governor",
];

/// Organizations with unpaid members, by one word.
#[rustfmt::skip]
const BODIES: &[&str] = &[
    "club", "society", "committee", "choir", "alumni", "chapter", "guild", "parish", "congregation", "pta",
    "rt", "rw", "pkk", "panitia", "komunitas", "paguyuban", "ikatan", "himpunan", "persatuan", "perhimpunan",
    "perkumpulan", "forum", "bem", "hima", "ukm", "pramuka", "prize", "award", "awards", "competition", "contest", "olympiad", "parents", "parents'", "parent", "council", "condo", "rc", "mcst", "hmi", "pmii", "gmni", "kammi", "ipnu", "ippnu", "ansor",
    "muslimat", "fatayat", "aisyiyah", "organisasi", "klub", "asosiasi", "takmir", "dkm", "appi", "majelis", "mgmp", "kkg",
    "gugus", "ppni", "ibi", "idi", "igtki", "himpaudi", "association", "scouts",
];

/// The same, by several words.
#[rustfmt::skip]
const BODY_PHRASES: &[&str] = &[
    "working group", "bar association", "law society", "nurses association", "teachers association", "teachers' union",
    "charity board", "advisory board", "editorial board", "food bank", "town council", "parish council", "zine fair", "book fair", "community fair", "komite sekolah", "komite tk", "komite sd", "chamber of commerce", "support group", "reading group", "parent council",
];
