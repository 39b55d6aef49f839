//! Radicals that PDF producers write for the ideographs they look like.

/// The unified ideographs of U+2E80 to U+2EF3, in order, by Unicode's EquivalentUnifiedIdeograph.txt; those without one
/// stand for themselves.
const SUPPLEMENT: &str = "\
    ⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛\
    犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑\
    钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟";
const FIRST: u32 = 0x2e80;

/// The ideograph of a CJK radical; other characters stay. NFKC maps the Kangxi radicals, except one whose glyph
/// simplified Chinese fonts share with another ideograph.
pub(crate) fn ideograph(c: char) -> char {
    match c {
        '\u{2e80}'..='\u{2ef3}' => {
            let at = usize::try_from(u32::from(c) - FIRST).unwrap_or(usize::MAX);
            SUPPLEMENT.chars().nth(at).unwrap_or(c)
        }
        '⼾' => '户',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_radical_has_its_ideograph() {
        assert_eq!(SUPPLEMENT.chars().count(), 0x2ef4 - 0x2e80);
        let text: String = "⻓⻔⻅⻚⻋⻢⻩⻛⻬⻰⻄⺟⺠⻘⼾".chars().map(ideograph).collect();
        assert_eq!(text, "长门见页车马黄风齐龙西母民青户");
        assert_eq!(ideograph('⺀'), '⺀');
    }
}
