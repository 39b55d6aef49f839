// i18next with one file per language and namespace, loaded on demand.
import i18next, { type BackendModule, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { chooseLanguage, LANGUAGES, type Language, storedLanguage, storeLanguage } from "./languages";
import type { Namespace } from "./resources";

const files = import.meta.glob<{ default: Record<string, string> }>("./locales/*/*.json");

const lazyFiles: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`no texts for ${language}/${namespace}`), null);
      return;
    }
    load().then(
      (module) => done(null, module.default),
      (error: Error) => done(error, null),
    );
  },
};

/** The language the page begins with. */
export function startLanguage(): Language {
  return chooseLanguage(storedLanguage(), navigator.languages);
}

/** Loads the texts needed by every page before the first render. */
export function startI18n(): Promise<unknown> {
  document.documentElement.lang = startLanguage();
  return i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      load: "currentOnly",
      ns: ["common", "shell", "errors"],
      defaultNS: "common",
      keySeparator: false,
      nsSeparator: ":",
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** Loads a screen's texts together with its code. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  if (!i18next.isInitialized) {
    // The router requests the first screen before i18next is initialized, which would drop the request.
    const language = startLanguage();
    for (const namespace of namespaces) void files[`./locales/${language}/${namespace}.json`]?.();
    await new Promise((resolve) => i18next.on("initialized", resolve));
  }
  await i18next.loadNamespaces(namespaces);
}

/** Texts of offer letters, in any language. */
export async function letterTexts(language: Language): Promise<TFunction<"letter">> {
  const namespace = "letter";
  const load = files[`./locales/${language}/${namespace}.json`];
  if (!i18next.hasResourceBundle(language, namespace) && load) {
    i18next.addResourceBundle(language, namespace, (await load()).default);
  }
  return i18next.getFixedT(language, namespace) as TFunction<"letter">;
}

/** Texts of failure reasons, for messages of screens that do not load them. */
export async function reasonTexts(): Promise<TFunction<"evaluate">> {
  const namespace = "evaluate";
  await loadTexts(namespace);
  return i18next.getFixedT(i18next.language, namespace) as TFunction<"evaluate">;
}

/** Switches the language everywhere and stores the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
