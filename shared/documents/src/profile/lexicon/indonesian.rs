//! Indonesian words of companies, titles and descriptions, lower case.

/// First words that certainly mark a company.
#[rustfmt::skip]
pub(crate) const LEGAL_PREFIXES: &[&str] = &[
    "pt", "cv", "ud", "pd", "fa", "perum", "perumda", "yayasan", "koperasi", "kud", "firma",
];

/// First words of institutions.
#[rustfmt::skip]
pub(crate) const INSTITUTIONS: &[&str] = &[
    "bank", "rs", "rsud", "rsu", "rsia", "rsup", "rsi", "rumah", "puskesmas", "klinik", "apotek", "apotik", "sekolah",
    "sd", "sdn", "sdit", "smp", "smpn", "smpit", "sma", "sman", "smait", "smk", "smkn", "mts", "mtsn", "man", "mi",
    "tk", "paud", "universitas", "institut", "politeknik", "akademi", "stie", "stmik", "stikes", "toko", "hotel",
    "dinas", "kementerian", "perusahaan", "restoran", "kafe", "bimbel", "lembaga", "badan", "kantor", "pabrik",
    "warung", "bengkel", "grup", "kap", "bpr", "bpjs", "bengkel", "pesantren", "percetakan", "balai", "gudang",
    "laboratorium", "kjpp", "firma", "maskapai", "pasar", "swalayan", "minimarket", "studio", "butik",
];

/// First words of titles.
#[rustfmt::skip]
pub(crate) const TITLES: &[&str] = &[
    "salesman", "salesgirl", "motoris", "spg", "spb", "kanvaser", "canvasser", "wiraniaga", "rohaniwan",
    "manajer", "manager", "staf", "staff", "kepala", "supervisor", "analis", "asisten", "admin", "administrasi",
    "akuntan", "akunting", "auditor", "perawat", "bidan", "dokter", "apoteker", "guru", "dosen", "pengajar",
    "instruktur", "teknisi", "operator", "mekanik", "sopir", "supir", "pengemudi", "kasir", "teller", "sekretaris",
    "resepsionis", "direktur", "wakil", "koordinator", "ketua", "spesialis", "konsultan", "insinyur", "pengembang",
    "programer", "programmer", "perancang", "desainer", "arsitek", "peneliti", "penulis", "editor", "wartawan",
    "jurnalis", "reporter", "penerjemah", "magang", "tenaga", "petugas", "pelaksana", "mandor", "pengawas", "kurir",
    "satpam", "barista", "koki", "juru", "pramuniaga", "pramusaji", "hrd", "ppic", "wali", "kasubag", "kabag", "kasi",
    "pimpinan", "pemilik", "pendiri", "karyawan", "buruh", "pekerja", "terapis", "fisioterapis", "ahli", "perekrut",
    "penyelia", "pembina", "tutor", "pelatih", "penagih", "fotografer", "videografer", "drafter", "estimator",
    "surveyor", "ilmuwan", "agen", "pengelola", "pengurus", "analyst", "engineer", "helper", "checker", "picker",
    "packer", "sales", "marketing", "purchasing", "accounting", "finance", "nutrisionis", "radiografer", "asdos",
    "trainer", "sekjen", "bendahara", "arsiparis", "pustakawan", "pramugari", "pramugara", "masinis", "nakhoda",
    "montir", "penjahit", "pengacara", "notaris", "legal", "kolektor", "merchandiser", "penjaga", "pengantar",
    "perekam", "komandan", "perwira", "bintara", "lektor", "pramubakti", "peserta", "camat", "lurah", "hakim", "panitera", "pemimpin", "jaksa", "juri", "pengendali", "penata", "penanggung",
    "pic", "pj", "spv", "kernet", "tukang", "juragan", "penyuluh", "fasilitator", "pendamping", "enumerator", "verifikator",
    "inspektur", "pranata", "widyaiswara", "teknolog", "epidemiolog", "sanitarian", "psikolog", "konselor", "penyiar",
    "presenter", "kameramen", "redaktur", "redaksi", "copywriter", "pramuwisata", "pemandu", "waiter", "waitress", "steward",
    "bartender", "housekeeping", "driver", "rider", "foreman", "leader", "welder", "fitter", "security", "kadiv",
    "kadep", "kabid", "kasubbag", "kasubbid", "karu", "katim", "danru", "danton", "danki", "chief", "tentor", "perias",
    "penjual", "pedagang", "peternak", "petani", "nelayan", "pekarya", "juru", "kadet", "staff", "prajurit",
    "pembuat", "pengrajin", "perajin", "pramusaji", "pengasuh", "pembantu", "sekuriti", "wakasek", "wakabid",
    "kepsek", "laboran", "toolman", "rektor", "dekan", "kaprodi", "praktisi", "promotor", "peracik",
];

/// Words that start lines describing work, in addition to any in me-.
#[rustfmt::skip]
pub(crate) const VERBS: &[&str] = &[
    "bertanggung", "berhasil", "bekerja", "tanggung", "tugas", "deskripsi", "pencapaian", "prestasi", "uraian",
    "jobdesk", "job", "alasan", "gaji", "atasan", "referensi", "berkoordinasi", "berkolaborasi", "ikut", "turut",
    "pindah", "buka", "urus", "jaga", "kelola", "latih", "susun", "catat", "bantu", "bikin", "buat", "kirim", "antar", "terima", "cek", "hitung",
    "input", "rekap", "tangani", "pegang", "ajar", "masak", "bersihkan", "siapkan", "layani", "jual", "beli", "tagih", "rawat", "pasang",
    "perbaiki", "servis", "setel", "bongkar", "muat", "angkat", "angkut", "sortir", "kemas", "bungkus", "jahit", "potong", "cuci", "setrika",
    "awasi", "pimpin", "atur", "bina", "dampingi", "kawal", "lapor", "laporkan", "koordinasi", "negosiasi", "rekrut", "hasil", "target", "capaian",
    "rata-rata", "jumlah", "total", "skor", "omzet", "setiap", "tiap", "selama", "sejak", "karena", "juga", "dapat", "pernah", "sering", "biasa", "kadang",
    "serta", "proyek", "project", "membantu", "memimpin", "terlibat", "dipercaya", "aktif", "berperan",
];

/// Words that look like agent nouns but are not.
#[rustfmt::skip]
pub(crate) const NO_AGENTS: &[&str] = &[
    "pertama", "persero", "permata", "pelita", "perdana", "perkasa", "peluang", "pesona", "persada", "pertiwi", "perisai", "permai", "pelangi",
    "pendopo", "pesantren", "performa", "performance", "person", "personal", "personel", "personalia", "permanent", "permanen", "perfect", "period",
    "periode", "percent", "persen", "pemula", "pemilu", "pemkab", "pemkot", "pemprov", "pemerintah", "pensiun", "pentas", "pencak", "penuh", "pembukuan", "perdata", "perlu",
    "pernah", "perihal", "pernyataan", "peserta", "pesisir", "pesawat", "pelabuhan", "pelajar", "pemuda", "pemudi", "penting", "perpajakan", "perum", "perumda", "perawat-",
];
