// What a file is, by its first bytes: names lie.

export type FileKind = "pdf" | "docx" | "doc" | "unknown";

/** More than this is not drawn in the page, only offered to download. */
export const MAX_SHOWN = 30 * 1024 * 1024;

export async function kindOf(data: Blob): Promise<FileKind> {
  const head = new Uint8Array(await data.slice(0, 1024).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.includes("%PDF-")) return "pdf";
  if (text.startsWith("PK\u0003\u0004")) return "docx";
  return text.startsWith("\u00d0\u00cf\u0011\u00e0") ? "doc" : "unknown";
}
