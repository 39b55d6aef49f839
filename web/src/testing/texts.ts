// Interface texts by key, so that tests do not depend on wording.
import i18next, { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { VALUE_SPACING, valueSpacing } from "@/i18n/valueSpacing";

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>("../i18n/locales/*/*.json", { eager: true, import: "default" });
const resources: Record<string, Record<string, Texts>> = {};
for (const [path, texts] of Object.entries(files)) {
  const [language = "", file = ""] = path.split("/").slice(-2);
  resources[language] = { ...resources[language], [file.replace(".json", "")]: texts };
}

const options = { lng: "en-US", resources, keySeparator: false, ...VALUE_SPACING } as const;
const i18n = createInstance();
await i18n.use(valueSpacing).init(options);

/** Loads all texts for components that are rendered without the app, in English. */
export async function loadTexts(): Promise<void> {
  await setTextLanguage(options.lng);
  await i18next
    .use(initReactI18next)
    .use(valueSpacing)
    .init({ ...options, defaultNS: "common" });
}

/** Sets the language of `text`. */
export async function setTextLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
}

/** A text by key, such as `jobs:save`. */
export function text(key: string, values: Record<string, unknown> = {}): string {
  const translate = i18n.t as unknown as (key: string, values: object) => string;
  const found = translate(key, values);
  if (key.endsWith(`:${found}`)) throw new Error(`No text ${key}`);
  return found;
}
