// The rules of an account's fields.

export const MIN_PASSWORD = 8;

/** Whether the text has the form of an address: something, an at sign, a domain with a dot, no spaces inside. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** Whether a new password is long enough, counted in characters. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD;
}
