// Packs single resumes into one ZIP in the browser, uncompressed, since they are compressed formats.
import type { DroppedFile } from "./files";

/** A ZIP of the files, under unique names. */
export async function packZip(files: readonly DroppedFile[], name: string): Promise<File> {
  const { Zip, ZipPassThrough } = await import("fflate");
  const parts: BlobPart[] = [];
  /** The file whose bytes are being added: the browser keeps it, so that they don't stay in memory. */
  let current: { file: File; bytes: Uint8Array } | undefined;
  const zip = new Zip();
  const whole = new Promise<void>((resolve, reject) => {
    zip.ondata = (error, chunk, final) => {
      if (error) reject(error);
      else parts.push(chunk === current?.bytes ? current.file : (chunk as Uint8Array<ArrayBuffer>));
      if (final) resolve();
    };
  });
  const taken = new Set<string>();
  for (const { file, path } of files) {
    const entry = new ZipPassThrough(unique(path, taken));
    entry.mtime = file.lastModified;
    zip.add(entry);
    current = { file, bytes: new Uint8Array(await file.arrayBuffer()) };
    entry.push(current.bytes, true);
  }
  zip.end();
  await whole;
  return new File(parts, name, { type: "application/zip" });
}

function unique(path: string, taken: Set<string>): string {
  const dot = path.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [path.slice(0, dot), path.slice(dot)] : [path, ""];
  let name = path;
  for (let copy = 2; taken.has(name); copy += 1) name = `${stem} (${copy})${extension}`;
  taken.add(name);
  return name;
}
