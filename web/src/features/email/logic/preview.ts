// A letter's plain text as a mail program shows it: paragraphs, and addresses that can be followed.

/** Paragraphs are parted by blank lines. */
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

// Stops before what a sentence puts behind an address, in Latin and Chinese punctuation.
const LINK = /https?:\/\/[^\s<>"'，。；！？、（）《》]+[^\s<>"'.,;:!?)，。；！？、（）《》]/g;

/** Text and web addresses in turn; nothing else of a letter is followed. */
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
