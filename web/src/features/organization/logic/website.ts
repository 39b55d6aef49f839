// A website as people type it: with or without https:// before it.

/** With https:// where no scheme was typed; empty stays empty. */
export function normalizeWebsite(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** Whether it leads to a page of the web, or is empty. */
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
