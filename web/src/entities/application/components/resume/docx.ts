// A Word file as a document of its own, for a frame in which nothing runs and nothing is fetched.
import { renderAsync } from "docx-preview";

const POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
const FORBIDDEN = "script, iframe, object, embed, link, meta, base, form, input, button, audio, video, svg use";
const MARK_STYLE =
  "mark { background: rgb(255 205 72 / 55%); color: inherit; border-radius: 2px; box-shadow: 0 0 0 2px rgb(255 205 72 / 55%); }";
const PAGE_STYLE =
  "html { background: transparent; } body { margin: 0; overflow: hidden; } .docx-wrapper { padding: 0 !important; background: none !important; gap: 12px; } .docx-wrapper > section.docx { margin: 0 0 12px !important; box-shadow: 0 0 0 1px rgb(0 0 0 / 8%) !important; min-height: auto !important; background: #ffffff; }";

/** The HTML of a frame that shows the file. */
export async function docxDocument(data: Blob): Promise<string> {
  const body = document.createElement("div");
  const head = document.createElement("div");
  await renderAsync(data, body, head, {
    className: "docx",
    inWrapper: true,
    breakPages: true,
    ignoreLastRenderedPageBreak: true,
    renderAltChunks: false,
    renderComments: false,
    renderChanges: false,
    useBase64URL: true,
    experimental: false,
  });
  const rules = [...head.querySelectorAll("style"), ...body.querySelectorAll("style")].map((style) => {
    const text = style.textContent ?? "";
    style.remove();
    return text;
  });
  sanitise(body);
  const css = [...rules.map(withoutFetches), PAGE_STYLE, MARK_STYLE].join("\n").replaceAll("</", "<\\/");
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${css}</style></head><body>${body.innerHTML}</body></html>`;
}

/** Takes out what could run, fetch or lead away; links keep their text. */
export function sanitise(root: HTMLElement): void {
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase();
      const leads = lower === "href" || lower === "xlink:href" || lower === "action" || lower === "formaction";
      const fetches =
        ["src", "srcset", "poster", "background", "data"].includes(lower) && !value.startsWith("data:image/");
      if (lower.startsWith("on") || lower === "srcdoc" || leads || fetches) element.removeAttribute(name);
      else if (lower === "style") element.setAttribute("style", withoutFetches(value));
    }
  }
}

/** Style without addresses to fetch from. */
export function withoutFetches(css: string): string {
  return css.replace(/@import[^;]*;?/gi, "").replace(/url\(\s*(['"]?)(?!data:)[^)]*\)/gi, "none");
}
