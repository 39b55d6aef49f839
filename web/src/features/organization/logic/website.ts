// Website addresses as typed, with or without https://.

/** Adds https:// if there is no scheme; empty stays empty. */
export function normalizeWebsite(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** Whether it is a web URL, or empty. */
export function isWebsite(text: string | undefined): boolean {
  const website = normalizeWebsite(text ?? "");
  if (website === "") return true;
  try {
    const { protocol, hostname } = new URL(website);
    return ["http:", "https:"].includes(protocol) && hostname.includes(".");
  } catch {
    return false;
  }
}
