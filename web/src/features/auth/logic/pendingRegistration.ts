// The address that a registration in this tab waits to have confirmed. It survives a reload; the password does not.
const STORAGE_KEY = "bole.registering";

export function pendingRegistration(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

export function storePendingRegistration(email: string): void {
  sessionStorage.setItem(STORAGE_KEY, email);
}

export function clearPendingRegistration(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
