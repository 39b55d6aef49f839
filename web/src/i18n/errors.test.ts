// Every error code of the API has a message in every language, and says the next step where there is one.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

const read = (path: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, "../../..", path), "utf8"));
const codes: string[] = read("api/openapi.json").components.schemas.Code.enum;

/** What is gone, over or already done, and what the place of the message explains. */
const WITHOUT_STEP =
  /not_found$|not_(?:retryable|draft|queued|unknown)$|already_(?:accepted|member|queued|linked)$|^role\.|^field\./;
const EXPLAINED = [
  "application.state_invalid",
  "auth.current_password_wrong",
  "auth.invalid_credentials",
  "booking.closed",
  "email.target_differs",
  "invitation.declined",
  "job.submission_email_taken",
  "member.inactive",
  "offer.exists",
  "offer.expired",
  "offer.letter_differs",
  "organization.limit_reached",
  "organization.plan_unknown",
  "organization.slug_immutable",
  "person.email_taken",
  "prompt.variable_unknown",
  "request.too_large",
  "request.unsupported_media_type",
  "task.over",
];
/** A second sentence, or an instruction. */
const STEP = /[.:?] [A-Z]|^(?:Choose|Enter|Put|Select|Use|Verify)|attention|must|has to|needs|Only |You can/;

describe("error messages", () => {
  it("cover the API's codes", () => {
    expect(codes).toContain("auth.invalid_credentials");
  });

  it.each(LANGUAGES)("exist for each code in %s", (language) => {
    const file = resolve(import.meta.dirname, `locales/${language}/errors.json`);
    const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
    expect(codes.filter((code) => !messages[code])).toEqual([]);
  });

  it("say the next step", () => {
    const file = resolve(import.meta.dirname, "locales/en-US/errors.json");
    const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
    const silent = codes.filter((code) => !STEP.test(messages[code] ?? "") && !WITHOUT_STEP.test(code));
    expect(silent.filter((code) => !EXPLAINED.includes(code))).toEqual([]);
  });
});
