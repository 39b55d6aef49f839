// Locales of antd and dayjs, loaded on demand.
import type { Locale } from "antd/es/locale";
import dayjs from "dayjs";
import { createAppStore } from "@/lib/store";
import type { Language } from "./languages";

const load: Record<Language, () => Promise<Locale>> = {
  "zh-CN": async () => {
    const [antd] = await Promise.all([import("antd/es/locale/zh_CN"), import("dayjs/locale/zh-cn")]);
    dayjs.locale("zh-cn");
    return antd.default;
  },
  "en-US": async () => {
    const antd = await import("antd/es/locale/en_US");
    dayjs.locale("en");
    return antd.default;
  },
  "id-ID": async () => {
    const [antd] = await Promise.all([import("antd/es/locale/id_ID"), import("dayjs/locale/id")]);
    dayjs.locale("id");
    return antd.default;
  },
};

const first = createAppStore<{ language: Language; locale: Locale } | undefined>(() => undefined);

/** antd's locale; also switches dayjs. */
export async function loadLocale(language: Language): Promise<Locale> {
  const locale = await load[language]();
  if (!first.get()) first.set({ language, locale });
  return locale;
}

/** The locale the page began with, if it is that language's. */
export function firstLocale(language: Language): Locale | undefined {
  const loaded = first.get();
  return loaded?.language === language ? loaded.locale : undefined;
}
