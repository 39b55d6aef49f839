// The short name of an organization: lower-case letters, digits, hyphens.

/** Turns what is typed into a slug; while it is being typed a trailing hyphen stays. */
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
