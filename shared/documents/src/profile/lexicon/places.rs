//! Places next to companies, which are not part of their names; lower case.

/// Cities, provinces, states and countries of the three languages.
#[rustfmt::skip]
pub(crate) const PLACES: &[&str] = &[
    // Indonesia
    "jakarta", "dki jakarta", "jakarta selatan", "jakarta pusat", "jakarta barat", "jakarta timur", "jakarta utara",
    "bandung", "surabaya", "semarang", "yogyakarta", "diy", "di yogyakarta", "medan", "makassar", "palembang",
    "denpasar", "bali", "bekasi", "tangerang", "tangerang selatan", "depok", "bogor", "cikarang", "karawang",
    "cirebon", "malang", "sidoarjo", "gresik", "solo", "surakarta", "batam", "pekanbaru", "padang", "balikpapan",
    "samarinda", "banjarmasin", "pontianak", "manado", "jambi", "bandar lampung", "lampung", "mataram", "kupang",
    "ambon", "jayapura", "purwakarta", "serang", "cilegon", "sukabumi", "kediri", "banten", "jawa barat",
    "jawa tengah", "jawa timur", "sumatera utara", "sumatera barat", "sumatera selatan", "riau", "kepulauan riau",
    "kalimantan timur", "kalimantan selatan", "sulawesi selatan", "sleman", "bantul", "cimahi", "tegal", "pekalongan",
    "kudus", "magelang", "purwokerto", "mojokerto", "pasuruan", "jember", "indonesia", "west java", "east java",
    "central java", "aceh", "banda aceh", "bengkulu", "palu", "kendari", "gorontalo", "papua", "tasikmalaya", "garut",
    "subang", "klaten", "salatiga", "madiun", "blitar", "banyuwangi", "cibitung", "cileungsi", "tanjung priok",
    "north jakarta", "south jakarta", "central jakarta", "west jakarta", "east jakarta", "north sumatra", "ubud",
    "badung", "gianyar",
    // English-speaking and other
    "usa", "united states", "us", "u.s.", "uk", "united kingdom", "england", "scotland", "wales", "ireland", "canada",
    "australia", "new zealand", "singapore", "malaysia", "kuala lumpur", "penang", "thailand", "bangkok", "vietnam",
    "hanoi", "ho chi minh city", "philippines", "manila", "india", "bangalore", "bengaluru", "mumbai", "delhi",
    "new delhi", "hyderabad", "chennai", "pune", "japan", "tokyo", "osaka", "korea", "south korea", "seoul",
    "germany", "berlin", "munich", "hamburg", "frankfurt", "france", "paris", "netherlands", "amsterdam", "rotterdam",
    "spain", "madrid", "barcelona", "italy", "milan", "switzerland", "zurich", "geneva", "sweden", "stockholm",
    "denmark", "copenhagen", "norway", "oslo", "finland", "helsinki", "poland", "warsaw", "dubai", "uae",
    "united arab emirates", "qatar", "doha", "saudi arabia", "london", "manchester", "birmingham", "leeds", "bristol",
    "edinburgh", "glasgow", "dublin", "toronto", "vancouver", "montreal", "ottawa", "calgary", "sydney", "melbourne",
    "brisbane", "perth", "auckland", "wellington", "new york", "new york city", "nyc", "los angeles", "san francisco",
    "san jose", "seattle", "boston", "chicago", "houston", "dallas", "austin", "denver", "atlanta", "miami",
    "philadelphia", "phoenix", "san diego", "portland", "minneapolis", "detroit", "cleveland", "columbus",
    "nashville", "charlotte", "raleigh", "washington", "washington dc", "washington, d.c.", "baltimore", "pittsburgh",
    "st. louis", "kansas city", "salt lake city", "las vegas", "sacramento", "oakland", "tampa", "orlando",
    "cincinnati", "indianapolis", "milwaukee", "remote", "johannesburg", "cape town", "lagos", "nairobi", "brazil",
    "sao paulo", "mexico", "mexico city", "texas", "california", "ohio", "florida", "illinois", "massachusetts",
    "michigan", "georgia", "oregon", "colorado", "arizona", "virginia", "pennsylvania", "new jersey",
    "north carolina", "minnesota", "wisconsin",
    // China, in English
    "china", "prc", "p.r. china", "beijing", "shanghai", "guangzhou", "shenzhen", "hangzhou", "nanjing", "suzhou",
    "wuhan", "chengdu", "chongqing", "tianjin", "xi'an", "xian", "qingdao", "dalian", "xiamen", "ningbo", "changsha",
    "zhengzhou", "hefei", "jinan", "fuzhou", "dongguan", "foshan", "wuxi", "kunming", "shenyang", "harbin",
    "hong kong", "taipei", "taiwan", "macau", "zhuhai",
    // China
    "北京", "上海", "广州", "深圳", "杭州", "南京", "苏州", "武汉", "成都", "重庆", "天津", "西安", "青岛", "大连",
    "厦门", "宁波", "长沙", "郑州", "合肥", "济南", "福州", "东莞", "佛山", "无锡", "昆明", "沈阳", "哈尔滨", "香港",
    "台北", "澳门", "珠海", "常州", "嘉兴", "温州", "金华", "绍兴", "南通", "徐州", "扬州", "惠州", "中山", "石家庄",
    "太原", "长春", "南昌", "贵阳", "南宁", "海口", "兰州", "银川", "西宁", "乌鲁木齐", "呼和浩特", "拉萨", "泉州",
    "烟台", "潍坊", "洛阳", "义乌", "昆山", "中国", "广东", "江苏", "浙江", "山东", "河南", "湖北", "湖南", "四川",
    "福建", "安徽", "河北", "陕西", "辽宁", "江西", "云南", "广西", "山西", "贵州", "新加坡", "雅加达", "印尼",
    "印度尼西亚", "美国", "日本", "英国", "德国", "澳大利亚", "加拿大", "马来西亚",
];

/// Two-letter states and provinces after a city.
#[rustfmt::skip]
pub(crate) const STATES: &[&str] = &[
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME",
    "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA",
    "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "ON", "BC", "AB", "QC", "MB", "SK",
    "NS", "NB", "NSW", "VIC", "QLD",
];
