// Texts of received emails, without what they quote at the end.

export interface QuotedText {
  text: string;
  /** The quoted email, with the line that names its sender; empty without one. */
  quoted: string;
}

export function splitQuotation(body: string): QuotedText {
  const lines = body.split("\n");
  let start = lines.length;
  while (start > 0 && /^\s*(?:>|$)/.test(lines[start - 1] ?? "")) start -= 1;
  const hasQuotation = lines.slice(start).some((line) => line.trimStart().startsWith(">"));
  if (!hasQuotation || start === 0) return { text: body, quoted: "" };
  // The sender of a quotation is named right above it.
  if (/[:\uFF1A]\s*$/.test(lines[start - 1] ?? "") && start > 1) start -= 1;
  return { text: lines.slice(0, start).join("\n").trimEnd(), quoted: lines.slice(start).join("\n").trim() };
}
