//! More places next to companies, which are not part of their names; lower case.

#[rustfmt::skip]
pub(crate) const CITIES: &[&str] = &[
    // Indonesia
    "tulungagung", "trenggalek", "ponorogo", "pacitan", "ngawi", "magetan", "nganjuk", "jombang", "lamongan", "tuban", "bojonegoro", "probolinggo", "lumajang",
    "bondowoso", "situbondo", "bangkalan", "sampang", "pamekasan", "sumenep", "lawang", "kepanjen", "rembang", "pati", "jepara", "demak", "grobogan", "purwodadi", "blora",
    "kendal", "batang", "pemalang", "brebes", "banyumas", "cilacap", "purbalingga", "banjarnegara", "kebumen", "purworejo", "wonosobo", "temanggung", "boyolali", "sukoharjo",
    "wonogiri", "karanganyar", "sragen", "ungaran", "kartasura", "gunungkidul", "wonosari", "kulon progo", "wates", "cianjur", "sumedang", "majalengka", "indramayu", "ciamis",
    "pangandaran", "cikampek", "cibinong", "cileungsi", "lembang", "soreang", "jatinangor", "rangkasbitung", "pandeglang", "serpong", "bsd", "bintaro", "cengkareng", "kelapa gading",
    "pulogadung", "sunter", "kemang", "tebet", "cilandak", "cibubur", "singaraja", "tabanan", "bangli", "klungkung", "karangasem", "amlapura", "sanur", "kuta", "seminyak",
    "canggu", "jimbaran", "nusa dua", "legian", "lombok", "sumbawa", "bima", "labuan bajo", "ende", "maumere", "larantuka", "ruteng", "atambua", "waingapu", "palangka raya", "palangkaraya", "sampit", "pangkalan bun",
    "singkawang", "ketapang", "sintang", "tarakan", "bontang", "sangatta", "tenggarong", "penajam", "berau", "tanjung redeb", "tanjung selor", "martapura", "banjarbaru", "kotabaru", "parepare", "palopo", "gowa", "maros",
    "bulukumba", "pinrang", "sorowako", "mamuju", "poso", "luwuk", "bitung", "tomohon", "kotamobagu", "ternate", "tidore", "sofifi", "tual", "masohi", "sorong", "manokwari", "timika", "merauke", "nabire", "biak", "wamena", "fakfak",
    "binjai", "pematangsiantar", "siantar", "tebing tinggi", "tanjung balai", "kisaran", "rantau prapat", "padang sidempuan", "sibolga", "balige", "deli serdang", "lubuk pakam", "berastagi", "kabanjahe", "lhokseumawe", "langsa", "meulaboh",
    "sigli", "bireuen", "takengon", "bukittinggi", "payakumbuh", "pariaman", "dumai", "duri", "bengkalis", "tembilahan", "tanjung pinang", "tanjungpinang", "karimun", "bintan", "muaro jambi", "muara bungo", "bangko",
    "lubuklinggau", "prabumulih", "baturaja", "muara enim", "lahat", "pagar alam", "pangkal pinang", "pangkalpinang", "belitung", "bangka", "kotabumi", "pringsewu", "sumatera", "kalimantan", "sulawesi", "kalimantan barat", "kalimantan tengah",
    "kalimantan utara", "sulawesi utara", "sulawesi tengah", "sulawesi tenggara", "sulawesi barat", "ntb", "ntt", "nusa tenggara barat", "nusa tenggara timur", "maluku", "maluku utara", "papua barat", "bangka belitung", "kepri", "jabodetabek", "jateng", "jatim", "jabar",
    // China
    "大庆", "齐齐哈尔", "牡丹江", "佳木斯", "吉林", "四平", "延边", "鞍山", "抚顺", "本溪", "丹东", "锦州", "营口", "盘锦", "铁岭", "葫芦岛", "唐山", "秦皇岛", "邯郸", "邢台", "保定", "张家口", "承德", "沧州", "廊坊", "衡水", "大同", "阳泉", "长治",
    "晋城", "运城", "临汾", "包头", "赤峰", "通辽", "鄂尔多斯", "呼伦贝尔", "淄博", "枣庄", "东营", "济宁", "泰安", "威海", "日照", "临沂", "德州", "聊城", "滨州", "菏泽", "开封", "平顶山", "安阳", "新乡", "焦作", "濮阳", "许昌", "南阳", "商丘", "信阳", "周口", "驻马店",
    "黄石", "十堰", "宜昌", "襄阳", "鄂州", "荆门", "孝感", "荆州", "黄冈", "咸宁", "随州", "恩施", "株洲", "湘潭", "衡阳", "邵阳", "岳阳", "常德", "张家界", "益阳", "郴州", "永州", "怀化", "娄底", "韶关", "汕头", "江门", "湛江", "茂名", "肇庆", "梅州", "汕尾", "河源", "阳江", "清远",
    "潮州", "揭阳", "云浮", "柳州", "桂林", "梧州", "北海", "玉林", "三亚", "绵阳", "德阳", "自贡", "攀枝花", "泸州", "广元", "遂宁", "内江", "乐山", "南充", "眉山", "宜宾", "广安", "达州", "雅安", "巴中", "资阳", "遵义", "六盘水", "安顺", "毕节", "铜仁", "曲靖", "玉溪", "大理", "丽江",
    "宝鸡", "咸阳", "渭南", "延安", "汉中", "榆林", "安康", "商洛", "铜川", "天水", "酒泉", "张掖", "克拉玛依", "喀什", "伊犁", "连云港", "淮安", "盐城", "镇江", "泰州", "宿迁", "江阴", "张家港", "常熟", "太仓", "宜兴", "湖州", "衢州", "舟山", "台州", "丽水", "慈溪", "余姚", "诸暨", "芜湖", "蚌埠",
    "淮南", "马鞍山", "淮北", "铜陵", "安庆", "黄山", "滁州", "阜阳", "宿州", "六安", "亳州", "池州", "宣城", "莆田", "三明", "漳州", "南平", "龙岩", "宁德", "晋江", "景德镇", "萍乡", "九江", "新余", "鹰潭", "赣州", "吉安", "宜春", "抚州", "上饶", "台中", "高雄", "新竹", "台南", "甘肃", "青海", "海南", "吉林",
    "黑龙江", "内蒙古", "宁夏", "新疆", "西藏", "台湾", "韩国", "法国", "意大利", "西班牙", "荷兰", "泰国", "越南", "菲律宾", "印度", "俄罗斯", "迪拜", "东京", "伦敦", "纽约", "曼谷", "首尔", "吉隆坡", "悉尼", "墨尔本", "巴黎", "柏林",
    // Elsewhere
    "portugal", "lisbon", "lisboa", "porto", "braga", "coimbra", "setúbal", "évora", "almada", "faro", "galicia", "seville", "sevilla", "valencia", "bilbao", "málaga", "malaga", "zaragoza", "rome", "roma", "milano", "turin", "torino", "naples", "napoli",
    "bologna", "venice", "genoa", "austria", "vienna", "wien", "graz", "linz", "salzburg", "innsbruck", "belgium", "brussels", "bruxelles", "antwerp", "ghent", "bruges", "liège", "leuven", "luxembourg", "czech republic", "czechia", "prague", "praha", "brno", "ostrava",
    "slovakia", "bratislava", "košice", "hungary", "budapest", "debrecen", "romania", "bucharest", "cluj", "cluj-napoca", "timișoara", "iași", "bulgaria", "sofia", "plovdiv", "varna", "greece", "athens", "thessaloniki", "croatia", "zagreb", "serbia", "belgrade",
    "novi sad", "slovenia", "ljubljana", "ukraine", "kyiv", "kiev", "lviv", "kharkiv", "odesa", "odessa", "russia", "moscow", "st petersburg", "saint petersburg", "kazan", "novosibirsk", "kazakhstan", "almaty", "astana", "uzbekistan", "tashkent", "turkey", "türkiye", "istanbul",
    "ankara", "izmir", "bursa", "antalya", "israel", "tel aviv", "jerusalem", "haifa", "amman", "lebanon", "beirut", "egypt", "cairo", "alexandria", "morocco", "casablanca", "rabat", "tunisia", "tunis", "algeria", "algiers", "nigeria", "abuja", "ibadan", "kano", "enugu",
    "port harcourt", "benin city", "abeokuta", "ghana", "accra", "kumasi", "kenya", "mombasa", "kisumu", "uganda", "kampala", "tanzania", "dar es salaam", "arusha", "ethiopia", "addis ababa", "rwanda", "kigali", "zambia", "lusaka", "zimbabwe", "harare", "south africa", "durban",
    "pretoria", "kuwait", "kuwait city", "bahrain", "manama", "oman", "muscat", "riyadh", "jeddah", "dammam", "abu dhabi", "sharjah", "pakistan", "karachi", "lahore", "islamabad", "rawalpindi", "faisalabad", "bangladesh", "dhaka", "chittagong", "sri lanka", "colombo", "kandy",
    "nepal", "kathmandu", "myanmar", "yangon", "mandalay", "cambodia", "phnom penh", "siem reap", "laos", "vientiane", "brunei", "bandar seri begawan", "johor", "johor bahru", "selangor", "petaling jaya", "shah alam", "ipoh", "melaka", "malacca", "kuching", "kota kinabalu", "george town",
    "subang jaya", "cyberjaya", "putrajaya", "cebu", "davao", "makati", "quezon city", "taguig", "pasig", "iloilo", "bacolod", "baguio", "da nang", "danang", "hai phong", "haiphong", "can tho", "nha trang", "chiang mai", "phuket", "pattaya", "kolkata", "ahmedabad", "jaipur",
    "lucknow", "kanpur", "nagpur", "indore", "bhopal", "coimbatore", "kochi", "cochin", "thiruvananthapuram", "trivandrum", "madurai", "mysore", "mysuru", "mangalore", "vadodara", "noida", "gurgaon", "gurugram", "faridabad", "ghaziabad", "chandigarh", "visakhapatnam", "vijayawada",
    "kerala", "karnataka", "tamil nadu", "maharashtra", "gujarat", "telangana", "andhra pradesh", "uttar pradesh", "west bengal", "punjab", "haryana", "rajasthan", "yokohama", "nagoya", "kyoto", "kobe", "fukuoka", "sapporo", "busan", "incheon", "daegu", "daejeon",
    "gdańsk", "gdansk", "gdynia", "kraków", "krakow", "cracow", "wrocław", "wroclaw", "poznań", "poznan", "łódź", "lodz", "szczecin", "katowice", "lublin", "warszawa", "lithuania", "vilnius", "kaunas", "latvia", "riga", "estonia", "tallinn", "tartu", "iceland", "reykjavik",
    "gothenburg", "göteborg", "malmö", "uppsala", "aarhus", "odense", "aalborg", "bergen", "trondheim", "stavanger", "tromsø", "espoo", "tampere", "turku", "oulu", "cologne", "köln", "düsseldorf", "stuttgart", "leipzig", "dresden", "nuremberg", "nürnberg", "hannover",
    "bremen", "dortmund", "bonn", "mannheim", "karlsruhe", "freiburg", "konstanz", "lyon", "marseille", "toulouse", "nantes", "strasbourg", "bordeaux", "lille", "rennes", "grenoble", "montpellier", "the hague", "den haag", "utrecht", "eindhoven", "groningen",
    "tilburg", "nijmegen", "basel", "bern", "lausanne", "lugano", "lucerne", "cork", "galway", "limerick", "waterford", "ennis", "tralee", "sligo", "belfast", "derry", "northern ireland", "sheffield", "liverpool", "newcastle", "nottingham", "leicester", "coventry", "bradford",
    "hull", "oxford", "cambridge", "brighton", "southampton", "portsmouth", "plymouth", "exeter", "norwich", "ipswich", "swindon", "slough", "milton keynes", "northampton", "stoke-on-trent", "wolverhampton", "sunderland", "middlesbrough", "blackpool",
    "bolton", "stockport", "oldham", "rochdale", "wigan", "warrington", "huddersfield", "wakefield", "doncaster", "barnsley", "rotherham", "cardiff", "swansea", "newport", "wrexham", "aberdeen", "dundee", "inverness", "stirling", "perth", "adelaide", "canberra", "hobart",
    "darwin", "gold coast", "geelong", "ballarat", "bendigo", "cairns", "townsville", "wollongong", "newcastle", "queensland", "new south wales", "tasmania", "western australia", "south australia", "christchurch", "dunedin", "tauranga", "edmonton", "winnipeg",
    "quebec", "quebec city", "halifax", "saskatoon", "mississauga", "brampton", "ontario", "british columbia", "alberta", "manitoba", "argentina", "buenos aires", "córdoba", "chile", "santiago", "colombia", "bogotá", "bogota", "medellín", "medellin", "peru", "lima",
    "ecuador", "quito", "guayaquil", "venezuela", "caracas", "bolivia", "la paz", "uruguay", "montevideo", "paraguay", "são paulo", "rio de janeiro", "brasília", "curitiba", "porto alegre", "belo horizonte", "monterrey", "guadalajara", "tijuana", "cancún", "puebla", "costa rica",
    "san josé", "panama", "panama city", "guatemala", "dominican republic", "santo domingo", "jamaica", "trinidad", "cuba", "havana", "puerto rico", "san juan", "el paso", "san antonio", "fort worth", "tucson", "albuquerque", "omaha", "tulsa", "wichita", "memphis", "louisville",
    "rochester", "syracuse", "albany", "hartford", "providence", "newark", "jersey city", "virginia beach", "savannah", "birmingham", "new orleans", "baton rouge", "little rock", "oklahoma city", "st. paul", "saint paul", "des moines", "boise",
    "spokane", "tacoma", "anchorage", "honolulu", "fresno", "long beach", "santa ana", "anaheim", "irvine", "batumi", "tbilisi", "baku", "yerevan", "armenia", "azerbaijan", "mongolia", "ulaanbaatar", "fiji", "suva", "papua new guinea", "port moresby", "mauritius", "maldives", "malé",
];

/// Chinese cities in names of foreign companies' branches: "Acme (Shanghai)".
#[rustfmt::skip]
pub(crate) const CHINESE_HOUSES: &[&str] = &[
    "china", "beijing", "shanghai", "guangzhou", "shenzhen", "hangzhou", "nanjing", "suzhou", "wuhan", "chengdu", "chongqing", "tianjin", "xi'an",
    "xian", "qingdao", "dalian", "xiamen", "ningbo", "changsha", "zhengzhou", "hefei", "jinan", "fuzhou", "dongguan", "foshan", "wuxi", "kunming",
    "shenyang", "harbin", "hong kong", "zhuhai", "kunshan", "changzhou", "jiaxing", "taicang", "hk",
];
