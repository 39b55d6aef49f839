// The editable record of a person, as form values and as API input.
import type { PersonDetail, PersonPatch } from "@/lib/api/types";

export interface RecordText {
  name: string;
  email: string;
  phone: string;
  contact: string;
  expected_salary: string;
  current_salary: string;
  tags: string[];
}

export type RecordField = keyof RecordText;

export const RECORD_FIELDS: readonly RecordField[] = [
  "name",
  "email",
  "phone",
  "contact",
  "expected_salary",
  "current_salary",
  "tags",
];

export function recordOf(person: PersonDetail): RecordText {
  return {
    name: person.name ?? "",
    email: person.email ?? "",
    phone: person.phone ?? "",
    contact: person.contact ?? "",
    expected_salary: person.expected_salary ?? "",
    current_salary: person.current_salary ?? "",
    tags: person.tags,
  };
}

/** Salaries are hidden from some roles. */
export function canSeeSalaries(person: PersonDetail): boolean {
  return person.expected_salary != null;
}

/** Changes as API input; an emptied address or number is removed. */
export function patchOf(changes: Partial<RecordText>, version: number): PersonPatch {
  const { name, email, phone, contact, ...rest } = changes;
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    ...rest,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(email === undefined ? {} : { email: orNull(email) }),
    ...(phone === undefined ? {} : { phone: orNull(phone) }),
    ...(contact === undefined ? {} : { contact: orNull(contact) }),
    version,
  };
}

type Checked = "name" | "email" | "phone";

/** The fields with invalid values. A name can be corrected but not removed. */
export function invalidFields({ name, email, phone }: Pick<RecordText, Checked>, saved: { name: string }): Checked[] {
  const isName = name.trim() !== "" || saved.name === "";
  const isEmail = email.trim() === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim());
  const digits = phone.replace(/\D/g, "").length;
  const isPhone = phone.trim() === "" || (/^\+?[\d\s().-]+$/.test(phone.trim()) && digits >= 5 && digits <= 20);
  return [
    ...(isName ? [] : (["name"] as const)),
    ...(isEmail ? [] : (["email"] as const)),
    ...(isPhone ? [] : (["phone"] as const)),
  ];
}

export function isPersonDetail(row: unknown): row is PersonDetail {
  return typeof row === "object" && row !== null && "version" in row && "tags" in row && "applications" in row;
}
