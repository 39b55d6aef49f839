// Somebody's mail as a document of its own, for a frame in which nothing runs and nothing is fetched.

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Links open nowhere from the frame: the page lists them beside it. */
export function mailDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, "text/html");
  for (const element of mail.querySelectorAll("script, iframe, object, embed, link, meta, base, form"))
    element.remove();
  for (const link of mail.querySelectorAll("a[href], area[href]")) link.removeAttribute("href");
  const policy = mail.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = POLICY;
  mail.head.prepend(policy);
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
