// Converts a Word file to an HTML document for a frame without scripts and requests.
import { renderAsync } from "docx-preview";
import { Unzip, UnzipInflate } from "fflate";

const POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
const FORBIDDEN = "script, iframe, object, embed, link, meta, base, form, input, button, audio, video, svg use";
const MARK_STYLE = "mark { background: rgb(255 219 120); color: inherit; border-radius: 2px; }";
const PAGE_STYLE =
  "html { background: transparent; } body { margin: 0; overflow: hidden; } .docx-wrapper { padding: 0 !important; background: none !important; gap: 12px; } .docx-wrapper > section.docx { padding: 40px 36px; margin: 0 0 12px !important; box-shadow: 0 0 0 1px rgb(0 0 0 / 8%) !important; min-height: auto !important; background: #ffffff; }";

/** A file that unpacks to more than this is only offered for download. */
const MAX_UNPACKED = 80 * 1024 * 1024;
/** Bytes of the packed file unpacked at a time while measuring. */
const SLICE = 64 * 1024;

/**
 * Whether a ZIP actually unpacks to more than `limit`, because declared sizes may be false. Measured in slices, so
 * that a bomb cannot exhaust the memory.
 */
export function unpacksToMore(packed: Uint8Array, limit: number): boolean {
  let left = limit;
  const unzip = new Unzip((entry) => {
    entry.ondata = (error, chunk) => {
      if (error) throw error;
      left -= chunk.length;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < packed.length && left >= 0; at += SLICE) {
    unzip.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
  }
  return left < 0;
}

/** The HTML document of the frame. */
export async function docxDocument(data: Blob, maxUnpacked = MAX_UNPACKED): Promise<string> {
  if (unpacksToMore(new Uint8Array(await data.arrayBuffer()), maxUnpacked)) {
    throw new Error("the file unpacks to more than is shown");
  }
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
  replaceSymbols(body);
  const css = [...rules.map(withoutFetches).map(withoutSymbols), PAGE_STYLE, MARK_STYLE]
    .join("\n")
    .replaceAll("</", "<\\/");
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${css}</style></head><body>${body.innerHTML}</body></html>`;
}

// Word writes bullets as private-use characters of Symbol and Wingdings, which other fonts lack.
const SYMBOLS: Record<string, string> = {
  "\uf0a7": "▪",
  "\uf0a8": "◻",
  "\uf06c": "●",
  "\uf06e": "■",
  "\uf071": "❑",
  "\uf075": "◆",
  "\uf076": "❖",
  "\uf0b7": "•",
  "\uf0d8": "➢",
  "\uf0e0": "→",
  "\uf0fc": "✓",
  "\uf0fe": "☑",
};

/** Replaces Word's symbols by standard characters; unknown ones become bullets. */
export function withoutSymbols(text: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, (symbol) => SYMBOLS[symbol] ?? "•");
}

function replaceSymbols(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (/[\uf020-\uf0ff]/.test(text.data)) text.data = withoutSymbols(text.data);
  }
}

/** Removes scripts, requests and links; the text of links stays. */
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

/** CSS without URLs to fetch. */
export function withoutFetches(css: string): string {
  return css.replace(/@import[^;]*;?/gi, "").replace(/url\(\s*(?!\s|["']?data:)[^)]*\)/gi, "none");
}
