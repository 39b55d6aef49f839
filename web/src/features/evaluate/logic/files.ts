// What was dropped, sorted: ZIPs go as they are, loose resumes are packed into one, the rest is named and left alone.

export const MAX_ZIP = 2 * 1024 ** 3;
const RESUME = /\.(pdf|docx|doc)$/i;
const ZIP = /\.zip$/i;
/** What systems put into folders by themselves; nobody chose it. */
const NOISE = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.)/i;

/** A file, and its path within the folder it was dropped with. */
export interface Dropped {
  file: File;
  path: string;
}

export interface Sorted {
  zips: File[];
  /** To be packed together. */
  loose: Dropped[];
  tooLarge: File[];
  /** Neither ZIP nor resume. */
  others: string[];
}

export function sortFiles(dropped: readonly Dropped[]): Sorted {
  const sorted: Sorted = { zips: [], loose: [], tooLarge: [], others: [] };
  for (const item of dropped) {
    if (NOISE.test(item.path)) continue;
    if (ZIP.test(item.file.name)) {
      if (item.file.size > MAX_ZIP) sorted.tooLarge.push(item.file);
      else sorted.zips.push(item.file);
    } else if (RESUME.test(item.file.name)) sorted.loose.push(item);
    else sorted.others.push(item.path);
  }
  return sorted;
}

/** Files of a drop, with those inside dropped folders. */
export async function filesOf(transfer: DataTransfer): Promise<Dropped[]> {
  // The entries must be taken before the first await: the list empties when the event is over.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry?.isDirectory)) {
    const nested = await Promise.all(entries.map((entry) => (entry ? walk(entry, "") : [])));
    return nested.flat();
  }
  return listed(transfer.files);
}

export function listed(files: Iterable<File>): Dropped[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function walk(entry: FileSystemEntry, parent: string): Promise<Dropped[]> {
  const path = `${parent}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Dropped[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const child of some) found.push(...(await walk(child, `${path}/`)));
  }
}
