//! Converts traditional Chinese characters to the simplified ones of the word lists.

use std::collections::HashMap;
use std::sync::LazyLock;

use bole_domain::profile::Profile;

/// Texts with fewer traditional characters are not converted.
const ENOUGH: usize = 4;

/// Traditional characters of resumes, each followed by its simplified form.
const PAIRS: &str = "個个經经歷历驗验學学習习職职務务業业專专聯联絡络電电話话郵邮應应徵征會会師师員员設设計计總总監监營营運运責责處处\
    審审證证課课長长環环衛卫產产國国際际銀银實实護护醫医藥药檢检測测試试開开發发軟软體体網网資资訊讯數数據据機机構构\
    團团隊队銷销廣广傳传顧顾問问採采購购倉仓庫库輸输語语書书獎奖項项榮荣譽誉簡简碩硕碼码動动歲岁齡龄門门廳厅館馆東东\
    報报編编輯辑財财製制聲声場场區区縣县鄉乡鎮镇記记創创辦办連连鎖锁樂乐戲戏劇剧藝艺術术貿贸勞劳樣样關关係系從从擔担\
    幫帮協协調调規规劃划導导遊游講讲譯译優优點点評评價价類类別别車车輛辆廠厂礦矿農农漁渔預预見见請请組组織织單单稱称\
    級级離离題题與与現现時时間间結结興兴愛爱進进繼继續续華华馮冯陳陈張张劉刘羅罗葉叶鄭郑吳吴許许鄧邓蘇苏趙赵錢钱孫孙\
    蔣蒋韓韩楊杨嚴严謝谢鄒邹魯鲁馬马龍龙麥麦蕭萧鍾钟盧卢賴赖鄺邝歐欧譚谭黃黄曉晓麗丽偉伟強强軍军傑杰靜静雲云鳳凤蘭兰\
    瓊琼瑩莹穎颖綺绮維维臺台灣湾廈厦漢汉寧宁濟济瀋沈廬庐滬沪粵粤閩闽瓏珑寶宝飾饰紡纺氣气儀仪錶表腦脑視视聽听樓楼層层\
    號号線线紅红綠绿藍蓝銅铜鐵铁鋼钢鋁铝錫锡膠胶貨货櫃柜險险壽寿稅税樹树園园寵宠獸兽養养飲饮飯饭麵面滿满極极權权負负\
    對对內内當当選选擇择參参勵励賽赛勝胜過过後后來来將将約约訂订檔档圖图畫画筆笔溫温髮发裡里麼么雙双週周檯台簽签啟启\
    寫写讀读綜综隸隶緒绪絕绝給给統统繪绘";

static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let chars: Vec<char> = PAIRS.chars().filter(|c| !c.is_whitespace()).collect();
    chars
        .chunks_exact(2)
        .filter(|pair| pair[0].len_utf8() == pair[1].len_utf8())
        .map(|pair| (pair[0], pair[1]))
        .collect()
});

/// The text in simplified characters, with the same length in bytes; `None` if it has no traditional ones.
pub(super) fn simplified(text: &str) -> Option<String> {
    let traditional = |c: char| SIMPLIFIED.get(&c).is_some_and(|&simple| simple != c);
    (text.chars().filter(|&c| traditional(c)).nth(ENOUGH - 1).is_some())
        .then(|| text.chars().map(|c| SIMPLIFIED.get(&c).copied().unwrap_or(c)).collect())
}

/// Restores the original characters in the profile.
pub(super) fn restore(profile: &mut Profile, simplified: &str, original: &str) {
    let back = |text: &mut Option<String>| {
        if let Some(text) = text
            && let Some(at) = simplified.find(text.as_str())
            && let Some(written) = original.get(at..at + text.len())
        {
            written.clone_into(text);
        }
    };
    back(&mut profile.name);
    back(&mut profile.current_company);
    back(&mut profile.current_position);
    for entry in &mut profile.work_experiences {
        back(&mut entry.company_name);
        back(&mut entry.position_title);
        let mut description = Some(std::mem::take(&mut entry.description));
        back(&mut description);
        entry.description = description.unwrap_or_default();
    }
    for entry in &mut profile.education {
        back(&mut entry.school);
        back(&mut entry.degree);
        back(&mut entry.major);
    }
    for skill in &mut profile.skills {
        let mut text = Some(std::mem::take(skill));
        back(&mut text);
        *skill = text.unwrap_or_default();
    }
}
