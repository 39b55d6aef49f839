// Interface languages and how one is chosen.

export const LANGUAGES = ["zh-CN", "en-US", "id-ID"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Language names in their own language, for the switch. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  "zh-CN": "简体中文",
  "en-US": "English",
  "id-ID": "Bahasa Indonesia",
};

const STORAGE_KEY = "language";
const FALLBACK: Language = "zh-CN";

/** The interface language of a language tag, by primary subtag; `id` and the older `in` are Indonesian. */
export function matchLanguage(tag: string): Language | null {
  switch (tag.toLowerCase().split("-")[0]) {
    case "zh":
      return "zh-CN";
    case "en":
      return "en-US";
    case "id":
    case "in":
      return "id-ID";
    default:
      return null;
  }
}

/** The stored choice, else the browser's first supported language, else Chinese. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  const chosen = stored ? matchLanguage(stored) : null;
  if (chosen) return chosen;
  for (const tag of browser) {
    const language = matchLanguage(tag);
    if (language) return language;
  }
  return FALLBACK;
}

export function storedLanguage(): string | null {
  return localStorage.getItem(STORAGE_KEY);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}
