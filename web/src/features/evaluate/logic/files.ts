// Sorts dropped files into ZIPs, single resumes and unusable files.

export const MAX_ZIP = 2 * 1024 ** 3;
/** The largest resume that is read. */
export const MAX_RESUME = 20 * 1024 ** 2;
/** The largest ZIP that is packed here. */
export const MAX_PACK = 512 * 1024 ** 2;
/** What a file dialog offers as resumes. */
export const RESUME_TYPES = ".pdf,.docx,.doc,.wps,.rtf,.odt,.html,.htm,.mht,.mhtml,.txt,.md,.eml,.jpg,.jpeg,.png,.webp";
const RESUME = /\.(pdf|docx|doc|wps|rtf|odt|html?|mht(ml)?|txt|md|eml|jpe?g|png|webp)$/i;
const ZIP = /\.zip$/i;
/** Files that operating systems add to folders. */
const SYSTEM_FILES = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.)/i;

/** A file, and its path in the dropped folder. */
export interface DroppedFile {
  file: File;
  path: string;
}

export interface SortedFiles {
  zips: File[];
  /** To be packed into one ZIP. */
  loose: DroppedFile[];
  tooLarge: File[];
  /** Neither a ZIP nor a resume. */
  others: string[];
}

export function sortFiles(dropped: readonly DroppedFile[]): SortedFiles {
  const result: SortedFiles = { zips: [], loose: [], tooLarge: [], others: [] };
  for (const item of dropped) {
    if (SYSTEM_FILES.test(item.path)) continue;
    if (ZIP.test(item.file.name)) {
      if (item.file.size > MAX_ZIP) result.tooLarge.push(item.file);
      else result.zips.push(item.file);
    } else if (RESUME.test(item.file.name)) {
      if (item.file.size > MAX_RESUME) result.tooLarge.push(item.file);
      else result.loose.push(item);
    } else result.others.push(item.path);
  }
  return result;
}

/** Resumes in groups that are packed into one ZIP each: a failed upload repeats one of them only. */
export function packsOf(loose: readonly DroppedFile[]): DroppedFile[][] {
  const packs: DroppedFile[][] = [];
  let size = 0;
  for (const item of loose) {
    const pack = packs.at(-1);
    if (pack && size + item.file.size <= MAX_PACK) {
      pack.push(item);
      size += item.file.size;
    } else {
      packs.push([item]);
      size = item.file.size;
    }
  }
  return packs;
}

/** Files of a drop, including those in dropped folders. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Take the entries before the first await: the list is emptied after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry?.isDirectory)) {
    const nested = await Promise.all(entries.map((entry) => (entry ? walk(entry, "") : [])));
    return nested.flat();
  }
  return fromFileList(transfer.files);
}

export function fromFileList(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function walk(entry: FileSystemEntry, parent: string): Promise<DroppedFile[]> {
  const path = `${parent}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: DroppedFile[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const child of some) found.push(...(await walk(child, `${path}/`)));
  }
}
