// Validation rules of the account fields.

export const MIN_PASSWORD = 8;

/** Whether the text looks like an email address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** Whether a new password is long enough, in characters. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD;
}
