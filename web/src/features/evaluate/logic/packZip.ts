// Packs single resumes into one ZIP in the browser, uncompressed, since they are compressed formats.
import type { DroppedFile } from "./files";

/** A ZIP of the files, under unique names. */
export async function packZip(files: readonly DroppedFile[], name: string): Promise<File> {
  const { Zip, ZipPassThrough } = await import("fflate");
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip();
  const whole = new Promise<void>((resolve, reject) => {
    zip.ondata = (error, chunk, final) => {
      if (error) reject(error);
      else parts.push(chunk as Uint8Array<ArrayBuffer>);
      if (final) resolve();
    };
  });
  const taken = new Set<string>();
  for (const { file, path } of files) {
    const entry = new ZipPassThrough(unique(path, taken));
    entry.mtime = file.lastModified;
    zip.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
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
