// Time zones as people name them: by city or country in the interface language, and the distance from UTC.
import { useTranslation } from "react-i18next";
import type { Language } from "./languages";

/** How Intl writes "the time of a place"; anything else is an abbreviation such as "ET". */
const TIME_OF: Record<Language, RegExp> = { "zh-CN": /^(.+)时间$/u, "en-US": /^(.+) Time$/u, "id-ID": /^Waktu (.+)$/u };

/** Cities whose zone still has their former name in browsers. */
const RENAMED: Readonly<Record<string, string>> = {
  Calcutta: "Kolkata",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh City",
};

/** Cities that Intl does not name in Chinese, because their country has one zone. */
const CHINESE_CITIES: Readonly<Record<string, string>> = {
  "Africa/Cairo": "开罗",
  "Asia/Bangkok": "曼谷",
  "Asia/Calcutta": "加尔各答",
  "Asia/Dubai": "迪拜",
  "Asia/Kolkata": "加尔各答",
  "Asia/Kuala_Lumpur": "吉隆坡",
  "Asia/Manila": "马尼拉",
  "Asia/Seoul": "首尔",
  "Asia/Shanghai": "上海",
  "Asia/Tokyo": "东京",
  "Europe/Amsterdam": "阿姆斯特丹",
  "Europe/Berlin": "柏林",
  "Europe/London": "伦敦",
  "Europe/Madrid": "马德里",
  "Europe/Paris": "巴黎",
  "Europe/Rome": "罗马",
  "Europe/Zurich": "苏黎世",
};

const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
const letters = (text: string) => withoutAccents(text).replace(/[^\p{L}]/gu, "");

function partOf(language: string, timeZone: string, timeZoneName: "shortGeneric" | "shortOffset", at: Date): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** "UTC+8", "UTC-3:30". */
function offsetOf(timeZone: string, at: Date): string {
  const [, offset] = partOf("en-US", timeZone, "shortOffset", at).split("GMT");
  return `UTC${offset || "+0"}`;
}

/** The zone's place: 中国上海, 纽约; "Shanghai, China", "New York"; "Shanghai, Tiongkok", "Singapura". */
function placeOf(language: Language, timeZone: string, at: Date): string {
  const [region = "", ...within] = timeZone.replaceAll("_", " ").split("/");
  const place = TIME_OF[language].exec(partOf(language, timeZone, "shortGeneric", at))?.[1];
  if (language === "zh-CN" && place) return place + (CHINESE_CITIES[timeZone] ?? "");
  const [city = region, ...around] = within.toReversed();
  const named = RENAMED[city] ?? city;
  if (!place) return [named, ...around].join(", ");
  return letters(place).includes(letters(named)) || isTranslation(timeZone, place, at) ? place : `${named}, ${place}`;
}

/** Whether the place is the city in another language: in English the zone is named after its city. */
function isTranslation(timeZone: string, place: string, at: Date): boolean {
  const english = TIME_OF["en-US"].exec(partOf("en-US", timeZone, "shortGeneric", at))?.[1];
  const city = timeZone.split("/").at(-1) ?? "";
  return english !== undefined && place !== english && letters(english) === letters(city);
}

/** A zone that the browser does not know is named as it is written. */
export function timeZoneName(language: Language, timeZone: string, at = new Date()): string {
  if (timeZone === "UTC") return timeZone;
  try {
    return `${placeOf(language, timeZone, at)} · ${offsetOf(timeZone, at)}`;
  } catch {
    return timeZone;
  }
}

/** The zone's name in the interface language, with the distance from UTC at the moment. */
export function useTimeZoneName(timeZone: string, at?: Date): string {
  const { i18n } = useTranslation();
  return timeZoneName(i18n.language as Language, timeZone, at);
}

export type TimeZoneChoice = {
  /** The IANA name. */
  value: string;
  label: string;
};

let known: { language: Language; choices: readonly TimeZoneChoice[] } | undefined;

/** All zones of the browser, its own first, then from west to east. Slow the first time. */
export function timeZoneChoices(language: Language): readonly TimeZoneChoice[] {
  if (known?.language === language) return known.choices;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = new Date();
  const compare = new Intl.Collator(language).compare;
  const minutes = (label: string) => {
    const [, sign, hours, rest] = /UTC([+-])(\d+)(?::(\d+))?$/.exec(label) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(rest ?? 0));
  };
  const choices = [...new Set([own, ...Intl.supportedValuesOf("timeZone")])]
    .map((value) => ({ value, label: timeZoneName(language, value, at) }))
    .toSorted(
      (a, b) =>
        Number(b.value === own) - Number(a.value === own) ||
        minutes(a.label) - minutes(b.label) ||
        compare(a.label, b.label),
    );
  known = { language, choices };
  return choices;
}

/** What people call a zone that is named after another city. */
const ALIASES: Readonly<Record<string, string>> = {
  "Asia/Shanghai": "北京 Beijing",
  "Asia/Jakarta": "WIB",
  "Asia/Makassar": "WITA",
  "Asia/Jayapura": "WIT",
};

/** Whether a search finds the zone, by its name in any spelling, its IANA name or what people call it. */
export function isTimeZoneFound({ value, label }: TimeZoneChoice, search: string): boolean {
  const plain = (text: string) => withoutAccents(text).toLowerCase().replaceAll("_", " ").replaceAll("−", "-");
  const sought = plain(search).trim();
  return [label, value, ALIASES[value] ?? ""].some((name) => plain(name).includes(sought));
}
