//! The product reads its own drafts back as they were meant.

use bole_criteria::{Source, read};

use super::{items, must, nice};

#[test]
fn drafted_criteria_read_back_as_meant() {
    let drafts = [
        ("必备", "加分", "权重", ["本科及以上，计算机相关专业优先", "3年以上Java；会调优", "有高并发经验者优先"]),
        (
            "Must have",
            "Nice to have",
            "weight",
            ["Degree in law, ideally LLB", "5+ years; in-house preferred", "Spanish or Portuguese"],
        ),
        (
            "Wajib",
            "Nilai tambah",
            "bobot",
            ["S1 Hukum, diutamakan Hukum Bisnis", "Minimal 2 tahun; bidang pajak", "Bahasa Mandarin"],
        ),
    ];
    for (must_have, nice_to_have, weight, [one, two, three]) in drafts {
        let text = format!(
            "- {must_have}: {one} ({weight} 40%)\n- {must_have}: {two} ({weight} 40%)\n- {nice_to_have}: {three} ({weight} 20%)\n"
        );
        assert_eq!(items(&text), [must(one, 40.0), must(two, 40.0), nice(three, 20.0)], "{text}");
    }
}

#[test]
fn drafted_descriptions_ask_for_what_their_requirements_say() {
    let drafts = [
        "职位简介\n我们现招聘会计，欢迎符合要求、愿意与团队一起成长的候选人加入。\n\n岗位职责\n- 负责会计岗位的日常工作，按时保质完成目标\n- 与相关团队协作，推动工作落地并跟进结果\n\n任职要求\n- 3年以上会计经验\n- 持有CPA证书\n\n加分项\n- 英语六级\n\n投递方式\n请将简历发送至本职位的投递邮箱，我们会尽快与您联系。\n",
        "About the role\nWe're hiring for the Accountant role. You'll own your area, work closely with the team, and see the results of what you do.\n\nWhat you'll do\n- Own the day-to-day work of the Accountant role and deliver on its goals\n- Work with other teams to get things done and follow through\n\nWhat you'll bring\n- 3 years of accounting\n- CPA\n\nNice to have\n- Fluent English\n\nHow to apply\nSend your resume to this job's email address. We'll get back to you soon.\n",
        "Tentang posisi\nKami membuka lowongan Akuntan. Anda akan bertanggung jawab atas bidang Anda dan bekerja erat dengan tim.\n\nTanggung jawab\n- Menjalankan pekerjaan harian sebagai Akuntan dan mencapai target yang ditetapkan\n- Mendokumentasikan pekerjaan dan berbagi pengetahuan dengan tim\n\nPersyaratan\n- Pengalaman akuntansi 3 tahun\n- Brevet A & B\n\nNilai tambah\n- Bahasa Inggris\n\nCara melamar\nKirimkan CV Anda ke alamat email lowongan ini. Kami akan segera menghubungi Anda.\n",
    ];
    for draft in drafts {
        let reading = read(draft, Source::Description);
        let kinds: Vec<&str> = reading.items.iter().map(|item| item.kind.as_str()).collect();
        assert_eq!(kinds, ["must", "must", "nice"], "{draft}{:?}", reading.items);
    }
}
