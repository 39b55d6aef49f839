"""Invented people in three languages: what the pages say."""

PEOPLE = {
    "en": {
        "name": "Marisol Tennant",
        "title": "Senior Hydrology Engineer",
        "contact": ["marisol.tennant@mail.example", "+1 555 0142", "Riverton"],
        "headings": {
            "contact": "Contact", "summary": "Profile", "work": "Work Experience", "education": "Education",
            "skills": "Skills", "languages": "Languages", "certificates": "Certificates", "personal": "Personal Details",
        },
        "summary": "Hydrology engineer with eleven years in flood modelling and dam safety, used to explaining risk to people "
                   "who have to decide the same afternoon, and to leaving models that others can run.",
        "jobs": [
            ("Lowland Water Partners", "Senior Hydrology Engineer", "Riverton", "Mar 2019 – Present", [
                "Led a team of six that rebuilt the flood model of the Sable basin and cut its running time from nine hours "
                "to forty minutes on the same machines.",
                "Introduced weekly reviews of gauge data",
                "Presented the yearly dam safety report to the regional council and answered for every number in it.",
            ]),
            ("Brackwater Institute", "Hydrology Engineer", "Port Ellery", "Aug 2014 – Feb 2019", [
                "Calibrated rainfall and runoff models for fourteen catchments with data that had gaps of up to three years.",
                "Wrote the handbook that new colleagues are given on their first day.",
            ]),
        ],
        "schools": [
            ("Ellery Technical University", "MSc Hydraulic Engineering", "2012 – 2014"),
            ("Fenmark College", "BSc Civil Engineering", "2008 – 2012"),
        ],
        "skills": ["HEC-RAS and MIKE", "Python, R", "QGIS", "Dam safety", "Technical writing"],
        "languages": ["English (native)", "Spanish (fluent)"],
        "certificates": [("Chartered Engineer", "2018"), ("Dam Safety Inspector", "2021")],
        "personal": [("Born", "4 May 1990"), ("Nationality", "Fenmark"), ("Driving licence", "B"), ("Notice", "one month")],
        "levels": [("Hydraulic modelling", "Expert", "11 years"), ("Python", "Advanced", "7 years"),
                   ("Field surveys", "Good", "4 years")],
        "columns": ("Skill", "Level", "Used"),
    },
    "id": {
        "name": "Ratna Wulandari Saputri",
        "title": "Supervisor Gudang Bahan Baku",
        "contact": ["ratna.saputri@surel.example", "0812 0000 0173", "Kota Contoh"],
        "headings": {
            "contact": "Kontak", "summary": "Ringkasan", "work": "Pengalaman Kerja", "education": "Pendidikan",
            "skills": "Keahlian", "languages": "Bahasa", "certificates": "Sertifikat", "personal": "Data Pribadi",
        },
        "summary": "Supervisor gudang dengan sembilan tahun pengalaman pada bahan baku makanan, terbiasa memimpin dua regu dan "
                   "menjaga selisih stok tetap kecil meskipun jumlah barang masuk naik setiap tahun.",
        "jobs": [
            ("PT Lumbung Rasa Contoh", "Supervisor Gudang", "Kota Contoh", "Juli 2020 – Sekarang", [
                "Memimpin dua puluh dua orang dalam dua regu dan menurunkan selisih stok dari tiga persen menjadi kurang dari "
                "setengah persen dalam satu tahun.",
                "Menyusun jadwal bongkar muat harian",
                "Menerapkan FIFO dan FEFO pada seluruh lorong bahan baku bersama bagian mutu.",
            ]),
            ("CV Tiga Dermaga", "Staf Administrasi Gudang", "Pelabuhan Baru", "Januari 2016 – Juni 2020", [
                "Mencatat barang masuk dan keluar pada sistem ERP serta menyiapkan laporan bulanan untuk kantor pusat.",
                "Melatih enam karyawan baru memakai pemindai kode batang.",
            ]),
        ],
        "schools": [
            ("Politeknik Negeri Contoh", "D3 Logistik", "2012 – 2015"),
            ("SMK Bahari Tiga", "Administrasi Perkantoran", "2009 – 2012"),
        ],
        "skills": ["SAP MM", "Excel dan pivot", "FIFO, FEFO", "Forklift", "Stock opname"],
        "languages": ["Bahasa Indonesia (ibu)", "Inggris (baik)"],
        "certificates": [("SIO Forklift Kelas II", "2019"), ("K3 Umum", "2021")],
        "personal": [("Lahir", "4 Mei 1994"), ("Status", "Menikah"), ("SIM", "A dan C"), ("Mulai kerja", "satu bulan")],
        "levels": [("Manajemen stok", "Mahir", "9 tahun"), ("SAP MM", "Baik", "5 tahun"), ("Forklift", "Baik", "4 tahun")],
        "columns": ("Keahlian", "Tingkat", "Lama"),
    },
    "zh": {
        "name": "闻若溪",
        "title": "高级水处理工程师",
        "contact": ["wenruoxi@mail.example", "138 0000 0164", "样例市"],
        "headings": {
            "contact": "联系方式", "summary": "个人简介", "work": "工作经历", "education": "教育背景",
            "skills": "专业技能", "languages": "语言能力", "certificates": "资格证书", "personal": "基本信息",
        },
        "summary": "十一年工业水处理经验，熟悉膜分离与零排放工艺，主持过三座大型水厂的设计、调试与验收，能够把复杂的工艺问题向业主和监管部门讲清楚，"
                   "也习惯为后来的同事留下可以直接使用的资料。",
        "jobs": [
            ("清川样例环境科技有限公司", "高级水处理工程师", "样例市", "2019.03 – 至今", [
                "带领六人团队重做反渗透系统的清洗方案，把膜的更换周期从十四个月延长到二十六个月，每年节省药剂与膜元件费用约一百八十万元。",
                "建立每周进水水质例会制度",
                "向主管部门汇报年度安全评估，并对报告中的每一个数字负责。",
            ]),
            ("北渡样例水务研究院", "水处理工程师", "北渡市", "2014.08 – 2019.02", [
                "为十四个工业园区编制中水回用方案，在数据缺失的情况下完成水量平衡与投资测算，其中九个方案已经建成投产。",
                "编写新员工入职手册，沿用至今。",
            ]),
        ],
        "schools": [
            ("样例理工大学", "环境工程硕士", "2012.09 – 2014.07"),
            ("北渡学院", "给排水科学与工程学士", "2008.09 – 2012.07"),
        ],
        "skills": ["膜分离工艺", "零排放设计", "AutoCAD", "Python", "水质分析"],
        "languages": ["普通话（母语）", "英语（流利）"],
        "certificates": [("注册环保工程师", "2018"), ("一级建造师", "2021")],
        "personal": [("出生年月", "1990年5月"), ("性别", "女"), ("籍贯", "样例省"), ("到岗时间", "一个月内")],
        "levels": [("反渗透设计", "精通", "十一年"), ("自动控制", "熟练", "七年"), ("现场调试", "良好", "四年")],
        "columns": ("技能", "程度", "年限"),
    },
}
