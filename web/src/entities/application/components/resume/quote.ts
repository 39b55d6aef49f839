// Finds a quotation in text that is drawn in pieces (the spans of a PDF page, the text nodes of a document).
// What the eye does not tell apart is the same here: ligatures, full-width forms, kinds of spaces, quotes and dashes.

/** Part of one piece: `start` inclusive, `end` exclusive, in UTF-16 units of the piece. */
export interface Range {
  piece: number;
  start: number;
  end: number;
}

const CLUSTER = /[\s\S]\p{M}*/gu;
/** Spaces, bullets, and the private signs that symbol fonts draw bullets with. */
const INVISIBLE = /^[\s\p{Cf}\p{Cc}\p{Co}•●▪■◦‣·]*$/u;
const LEADING = /^[\s\p{Co}•●▪■◦‣·]+/u;
/** Fragments shorter than this are found by chance. */
const MIN_FRAGMENT = 8;
/** A quotation is shown in parts when at least this share of it is found. */
const MIN_SHARE = 0.5;

/** Pieces as one comparable text, and for each of its units where it came from. */
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

/** The quotation without the bullet it began with, for reading. */
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

/** Where the quotation stands, in reading order; empty when it is not there. */
export function locate(text: Folded, quote: string): Range[] {
  const wanted = fold([quote]).text;
  if (wanted.length === 0) return [];
  const at = text.text.indexOf(wanted);
  if (at !== -1) return rangesOf(text, at, at + wanted.length);
  return locateParts(text, quote, wanted.length);
}

/** A quotation that runs over columns or cells is drawn in another order: its sentences are looked for one by one. */
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
