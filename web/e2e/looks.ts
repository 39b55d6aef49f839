// The languages, themes and widths in which the crawler looks at a page.
import { LANGUAGES, type Language } from "../src/i18n/languages";

export const THEMES = ["light", "dark"] as const;
/** A desktop, a phone, and a tablet, which shows the parts of the other two. */
export const WIDTHS = [1440, 390, 768] as const;

export interface Look {
  language: Language;
  theme: (typeof THEMES)[number];
  width: (typeof WIDTHS)[number];
}

/** Every combination. */
export const ALL_LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ language, theme, width }))),
);

/**
 * The looks at the page with this number that show it in every language, theme and width, the desktop and the phone in
 * different themes. Pages in a row combine them differently.
 */
export function looksAt(page: number): Look[] {
  return ALL_LOOKS.filter(({ language, theme, width }) => {
    const isLanguage = LANGUAGES[(page + WIDTHS.indexOf(width)) % LANGUAGES.length] === language;
    const isTheme = THEMES[(Math.floor(page / LANGUAGES.length) + (width === 390 ? 1 : 0)) % THEMES.length] === theme;
    return isLanguage && isTheme;
  });
}
