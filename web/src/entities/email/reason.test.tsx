// Reasons of unsent emails say the next step in each language.
import { render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts, startI18n } from "@/i18n/i18n";
import en from "@/i18n/locales/en-US/email.json";
import id from "@/i18n/locales/id-ID/email.json";
import zh from "@/i18n/locales/zh-CN/email.json";
import { text } from "@/testing/texts";
import { useEmailReason } from "./reason";

/** What says the next step, or that there is none. */
const STEPS = {
  "en-US":
    /[.:,] (?:Use|Check|Try|Correct|Set|Ask|Some providers|It usually|You can|We'll|The port|There was|No action|Send)|try again/,
  "zh-CN": /请|可重新|会自动|稍后|须|无需|均已保留|可能是/,
  "id-ID":
    /[.:,] (?:Gunakan|Periksa|Coba|Perbaiki|Atur|Tetapkan|Tanyakan|Minta|Beberapa|Biasanya|Anda dapat|Email akan|Port|Saat itu|Tidak perlu|Kirim)|dicoba lagi/,
};

describe.each([
  ["en-US", en],
  ["zh-CN", zh],
  ["id-ID", id],
] as const)("%s", (language, texts: Record<string, string>) => {
  // The candidate's row says the step of a letter that a model did not write.
  const isOwn = (key: string) => key.startsWith("reason.") && !/^reason\.(?:ai_|not_written|smtp_code)/.test(key);

  it("tells the next step", () => {
    const reasons = Object.entries(texts).filter(([key]) => isOwn(key));
    expect(reasons.length).toBeGreaterThan(25);
    expect(reasons.filter(([, reason]) => !STEPS[language].test(reason))).toEqual([]);
    expect(texts["write.by_hand"]).toBeTruthy();
  });
});

beforeAll(async () => {
  await startI18n();
  await loadTexts("email");
});

function Reason({ error }: { error: string }) {
  return <p>{useEmailReason()(error)}</p>;
}

it.each([
  ["internal", text("email:reason.other")],
  ["database.unavailable", text("email:reason.other")],
  ["task.time_limit: after 300 s", text("email:reason.other")],
  ["mail.rejected: spam (554)", `${text("email:reason.rejected")} ${text("email:reason.smtp_code", { code: "554" })}`],
  ["The model refused.", "The model refused."],
])("shows no code for %s", (error, expected) => {
  render(<Reason error={error} />);
  expect(screen.getByText(expected)).toBeTruthy();
});
