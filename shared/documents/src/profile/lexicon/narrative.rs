//! Words in sentences about employments; Latin ones lower case, those with spaces around are whole words.

/// Words before an employer, the most specific first.
#[rustfmt::skip]
pub(crate) const EMPLOYER: &[&str] = &[
    "跳槽至", "跳槽到", "跳槽去", "就职于", "任职于", "供职于", "服务于", "受聘于", "入职", "加入", "进入", "加盟", "转到", "转至", "转入", "调入", "调到",
    "调至", "来到", "应聘到", "分配到", "被派往", "派驻", "开了", "开办", "经营", "创办", "创立", "创建", "成立了", "注册了", "接手", "在", "到", "进",
    "去", "于", " joined ", " moved to ", " work for ", " work at ", " worked for ", " worked at ", " worked with ",
    " working for ", " working at ", " employed by ", " hired by ", " bergabung dengan ", " bergabung di ",
    " bergabung ke ", " pindah ke ", " bekerja di ", " bekerja pada ", " bekerja untuk ", " diterima di ",
    " went to ", " join ", " moved over to ", " transferred to ", " work in ", " work is in ", " is in ",
    " masuk ke ", " ikut ", " di perusahaan ", " masuk ", " kerja di ", " bernama ", " menjalankan ", " mendirikan ", " membuka ", " founded ",
    " co-founded ", " started ", " set up ", " opened ", " run ", " own ", " called ", " at ", " with ", " for ",
    " in ", " di ", " pada ", " ke ", " of the ", " of ",
];

/// Words before a title.
#[rustfmt::skip]
pub(crate) const TITLE: &[&str] = &[
    "担任", "出任", "升任", "晋升为", "任职", "任", "做", "当", "从事", "为", "是", "聘为", "调任", "转任", "改任", "兼任", "提拔为", "提升为", "晋升",
    "转岗为", " as an ", " as a ", " as the ", " as their ", " as our ", " as ", " become a ", " become an ",
    " became a ", " became an ", " have been a ", " have been an ", " have been the ", " was their ", " served as ", " serve as ", " have been ", " been ",
    " role of ", " position of ", " sebagai ", " menjadi ", " jadi ", " posisi ", " jabatan ", " diangkat ",
    " usaha sendiri ", " was a ", " was an ", " was the ", " am a ", " am an ", " am the ", " became ",
    " promoted to ", " work as ", " role as ", " dipromosikan menjadi ", " dipromosikan jadi ", " naik jadi ",
    " selaku ", " adalah ", " berawal sebagai ",
];

/// Words that end either.
#[rustfmt::skip]
pub(crate) const ENDS: &[&str] = &[
    "，", ",", "。", ": ", "；", ";", "担任", "出任", "负责", "任职", "工作", "至今", "上班", "一职", "岗位", " as ", " in ", " from ",
    " since ", " until ", " where ", " and ", " for ", " at ", " with ", " on ", " sebagai ", " sejak ", " dari ",
    " mulai ", " hingga ", " sampai ", " pada ", " selama ", " di ", " yang ", " dan ", " dengan ", " before ",
    " then ", " lalu ", " itu ", " saya ", " to become ", " who ", " which ", " up to ", "做",
];

/// Words for the present.
#[rustfmt::skip]
pub(crate) const PRESENT: &[&str] = &[
    "至今", "现在", "目前", "sekarang", "saat ini", "currently", "present", "to date", "still ",
];

/// Words before an end date.
#[rustfmt::skip]
pub(crate) const UNTIL: &[&str] = &[
    "到", "至", "直到", "until", "till", "til", "through", "thru", "left in", "left on", "stayed to", "up to", "sampai",
    "hingga", "sampai dengan", "ended in", "lasted to", "left", "until the end of", "ending", "berakhir",
];

/// Verbs for leaving a job.
#[rustfmt::skip]
pub(crate) const LEFT: &[&str] = &[
    "离开", "离职", "辞职", "才走", "走的", "结束", "关停", "退伍", "退役", "转业", "复员", "辞去", "卸任", "被裁", "倒闭", "关门", "停业", "合同到期",
    "关了", "出来了", "走人", "不干了", "回老家", "搬迁", "laid off", "made redundant", "closed", "habis kontrak", "kontrak habis", "selesai kontrak", "resigned", "i left",
    "keluar", "berhenti", "resign", "mengundurkan diri",
];

/// Words that only occur in sentences about employments.
#[rustfmt::skip]
pub(crate) const STRONG: &[&str] = &[
    "跳槽", "就职于", "任职于", "供职于", "入职", "加入", "进入", "担任", "joined", "worked", "working", "employed", "bergabung",
    "bekerja", "sebagai", "kerja", "pindah", "diterima", "做", "任", "工作", "到", "参军", "入伍", "开了", "创办", "经营",
    "menjalankan", "mendirikan", "membuka", "founded", "hired", "went to", "moved", "been", " as ", "became",
    "become", "promoted", "jadi",
];
