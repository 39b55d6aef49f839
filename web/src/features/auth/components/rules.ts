// What sign-in and registration ask of their fields.
import type { TFunction } from "i18next";

type AuthTexts = TFunction<"auth">;

export const MIN_PASSWORD = 8;

/** A message when the address has no form of an address, else undefined. */
export function emailMessage(t: AuthTexts, email: string): string | undefined {
  if (email.trim() === "") return t("required");
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : t("email_invalid");
}

/** A message when a new password is too short, counted in characters, else undefined. */
export function newPasswordMessage(t: AuthTexts, password: string): string | undefined {
  if (password === "") return t("required");
  return [...password].length < MIN_PASSWORD ? t("register.password_short") : undefined;
}

/** A message when nothing was written, else undefined. */
export function requiredMessage(t: AuthTexts, text: string): string | undefined {
  return text.trim() === "" ? t("required") : undefined;
}
