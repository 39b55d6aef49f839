// Generated from shared/mail/templates; a test of that crate writes and checks this file.

export const TEMPLATES = {
  online_invitation: {
    zh: { subject: "【公司】｜【职位】 线上面试邀请", body: "【候选人】，您好：\n\n感谢您应聘【公司】的“【职位】”一职。我们认真阅读了您的简历，希望与您进行一次线上面试，进一步了解您的经历，也向您介绍这个岗位和团队。\n\n请点击下面的链接，选择一个您方便的时间：\n【链接】\n\n如需调整或有任何问题，直接回复这封邮件即可。期待与您交流。\n\n【招聘者】\n【公司】\n" },
    en: { subject: "Interview invitation: [job] at [company]", body: "Dear [candidate],\n\nThank you for applying for the [job] position at [company]. We enjoyed reading your resume and would like to invite you to an online interview, to learn more about your experience and to tell you about the role and the team.\n\nPlease choose a time that suits you:\n[link]\n\nIf you need another time or have any questions, just reply to this email. We look forward to speaking with you.\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Undangan wawancara online: [posisi] di [perusahaan]", body: "Yth. [kandidat],\n\nTerima kasih telah melamar posisi [posisi] di [perusahaan]. Kami telah membaca CV Anda dengan saksama dan ingin mengundang Anda mengikuti wawancara online untuk mengenal pengalaman Anda lebih jauh serta menjelaskan posisi dan tim kami.\n\nSilakan pilih waktu yang sesuai melalui tautan berikut:\n[tautan]\n\nJika Anda perlu mengubah jadwal atau memiliki pertanyaan, cukup balas email ini. Kami menantikan kesempatan untuk berbincang dengan Anda.\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
  onsite_invitation: {
    zh: { subject: "【公司】｜【职位】 线下面试邀请", body: "【候选人】，您好：\n\n感谢您应聘【公司】的“【职位】”一职，也感谢您一直以来投入的时间。诚邀您到公司参加线下面试，与团队面对面交流。\n\n请点击下面的链接，选择一个您方便的时间：\n【链接】\n\n面试地点：【地址】\n\n如需调整时间，或来访需要任何协助，请直接回复这封邮件。期待与您见面。\n\n【招聘者】\n【公司】\n" },
    en: { subject: "Onsite interview: [job] at [company]", body: "Dear [candidate],\n\nThank you for the time you've spent with us so far. We'd like to invite you to our office for an onsite interview for the [job] position, so that you can meet the team at [company].\n\nPlease choose a time that suits you:\n[link]\n\nAddress: [address]\n\nIf you need another time, or any help with your visit, just reply to this email. We look forward to meeting you.\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Undangan wawancara tatap muka: [posisi] di [perusahaan]", body: "Yth. [kandidat],\n\nTerima kasih atas waktu yang telah Anda luangkan selama proses seleksi posisi [posisi]. Kami ingin mengundang Anda ke kantor kami untuk wawancara tatap muka dengan tim [perusahaan].\n\nSilakan pilih waktu yang sesuai melalui tautan berikut:\n[tautan]\n\nAlamat: [alamat]\n\nJika Anda perlu mengubah jadwal atau memerlukan bantuan terkait kunjungan Anda, cukup balas email ini. Kami menantikan pertemuan dengan Anda.\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
  offer_intent: {
    zh: { subject: "【公司】｜【职位】 录用意向", body: "【候选人】，您好：\n\n很高兴通知您，您已通过【公司】“【职位】”一职的面试，我们有意邀请您加入团队。\n\n接下来我们会与您沟通薪酬、入职时间等细节，正式的录用通知将在确认后发出。如果您有任何想了解或需要我们考虑的事项，请直接回复这封邮件。\n\n【招聘者】\n【公司】\n" },
    en: { subject: "Your application for [job] at [company]", body: "Dear [candidate],\n\nWe're pleased to let you know that your interviews for the [job] position went well, and that we intend to make you an offer to join [company].\n\nWe'll be in touch about salary, start date and the other details, and will send the formal offer once they're agreed. If you have any questions, or anything you'd like us to consider, please reply to this email.\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Lamaran Anda untuk posisi [posisi] di [perusahaan]", body: "Yth. [kandidat],\n\nDengan senang hati kami sampaikan bahwa wawancara Anda untuk posisi [posisi] berjalan dengan baik, dan kami bermaksud menawarkan Anda untuk bergabung dengan [perusahaan].\n\nKami akan menghubungi Anda untuk membicarakan gaji, tanggal mulai bekerja, dan hal lainnya. Surat penawaran resmi akan kami kirimkan setelah semuanya disepakati. Jika ada hal yang ingin Anda tanyakan atau perlu kami pertimbangkan, silakan balas email ini.\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
  offer_sent: {
    zh: { subject: "【公司】｜【职位】 录用通知", body: "【候选人】，您好：\n\n我们很高兴地正式邀请您加入【公司】，担任“【职位】”一职。\n\n请点击下面的链接查看录用通知的全部内容，并告诉我们您的决定：\n【链接】\n\n如对条款有任何疑问，欢迎随时联系我。期待您的加入。\n\n【招聘者】\n【公司】\n" },
    en: { subject: "Your offer from [company]: [job]", body: "Dear [candidate],\n\nWe're delighted to offer you the [job] position at [company].\n\nPlease read the full offer and give us your decision here:\n[link]\n\nIf you have any questions about the terms, I'm happy to answer them. We hope to welcome you to the team soon.\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Surat penawaran kerja dari [perusahaan]: [posisi]", body: "Yth. [kandidat],\n\nDengan senang hati kami menawarkan kepada Anda posisi [posisi] di [perusahaan].\n\nSilakan baca penawaran selengkapnya dan sampaikan keputusan Anda melalui tautan berikut:\n[tautan]\n\nJika ada pertanyaan mengenai ketentuannya, jangan ragu untuk menghubungi saya. Kami berharap dapat segera menyambut Anda.\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
  rejection: {
    zh: { subject: "关于您应聘【公司】“【职位】”一职", body: "【候选人】，您好：\n\n感谢您应聘【公司】的“【职位】”一职，也感谢您为此付出的时间。\n\n经过慎重考虑，我们很遗憾这次无法继续推进您的申请。这个决定只针对本次岗位的需求，并不是对您能力的否定。如果您愿意，欢迎继续关注我们今后的机会。\n\n祝您求职顺利，前程似锦。\n\n【招聘者】\n【公司】\n" },
    en: { subject: "Your application for [job] at [company]", body: "Dear [candidate],\n\nThank you for applying for the [job] position at [company], and for the time you put into it.\n\nAfter careful consideration, we're sorry to let you know that we won't be moving forward with your application this time. The decision concerns the needs of this position alone, and you're welcome to apply for other openings with us.\n\nWe wish you every success in your search.\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Lamaran Anda untuk posisi [posisi] di [perusahaan]", body: "Yth. [kandidat],\n\nTerima kasih telah melamar posisi [posisi] di [perusahaan] serta atas waktu dan perhatian yang Anda berikan.\n\nSetelah mempertimbangkan dengan saksama, mohon maaf kami belum dapat melanjutkan lamaran Anda kali ini. Keputusan ini hanya terkait dengan kebutuhan posisi tersebut. Anda dipersilakan melamar kembali untuk lowongan lain di perusahaan kami.\n\nKami mendoakan kesuksesan Anda.\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
  message: {
    zh: { subject: "关于您应聘【公司】“【职位】”一职的进展", body: "【候选人】，您好：\n\n【招聘者】\n【公司】\n" },
    en: { subject: "About your application for [job] at [company]", body: "Dear [candidate],\n\nKind regards,\n[recruiter]\n[company]\n" },
    id: { subject: "Tentang lamaran Anda untuk posisi [posisi] di [perusahaan]", body: "Yth. [kandidat],\n\nHormat kami,\n[rekruter]\n[perusahaan]\n" },
  },
} as const;
