// Whether a letter is in its candidate's language.
import type { EmailLanguage } from "@/lib/api/types";
import type { Letter } from "./letters";

/** The share of Chinese characters from which a text is Chinese; a name in another text is less. */
const CHINESE_SHARE = 0.2;

function isChinese(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/\p{Script=Han}/gu) > CHINESE_SHARE * count(/\p{L}/gu);
}

/** Whether it is in the language, as far as its characters and its draft tell. */
export function isInLanguage(
  letter: Pick<Letter, "body" | "language">,
  /** Of letters written by hand. */
  chosen: EmailLanguage,
  language: EmailLanguage,
): boolean {
  const stated = letter.language ?? chosen;
  if (language === "zh" || isChinese(letter.body)) return language === "zh" && isChinese(letter.body);
  // The script does not tell English from Indonesian.
  return stated === language || stated === "zh";
}
