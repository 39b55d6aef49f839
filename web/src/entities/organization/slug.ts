// Slugs of organizations: lower-case letters, digits, hyphens.

/** Converts input to a slug; while typing, a trailing hyphen is kept. */
export function slugOf(text: string, typing = false): string {
  const slug = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\s_.]+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .slice(0, 63);
  return typing ? slug.replace(/^-/, "") : slug.replace(/^-|-$/g, "");
}
