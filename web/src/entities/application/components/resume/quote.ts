// Finds a quotation in text split into pieces (the spans of a PDF page, the text nodes of a document). Visually equal
// characters match: ligatures, full-width forms, kinds of spaces, quotes and dashes.

/** Part of one piece: `start` inclusive, `end` exclusive, in UTF-16 units of the piece. */
export interface Range {
  piece: number;
  start: number;
  end: number;
}

const CLUSTER = /[\s\S]\p{M}*/gu;
/** Spaces, bullets, and private-use characters for bullets. */
const INVISIBLE = /^[\s\p{Cf}\p{Cc}\p{Co}•●▪■◦‣·]*$/u;
const LEADING = /^[\s\p{Co}•●▪■◦‣·]+/u;
/** Shorter fragments match by chance. */
const MIN_FRAGMENT = 8;
/** The share of a quotation that must be found to show it in parts. */
const MIN_SHARE = 0.5;

/** Pieces as one comparable text, with the origin of each unit. */
export interface Folded {
  text: string;
  pieces: number[];
  starts: number[];
  ends: number[];
}

function foldCluster(cluster: string): string {
  const plain = cluster.normalize("NFKC").toLowerCase();
  if (INVISIBLE.test(plain)) return "";
  return plain
    .replace(/[\s\p{Cf}]/gu, "")
    .replace(/[‘’‛`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-");
}

/** The quotation without its leading bullet, for display. */
export function withoutBullet(quote: string): string {
  return quote.replace(LEADING, "");
}

export function fold(pieces: readonly string[]): Folded {
  const folded: Folded = { text: "", pieces: [], starts: [], ends: [] };
  const parts: string[] = [];
  pieces.forEach((piece, position) => {
    for (const match of piece.matchAll(CLUSTER)) {
      const plain = foldCluster(match[0]);
      parts.push(plain);
      for (let unit = 0; unit < plain.length; unit += 1) {
        folded.pieces.push(position);
        folded.starts.push(match.index);
        folded.ends.push(match.index + match[0].length);
      }
    }
  });
  folded.text = parts.join("");
  return folded;
}

/** The quotation's ranges in reading order; empty if not found. */
export function locate(text: Folded, quote: string): Range[] {
  const wanted = fold([quote]).text;
  if (wanted.length === 0) return [];
  const at = text.text.indexOf(wanted);
  if (at !== -1) return rangesOf(text, at, at + wanted.length);
  return locateParts(text, quote, wanted.length);
}

/** A quotation across columns or cells is drawn in another order, so its sentences are searched separately. */
function locateParts(text: Folded, quote: string, length: number): Range[] {
  const ranges: Range[] = [];
  let found = 0;
  let from = 0;
  for (const fragment of quote.split(/[\n\t|。；;！!？?]+/u)) {
    const wanted = fold([fragment]).text;
    if (wanted.length < MIN_FRAGMENT) continue;
    let at = text.text.indexOf(wanted, from);
    if (at === -1) at = text.text.indexOf(wanted);
    if (at === -1) continue;
    found += wanted.length;
    from = at + wanted.length;
    ranges.push(...rangesOf(text, at, from));
  }
  if (found < length * MIN_SHARE) return [];
  return ranges.sort((a, b) => a.piece - b.piece || a.start - b.start);
}

function rangesOf(text: Folded, from: number, until: number): Range[] {
  const ranges: Range[] = [];
  for (let unit = from; unit < until; unit += 1) {
    const piece = text.pieces[unit];
    const start = text.starts[unit];
    const end = text.ends[unit];
    if (piece === undefined || start === undefined || end === undefined) break;
    const last = ranges.at(-1);
    if (last?.piece === piece) last.end = Math.max(last.end, end);
    else ranges.push({ piece, start, end });
  }
  return ranges;
}
