// Values of the offer form, and conversion to the API's input.
import type { Language } from "@/i18n/languages";
import { instantAt, wallTimeOf } from "@/i18n/wallClock";
import type { EmailLanguage, Offer, OfferInput, SalaryPart } from "@/lib/api/types";

/** The server's keys of the letter languages. */
export const LETTER_LANGUAGE: Record<Language, EmailLanguage> = { "zh-CN": "zh", "en-US": "en", "id-ID": "id" };

export interface OfferForm {
  position: string;
  salary: string;
  /** Parts of the salary, one per line: name, colon, amount. */
  salaryParts: string;
  /** YYYY-MM-DD, or empty. */
  startDate: string;
  place: string;
  terms: string;
  letter: string;
  /** The language of the template the letter was filled from, if any. */
  language: EmailLanguage | null;
  /** YYYY-MM-DD in the organization's time zone, or empty; the offer can be answered until the end of that day. */
  deadline: string;
  /** Internal; never shown to the candidate. */
  notes: string;
}

export function linesOf(parts: Offer["salary_parts"]): string {
  return (parts ?? []).map(({ name, amount }) => `${name}: ${amount}`).join("\n");
}

/** Lines as salary parts; a line without a colon has no amount, which the server refuses. */
export function partsOf(lines: string): SalaryPart[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...amount] = line.split(/[:：]/);
      return { name: name.trim(), amount: amount.join(":").trim() };
    });
}

const END_OF_DAY = { hour: 23, minute: 59 };
const LAST_SECOND_MS = 59_000;

function dayOf(iso: string, zone: string): string {
  const { year, month, day } = wallTimeOf(new Date(iso), zone);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function endOf(deadline: string, zone: string): string {
  const [year = 0, month = 1, day = 1] = deadline.split("-").map(Number);
  const minute = instantAt({ year, month, day, ...END_OF_DAY }, zone);
  return new Date(minute.getTime() + LAST_SECOND_MS).toISOString();
}

export function formOf(offer: Offer, zone: string): OfferForm {
  return {
    position: offer.position,
    salary: offer.salary,
    salaryParts: linesOf(offer.salary_parts),
    startDate: offer.start_date ?? "",
    place: offer.place,
    terms: offer.terms,
    letter: offer.letter,
    language: offer.language ?? null,
    deadline: offer.expires_at ? dayOf(offer.expires_at, zone) : "",
    notes: offer.notes ?? "",
  };
}

/** Changed fields as API input. */
export function inputOf(changed: Partial<OfferForm>, zone: string): OfferInput {
  const { position, salary, salaryParts, place, terms, letter, language, startDate, deadline, notes } = changed;
  const input: OfferInput = {};
  if (position !== undefined) input.position = position;
  if (salary !== undefined) input.salary = salary;
  if (salaryParts !== undefined) input.salary_parts = partsOf(salaryParts);
  if (notes !== undefined) input.notes = notes;
  if (place !== undefined) input.place = place;
  if (terms !== undefined) input.terms = terms;
  if (letter !== undefined) input.letter = letter;
  if (language) input.language = language;
  if (startDate !== undefined) input.start_date = startDate || null;
  if (deadline !== undefined) input.expires_at = deadline ? endOf(deadline, zone) : null;
  return input;
}
