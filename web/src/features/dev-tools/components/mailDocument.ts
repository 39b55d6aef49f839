// A captured email as a document for a sandboxed frame, without scripts or remote content.

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Links do not open from the frame; the page lists them next to it. */
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
