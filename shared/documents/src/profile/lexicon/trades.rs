//! Words of employers and titles in single professions, Latin ones lower case.

/// Last words of English titles.
#[rustfmt::skip]
pub(crate) const ENGLISH_TITLES: &[&str] = &[
    // Law and courts
    "advocate", "pupil", "conveyancer", "magistrate", "judge", "prosecutor", "defender", "arbitrator", "mediator", "usher",
    "bailiff", "litigator", "jurist", "stenographer", "clerkship", "extern", "ombudsman",
    // Schools and universities
    "headmistress", "provost", "chancellor", "vice-chancellor", "rector", "invigilator", "demonstrator",
    "paraeducator", "paraprofessional", "preceptor", "docent", "governess", "senco", "nqt", "substitute", "lector",
    "teacher-librarian", "housemaster", "housemistress", "proctor", "childminder", "childcarer",
    // Hotels, kitchens and travel
    "porter", "bellhop", "bellboy", "bellperson", "doorman", "butler", "maid", "houseman", "greeter", "waitperson",
    "waitstaff", "busboy", "commis", "baker", "butcher", "barback", "mixologist", "caterer", "croupier", "masseuse",
    "masseur", "sous-chef", "pâtissier", "patissier", "chocolatier", "confectioner", "brewer", "maître", "hotelier",
    "innkeeper", "restaurateur", "caddie", "guide", "escort", "gm", "agm", "cabin-crew", "expediter", "kitchenhand",
    // Building
    "mason", "bricklayer", "plasterer", "roofer", "glazier", "tiler", "ironworker", "pipefitter", "steelfixer",
    "draftsperson", "drafter", "detailer", "banksman", "signaller", "groundworker", "joiner", "cabinetmaker",
    "insulator", "builder", "modeller", "setter-out", "plasterboarder", "paver", "forewoman", "journeyman",
    "boilermaker", "millwright", "locksmith", "decorator", "landscaper", "excavator",
    // Care and health
    "carer", "hca", "crna", "lvn", "audiologist", "podiatrist", "optician", "dispenser", "doula", "emt", "medic",
    "perfusionist", "acupuncturist", "chiropractor", "osteopath", "embalmer", "scribe", "orthodontist", "reviewer", "gp", "sho", "locum", "fom", "afom", "gro", "ehk", "cdp", "cpns",
    "epidemiologist", "microbiologist", "immunologist", "dermatologist", "gynaecologist", "gynecologist",
    "obstetrician", "urologist", "ophthalmologist", "anaesthetist", "oncologist", "geriatrician", "dietician",
    "companion", "keyworker", "caseworker", "naturopath", "prosthetist", "orthotist",
    // Shops and sales
    "seller", "canvasser", "realtor", "telesales", "shopkeeper", "stallholder", "auctioneer", "stockist", "vendor",
    "greengrocer", "grocer", "fishmonger", "florist", "upseller", "salesclerk", "presales", "closer", "hawker",
    "shopper", "dealer", "stockman", "stocktaker", "replenisher",
    // Public service
    "warden", "councillor", "councilor", "mayor", "commissioner", "attaché", "attache", "consul", "diplomat",
    "postman", "postwoman", "postie", "jailer", "staffer", "legislator", "senator", "policeman", "policewoman",
    "cadet", "midshipman", "ensign", "colonel", "commander", "airman", "rifleman", "gunner",
    "fireman", "probationer", "undersecretary", "spokesperson", "parliamentarian",
    // Transport and the sea
    "conductor", "stevedore", "longshoreman", "docker", "trucker", "chauffeur", "helmsman", "boatman", "skipper",
    "motorman", "oiler", "wiper", "rider", "messenger", "shunter", "signalman", "navigator", "aviator",
    // Press, stage and crafts
    "columnist", "blogger", "vlogger", "streamer", "sub-editor", "subeditor", "proofreader", "publicist",
    "photojournalist", "correspondent", "critic", "gaffer", "actor", "actress", "dancer", "choreographer", "vocalist",
    "composer", "artist", "sculptor", "potter", "jeweller", "jeweler", "goldsmith", "dressmaker", "upholsterer",
    "weaver", "cobbler", "shoemaker", "engraver", "typesetter", "screenwriter", "playwright", "novelist", "author",
    "broadcaster", "newsreader", "anchorman", "anchorwoman", "dramaturg", "stagehand", "colourist", "colorist",
    "storyboarder", "sewist", "embroiderer", "milliner", "framer", "conservator", "restorer", "videojournalist",
    // Land and animals
    "farmer", "farmhand", "grower", "shepherd", "herder", "herdsman", "beekeeper", "forester", "arborist",
    "groundskeeper", "groundsman", "fisherman", "horticulturist", "breeder", "milker", "harvester", "farrier",
    "zookeeper", "keeper", "groom", "vet",
    // Workshops and plants
    "turner", "grinder", "moulder", "smelter", "sawyer", "blacksmith", "spinner", "knitter", "presser", "ironer",
    "stitcher", "sorter", "stacker", "calibrator", "distiller", "winemaker", "cheesemaker", "roughneck", "roustabout",
    "driller", "blaster", "miner", "metallurgist", "lineman", "linesman", "repairer", "repairman", "serviceman",
    "installer", "tuner", "refinisher", "sprayer", "bodybuilder", "panelbeater", "glassblower", "programmer-setter",
    "setter", "inspector-tester", "checker", "weigher", "packager", "bottler", "feeder",
    // Money, people and offices
    "quant", "trustee", "liquidator", "bursar", "paymaster", "financier", "investor", "timekeeper",
    "scrutineer", "headhunter", "resourcer", "matchmaker", "filer",
    "copyist", "transcriber", "transcriptionist", "transcriptor", "annotator", "labeler", "labeller", "telephonist",
    "runner", "ops", "comms", "swim-coach", "goalkeeper", "referee", "umpire",
    "athlete", "footballer", "sportsperson", "choirmaster", "organist", "pianist", "violinist", "priest",
    "vicar", "deacon", "rabbi", "sexton", "verger", "cantor", "monk", "undertaker",
];

/// Last words of English employers.
#[rustfmt::skip]
pub(crate) const ENGLISH_INSTITUTIONS: &[&str] = &[
    // Law and courts
    "law", "lawyers", "solicitors", "barristers", "attorneys", "advocates", "notaries", "conveyancers", "chambers",
    "tribunal", "courts", "prosecutors", "attorneys-at-law",
    // Health and care
    "surgery", "dental", "dentistry", "orthodontics", "optometry", "opticians", "veterinary", "vets",
    "physiotherapy", "hospice", "infirmary", "sanatorium", "polyclinic", "dispensary", "healthcare",
    "homecare", "nhs", "eldercare", "childcare", "dialysis",
    "biologics", "genomics", "medicare", "medtech", "lifesciences", "clinicals",
    // Hotels and kitchens
    "inn", "lodge", "motel", "hostel", "villa", "villas", "suites", "residences", "bistro", "brasserie", "grill",
    "kitchens", "diner", "pizzeria", "trattoria", "tavern", "pub", "roasters", "caterers",
    "bakehouse", "patisserie", "pâtisserie", "eatery", "teahouse", "cruises", "casino", "club",
    "steakhouse", "noodles", "canteen", "deli", "creamery", "confectionery", "bakers", "pizza", "burger", "burgers",
    "tearoom", "rooftop", "guesthouse", "retreat", "retreats", "spas", "voyages", "expeditions", "holidays",
    // Building
    "constructors", "contracting", "developments", "developers", "joinery", "roofing",
    "scaffolding", "surveyors", "carpentry", "bricks", "paving", "masonry", "glazing",
    "demolition", "landscapes", "landscaping", "estates", "realtors", "rentals",
    "lettings", "renovations", "refurbishment", "flooring", "hvac", "piling", "groundworks",
    // Schools
    "montessori", "playgroup", "playschool", "daycare", "creche", "crèche", "seminary", "conservatoire",
    "conservatory", "polytechnic", "gymnasium", "lyceum", "tutors", "tutorials", "schoolhouse", "classrooms",
    "kindergartens", "academies", "colleges", "universities", "institutes",
    // Public service
    "police", "army", "navy", "parliament", "embassy", "consulate", "municipality",
    "borough", "prefecture", "library", "libraries", "museum", "museums", "cinema", "cinemas", "arena", "stadium", "circus", "zoo", "aquarium", "lounge", "karaoke", "spa", "gallery", "galleries", "theatre",
    "theater", "zoo", "constabulary", "senate", "secretariat",
    "ngo", "charity", "charities", "council", "parish", "diocese", "mosque", "temple", "ministries",
    // Shops
    "shop", "shops", "boutique", "boutiques", "mart", "superstore", "hypermarket", "outlet", "books", "bookshop",
    "bookstore", "jewelers", "jewellers", "optics", "toys", "grocers", "grocery", "groceries", "butchers", "florists", "flowers",
    "auto", "autos", "garage", "tyres", "tires", "dealership", "chevrolet", "toyota", "honda", "ford", "hyundai",
    "nissan", "suzuki", "mitsubishi", "daihatsu", "mazda", "isuzu", "kia", "bmw", "mercedes", "volkswagen", "audi",
    "hardware", "wholesale", "wholesalers", "merchants", "traders", "traders'", "eyewear", "shoes",
    "footwear", "watches", "salon", "salons", "barbers", "barbershop", "tailors", "laundry", "cleaners",
    "gym", "gyms", "yoga", "pets", "bikes", "cycles", "cellular", "depot",
    // Press and arts
    "television", "news", "herald", "gazette", "tribune", "magazine",
    "orchestra", "ballet", "opera", "productions", "broadcasting",
    "printers",
    // Farms, plants and transport
    "plantation", "plantations", "orchards", "vineyards", "ranch", "dairy", "dairies", "fisheries", "seafood",
    "poultry", "agro", "agriculture", "seeds", "fertilizers", "feeds", "mines", "quarry", "foundry", "forge",
    "castings", "ceramics", "tobacco", "beverages", "breweries", "distillery", "distilleries",
    "refinery", "refineries", "renewables", "hydro", "recycling",
    "airports", "railway", "railways", "rail", "metro", "transit", "ferries", "marine", "maritime",
    "shipyard", "shipyards", "movers", "removals", "taxis", "cabs", "coaches", "buses", "leasing",
    "crewing", "yachts", "distributors", "importers", "exporters",
    "fulfilment", "fulfillment", "parcels",
    // Money and people
    "accountants", "accountancy", "auditors", "actuaries", "brokers", "brokerage", "lending", "loans", "mortgage",
    "mortgages", "bancorp", "bancshares",
    "microfinance", "remittance", "fintech", "advisory", "alliance",
    "collective", "coalition", "consortium", "ventures", "innovations", "concepts",
    "crafts", "computers",
    "informatics", "studios'", "ecommerce",
    "guards", "ceramic", "optical", "photonics", "aerosystems", "avionics",
    "drones", "batteries", "cables", "wires", "valves", "pumps", "bearings", "gears", "fasteners",
    "mattress", "furnishings", "kitchenware", "housewares", "linens", "fabrics", "yarns", "denim",
    "herbs", "spices", "snacks", "sweets", "drinks", "juices", "meats", "grains",
];

/// English titles of several words whose last word is not a title.
#[rustfmt::skip]
pub(crate) const ENGLISH_PHRASES: &[&str] = &[
    "chef de partie", "chef de rang", "commis de rang", "maître d", "maitre d", "clerk of works", "health visitor",
    "public relations", "night audit", "room service", "loss prevention", "crew member", "team member",
    "staff member", "faculty member", "mail carrier", "letter carrier", "newspaper carrier", "judicial clerk",
    "second in command", "2nd in command", "able seaman", "third mate", "second mate", "chief mate", "first mate",
    "food runner", "shop floor", "sales floor", "special needs", "learning support", "pastry kitchen",
    "dean of students", "stand-in", "best boy", "lunch cover", "supply teaching", "peripatetic", "relief milker",
    "cabin crew", "ground crew", "flight crew", "kitchen porter", "kitchen hand", "farm hand", "deck hand",
    "stage hand", "odd jobs", "ward sister", "theatre scrub", "bank nurse", "in-house counsel", "of counsel",
    "office boy", "office girl", "cleaning service", "room boy", "room service",
];

/// First words of Indonesian titles.
#[rustfmt::skip]
pub(crate) const INDONESIAN_TITLES: &[&str] = &[
    // Law and administration
    "advokat", "paralegal", "penasihat", "pembela", "mediator", "jurusita", "penuntut", "penyidik", "pengadministrasi",
    "penelaah", "penyusun", "pengolah", "ajudan", "protokoler", "fungsional", "calon", "kaur", "kasun", "kadus",
    "kades", "kuwu", "carik", "babinsa", "polisi", "tamtama", "linmas", "bhabinkamtibmas", "sipir", "pamong",
    "sekdes", "plt", "pj.", "pejabat", "kanit", "kasat", "kapolsek", "kasubsi", "kasie", "kabagian", "kacab",
    "kaper", "kapro", "kasudin", "subkoordinator", "auditor", "pengkaji", "perencana", "analis", "penerjemah",
    "pendata", "pencacah", "pegawai", "anggota", "pemeriksa", "pencatat", "pemungut", "juru",
    // Schools
    "waka", "wakakur", "penilik", "ustadz", "ustadzah", "ustaz", "ustazah", "musyrif", "musyrifah", "kyai",
    "pengasuh", "pengawas", "pembimbing", "walas", "gurupiket", "kepsek", "wakepsek", "kajur", "kaprog", "asprak",
    "trainer", "instruktur", "tutor", "mentor", "fasilitator", "coach", "pengampu",
    // Health
    "ners", "nakes", "bidan", "dokter", "apoteker", "asper", "perawat", "caregiver", "pramurukti", "pramuhusada",
    "kaperawat", "refraksionis", "okupasi", "audiologis", "ortotis", "teknolog", "ttk", "atlm", "penyuluh",
    "ahli", "katim", "elektromedis", "optometris", "entomolog", "vaksinator", "surveilans",
    // Hotels, kitchens and travel
    "houseman", "bellboy", "bellman", "greeter", "porter", "cook", "commis", "sous", "demi", "dishwasher",
    "hostess", "butler", "gardener", "concierge", "chef", "baker",
    "pelayan", "peracik", "pemandu", "ticketing", "reservasi", "roomboy", "roomgirl", "kapten",
    "pembersih", "pencuci", "penyaji", "pramubar", "pramutama", "pramukamar",
    // Building and workshops
    "drafter", "estimator", "surveyor", "pelaksana", "mandor", "tukang", "kepala",
    "operator", "scaffolder", "rigger", "pengecat", "pengebor", "penyambung", "perakit", "penggosok", "pelinting",
    "teknisi", "mekanik", "bubut", "inspektor", "petugas", "pengecor",
    "penjahit", "pemotong", "penyablon", "penyortir", "pengemas", "pengepak", "penimbang", "pemasang",
    // Sales
    "wiraniaga", "promotor", "kanvasser", "telemarketer", "telemarketing", "telesales",
    "pramuniaga", "penyiar", "agen", "makelar", "konsultan",
    "merchandising", "motoris", "pengecer", "saudagar", "reseller", "kolektor", "debt", "surveior",
    // Transport, the sea and the land
    "kenek", "kondektur", "mualim", "kelasi", "oiler", "abk", "nakhoda", "kru", "crew", "ranger", "penjinak", "pilot",
    "pemanen", "penyadap", "pemupuk", "krani", "kerani", "asisten", "pengurus", "pembudidaya", "penangkap",
    "pramugari", "pengatur", "ojek", "juruparkir", "dispatcher", "shipper",
    // Care of homes and people
    "kapster", "hairstylist", "barber", "mua", "penata", "perias", "pemijat", "terapis", "nanny", "babysitter",
    "penjaga", "pesuruh", "marbot", "pendeta", "koster", "pastor", "gembala",
    // Press and arts
    "wartawati", "penyunting", "layouter", "ilustrator", "animator", "musisi", "penyanyi", "pelukis", "penari",
    "produser", "sutradara", "pewarta", "kontributor", "koresponden", "videografer",
];

/// First words of Indonesian employers.
#[rustfmt::skip]
pub(crate) const INDONESIAN_INSTITUTIONS: &[&str] = &[
    "resto", "rm", "cafe", "kopi", "kedai", "depot", "catering", "katering", "bakery", "homestay", "penginapan",
    "losmen", "villa", "resort", "wisma", "salon", "praktik", "praktek", "posyandu", "lab", "panti", "lapas", "rutan",
    "polres", "polresta", "polrestabes", "polsek", "polda", "polri", "kodim", "koramil", "kodam", "lanal", "lanud",
    "pengadilan", "kejaksaan", "kejari", "mahkamah", "sekretariat", "kecamatan", "kelurahan", "pemerintah", "pemkab",
    "pemkot", "pemprov", "pemdes", "dishub", "disdik", "dinkes", "dinsos", "disnaker", "disdukcapil", "bappeda",
    "bpbd", "bpn", "kpu", "kpud", "bawaslu", "panwaslu", "bps", "bkkbn", "kemenag", "kemenkes", "kemendikbud",
    "kemenkeu", "kua", "upt", "uptd", "satpol", "dprd", "setda", "bumdes", "bumd", "ksp", "kspps", "bmt", "lpk", "lkp",
    "pkbm", "bimbingan", "kursus", "tpa", "tpq", "ra", "sdi", "sdk", "sdlb", "smpk", "smplb", "smak", "smalb", "slb",
    "slbn", "min", "mis", "kb", "daycare", "lbh", "notaris", "kios", "grosir", "distributor", "outlet", "gerai",
    "konter", "counter", "showroom", "dealer", "ahass", "konveksi", "garmen", "penggilingan", "peternakan",
    "perkebunan", "kebun", "tambak", "biro", "ekspedisi", "travel", "po", "radio", "harian", "koran", "majalah",
    "stasiun", "bandara", "pelabuhan", "masjid", "gereja", "paroki", "pondok", "ponpes", "stkip", "ikip", "iain",
    "uin", "stain", "stai", "stikom", "akper", "akbid", "akpar", "poltekkes", "poltek", "universitas", "rsj", "rsab",
    "rsjd", "rskia", "rsgm", "rspad", "rsal", "rsau", "rumkit", "pusat", "asrama", "lpp", "lpd", "bkd", "bkn", "bnn",
    "basarnas", "damkar", "perumdam", "pdam", "pln", "pmi", "baznas", "dompet", "apartemen", "mall", "mal", "plaza",
    "supermarket", "waroeng", "rumah", "omah", "griya", "butik", "optik", "studio", "sanggar", "galeri", "museum",
    "perpustakaan", "percetakan", "penerbit", "kedutaan", "konsulat", "kantor",
];

/// Endings of Chinese titles.
#[rustfmt::skip]
pub(crate) const CHINESE_TITLES: &[&str] = &[
    // 法律
    "法官", "检察官", "公证人", "仲裁", "执业律师", "授薪", "法官助理", "律助", "专利代理",
    // 教育
    "教务", "助教", "代课", "支教", "主班", "配班", "副班", "主教", "保育", "校医", "班导", "学科带头人", "生活老师", "教头", "家教",
    "陪练", "外教", "副教授", "博导", "硕导", "教习", "督学", "团支书",
    // 酒店餐饮
    "礼宾", "前厅", "房务", "管家", "副理", "襄理", "协理", "接待", "总厨", "主厨", "副厨", "大厨", "厨工", "面点", "冷菜", "炉头",
    "砧板", "水台", "红案", "白案", "配菜", "洗碗", "吧台", "司仪", "领位", "点菜", "服务生", "客房", "迎宾", "值班", "夜审", "厨杂",
    // 建筑与工厂
    "总代", "技术负责人", "施工队长", "包工头", "塔吊司机", "水电工", "杂工", "小工", "帮工",
    "散工", "临时工", "学徒工", "师傅", "机长", "工段长", "值长", "机修", "电仪", "巡线", "拉长", "线长",
    // 医护
    "助产士", "主管护师", "责任护士", "护长", "陪护", "住院总", "规培生", "村医", "中医", "兽医", "牙医",
    // 公职与军警
    "民警", "法警", "狱警", "交警", "刑警", "特警", "警长", "警官", "政委", "文职", "选调生", "公务员", "村官", "干部", "副职", "正职",
    "主办", "经办", "专干", "专责", "主任科员", "调研员", "巡视员", "见习生", "通讯兵", "卫生兵", "指导员", "副镇长", "副书记",
    // 销售与服务
    "业代", "业务", "店助", "店副", "副店", "促销", "团购", "地推", "掌柜", "老板", "老板娘", "合伙", "股东", "业主",
    "档主", "摊主", "站点负责人", "店长助理", "美甲", "保险代理", "客户代表", "加盟商", "经销商", "代理商",
    // 媒体与艺术
    "记者", "编导", "导演", "演员", "歌手", "模特", "主笔", "责编", "编剧", "作家", "画师", "后期", "场务",
    "配音", "摄像", "制片", "制作人", "艺人", "裁判", "运动员", "队员", "领队", "向导", "导游", "领航", "大副", "二副", "三副",
    "轮机长", "水手", "船长", "机工", "乘务", "空乘", "安检", "签派", "机务", "地勤", "值机", "押运", "跟车", "网管", "站务", "列车员",
];

/// Endings of Chinese employers.
#[rustfmt::skip]
pub(crate) const CHINESE_INSTITUTIONS: &[&str] = &[
    // 法律与公职
    "律所", "律师楼", "法院", "检察院", "公证处", "仲裁委", "司法所", "派出所", "看守所", "监狱", "局", "署", "发改委", "卫健委", "纪委",
    "住建委", "教委", "经信委", "国资委", "团委", "党委", "妇联", "总工会", "工会", "残联", "居委会", "村委会", "管委会", "人大常委会",
    "街道", "社区", "办公厅", "教育厅", "财政厅", "公安厅", "人社厅", "卫生厅", "交警支队", "支队", "大队", "中队", "消防站", "武警部队",
    "法律援助中心", "福利院", "救助站", "敬老院", "殡仪馆", "边检站", "海关", "使馆", "大使馆", "领事馆",
    // 教育
    "附小", "附中", "附属小学", "附属中学", "实验学校", "书院", "托育园", "托育中心", "托儿所", "托班", "早教中心", "党校",
    "少年宫", "青少年宫", "少年儿童活动中心", "培训机构", "辅导班", "画室", "琴行", "舞校", "武校", "驾校", "学堂", "学园", "教学点",
    "研学基地", "实训基地", "自习室", "语言中心", "外国语", "双语学校", "完小", "完中", "三中", "四中", "五中", "六中", "七中", "八中", "九中",
    // 酒店餐饮
    "大酒店", "度假村", "度假酒店", "民宿", "客栈", "山庄", "会所", "茶楼", "茶馆", "茶社", "咖啡馆", "咖啡厅", "咖啡店", "火锅店", "面馆",
    "食府", "餐吧", "酒吧", "烘焙坊", "烘焙店", "饼屋", "蛋糕店", "奶茶店", "食堂", "大排档", "烧烤店", "小吃店", "海鲜城", "美食城", "公寓",
    "招待所", "浴场", "影城", "影院", "剧院", "大剧院", "游乐园", "动物园", "植物园", "度假区", "景区",
    // 建筑与工厂
    "工程局", "工程处", "工程队", "施工队", "项目部", "勘察院", "规划院", "测绘院",
    "电厂", "水厂", "药厂", "钢厂", "作坊", "矿", "煤矿", "林场", "农场", "牧场", "渔场", "养殖场", "果园", "茶园", "苗圃",
    "电站", "水电站", "变电站", "加油站", "加气站", "修理厂", "修配厂", "造船厂", "船厂", "码头", "车站", "客运站",
    // 医护
    "卫生站", "卫生服务站", "防疫站", "疾控", "急救中心", "血站", "康复中心", "护理中心", "月子中心", "产后中心",
    "中医馆", "国医堂", "医馆", "美容院", "宠物医院", "动物医院", "兽医站", "血液中心", "妇幼保健所", "医务室", "康养中心", "颐养院",
    // 商店与服务
    "商店", "书店", "便利店", "生活超市", "超市店", "百货店", "专营店", "体验店", "直营店", "折扣店", "服装店", "鞋店", "花店", "水果店", "五金店",
    "车行", "洗车行", "4S店", "商贸城", "批发城", "批发市场", "菜市场", "农贸市场", "家具城", "建材城", "商城", "商厦", "购物中心",
    "广场", "理发店", "美发店", "影楼", "照相馆", "印刷厂", "打印店", "图文店", "洗衣店", "网吧", "健身中心", "武馆",
    "游泳馆", "体育馆", "瑜伽馆", "文化馆", "档案馆", "展览馆", "纪念馆", "科技馆", "会展中心", "创业园", "孵化器", "产业园",
    // 媒体、金融与交通
    "日报社", "晚报", "日报", "周刊", "融媒体中心", "广播电视台", "剧团", "歌舞团", "乐团", "艺术团", "农商行", "农信社",
    "储蓄所", "营业厅", "邮局", "快递点", "驿站", "货运站", "船队", "车队", "拍卖行",
    "评估所", "税务所", "代表处", "联络处", "分所", "事业发展中心", "协作中心", "研发院", "实验室", "重点实验室",
];

/// Words that may end an English employer's name, and are also fields of work.
#[rustfmt::skip]
pub(crate) const ENGLISH_TRADES: &[&str] = &[
    "design", "marketing", "security", "water", "finance", "technology", "engineering", "equipment", "products",
    "talent", "personnel", "online", "web", "mobile", "distribution", "storage", "administration", "office",
    "offices", "protection", "sourcing", "warehousing", "housing", "infrastructure", "exports", "imports", "equity",
    "wealth", "payments", "exchange", "savings", "network", "hub", "initiative", "print", "printing", "events",
    "publications", "commerce", "computing", "gaming", "apps", "platforms", "electrical", "plumbing", "imaging",
    "diagnostics", "rehabilitation", "rehab", "wellness", "hospitality", "catering", "kitchen", "coffee", "beauty",
    "fitness", "cleaning", "facilities", "parking", "lighting", "nutrition", "produce", "rice", "waste", "treasury",
    "directorate", "cabinet", "post", "times", "daily", "air", "silk", "glass", "rubber", "leather", "film", "films",
    "tv", "radio", "journal", "records", "advertising", "photography", "animation", "mediation", "conveyancing",
    "county", "goods", "supplies", "tooling", "workforce", "mission", "tuition", "seminars", "wireless", "sports",
    "concrete", "cement", "timber", "electric", "solar", "aviation", "haulage", "forwarding",
];

/// Trades that often end short Chinese employer names.
#[rustfmt::skip]
pub(crate) const CHINESE_TRADES: &[&str] = &[
    "装饰", "装潢", "装修", "路桥", "市政", "园林", "家政", "物业", "早教", "幼教", "口腔", "牙科", "国旅", "中旅", "租赁", "担保", "小贷", "典当", "出版",
    "杂志", "公交", "邮政", "体检", "造型",
];
