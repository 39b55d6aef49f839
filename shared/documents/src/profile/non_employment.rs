//! Dated entries that are not employments: projects, honours, breaks.

use super::classify::evidence;
use super::{segments, unpaid_roles};

/// Projects within an employment, and breaks between employments.
pub(super) fn is_project(residual: &str) -> bool {
    let lower = residual.trim_start().to_lowercase();
    if is_break(&lower) {
        return true;
    }
    let head: String = lower.chars().take(8).collect();
    // 《潮间带》 is a publication.
    if unpaid_roles::is_unpaid_role(residual) || residual.contains('《') && evidence(residual).company < 3 {
        return true;
    }
    let honour = ["优秀", "先进", "标兵", "称号", "等奖", "荣获", "之星"].iter().any(|word| lower.contains(word));
    if head.contains("课题") || head.contains("基金项目") || honour && evidence(residual).company < 3 {
        return true;
    }
    (head.contains("项目") || ["project", "proyek", "课题"].iter().any(|word| lower.starts_with(word)))
        && evidence(residual).title < 3
        // 审计项目经理 next to an employer
        && segments::strong(residual).first().is_none_or(|first| evidence(first).title < 3)
}

pub(super) fn is_break(lower: &str) -> bool {
    BREAKS.iter().any(|word| lower.starts_with(word)) || lower == "gap" || {
        let names = evidence(lower);
        names.company < 3 && names.title < 3 && BREAKS_WITHIN.iter().any(|word| lower.contains(word))
    }
}

/// Words that never occur in employments.
#[rustfmt::skip]
const BREAKS_WITHIN: &[&str] = &[
    "转业待", "待安置", "待分配", "自主择业", "等待分配", "待岗", "未工作", "未就业", "无工作", "没有工作", "待业", "失业", "空窗", "空档期", "间隔年", "照顾父母", "照顾家人", "照顾老人",
    "照顾孩子", "照顾生病", "陪读", "生育", "产假", "待产", "怀孕", "休养", "养病", "治病", "备考", "考研",
    "脱产", "求职期", "全职妈妈", "全职太太", "家庭主妇", "带孩子", "not working", "out of work", "unemployed",
    "between jobs", "job search", "career break", "maternity leave", "parental leave", "gap year", "stay-at-home",
    "stay at home", "homemaker", "tidak bekerja", "belum bekerja", "menganggur", "mencari kerja", "merawat orang tua",
    "merawat ibu", "merawat ayah", "mengurus keluarga", "mengurus anak", "mengurus orang tua", "ibu rumah tangga",
    "cuti melahirkan", "fokus keluarga",
];

const BREAKS: &[&str] = &[
    "career break",
    "break",
    "gap year",
    "employment gap",
    "parental leave",
    "maternity leave",
    "sabbatical",
    "family leave",
    "family caregiver",
    "caregiver for",
    "full-time parent",
    "cuti",
    "jeda kari",
    "rehat",
    "待业",
    "空窗",
    "离职",
    "家庭原因",
    "脱产",
    "休养",
    "备考",
    "career gap",
    "personal leave",
    "medical leave",
    "travelling",
    "travel (",
    "travel in",
    "travelled",
    "traveling",
    "caring for",
    "cared for",
    "looking after",
    "full-time carer",
    "full-time mother",
    "full-time father",
    "relocation",
    "relocated",
    "immigrat",
    "backpacking",
    "recovering from",
    "recovery from",
    "illness",
    "family reasons",
    "family responsib",
    "family care",
    "istirahat",
    "sakit",
    "pemulihan",
    "休息",
    "疗养",
    "游学",
    "旅行",
    "全家",
    "出国",
    "考公",
];
