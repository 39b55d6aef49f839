import { expect, it } from "vitest";
import type { EmailLanguage } from "@/lib/api/types";
import { isInLanguage } from "./letterLanguage";

const CHINESE = "李娜您好，\n\n感谢您申请后端工程师职位，请在这里选择时间：https://cal.example/backend-engineer";
const ENGLISH = "Dear 李娜,\n\nthank you for applying. Please choose a time: https://cal.example/backend-engineer";

it.each<[string, string, EmailLanguage | null, EmailLanguage, EmailLanguage, boolean]>([
  ["drafted in the candidate's", CHINESE, "zh", "en", "zh", true],
  ["drafted in another", ENGLISH, "en", "en", "zh", false],
  ["drafted in Indonesian for English", "Halo Li Na, terima kasih.", "id", "en", "en", false],
  ["written by hand in Chinese, whatever is chosen", CHINESE, null, "en", "en", false],
  ["written by hand in the candidate's, whatever is chosen", CHINESE, null, "en", "zh", true],
  ["a Chinese name in an English letter", ENGLISH, null, "en", "en", true],
  ["a draft that was rewritten in English", ENGLISH, "zh", "zh", "zh", false],
  ["of letters that no language is known of", ENGLISH, "zh", "zh", "id", true],
])("%s", (_, body, language, chosen, theirs, expected) => {
  expect(isInLanguage({ body, language }, chosen, theirs)).toBe(expected);
});
