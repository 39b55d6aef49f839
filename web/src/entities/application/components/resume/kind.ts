// File type by the first bytes, because names are unreliable.

export type FileKind = "pdf" | "docx" | "doc" | "picture" | "unknown";

/** Larger files are not rendered, only offered for download. */
export const MAX_SHOWN = 30 * 1024 * 1024;

export async function kindOf(data: Blob): Promise<FileKind> {
  const head = new Uint8Array(await data.slice(0, 1024).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.includes("%PDF-")) return "pdf";
  if (text.startsWith("PK\u0003\u0004")) return text.includes("opendocument") ? "unknown" : "docx";
  const isPicture =
    text.startsWith("\u00ff\u00d8\u00ff") || text.startsWith("\u0089PNG") || text.slice(8, 12) === "WEBP";
  if (isPicture) return "picture";
  return text.startsWith("\u00d0\u00cf\u0011\u00e0") ? "doc" : "unknown";
}
