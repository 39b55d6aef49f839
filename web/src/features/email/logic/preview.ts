// Splits an email's plain text into paragraphs and links, as mail clients show it.

/** Paragraphs are separated by blank lines. */
export function splitParagraphs(body: string): string[] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

export interface TextPart {
  text: string;
  isLink: boolean;
}

// Excludes trailing Latin and Chinese punctuation.
const LINK = /https?:\/\/[^\s<>"'，。；！？、（）《》]+[^\s<>"'.,;:!?)，。；！？、（）《》]/g;

/** Splits a paragraph into text and web links. */
export function splitLinks(paragraph: string): TextPart[] {
  const pieces: TextPart[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(LINK)) {
    if (match.index > end) pieces.push({ text: paragraph.slice(end, match.index), isLink: false });
    pieces.push({ text: match[0], isLink: true });
    end = match.index + match[0].length;
  }
  if (end < paragraph.length) pieces.push({ text: paragraph.slice(end), isLink: false });
  return pieces;
}
