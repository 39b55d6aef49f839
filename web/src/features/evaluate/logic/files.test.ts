import { describe, expect, it } from "vitest";
import { MAX_PACK, MAX_RESUME, MAX_ZIP, packsOf, sortFiles } from "./files";

function dropped(path: string, size = 1) {
  const file = new File(["x"], path.split("/").at(-1) ?? path);
  Object.defineProperty(file, "size", { value: size });
  return { file, path };
}

describe("dropped files", () => {
  it("are sorted into ZIPs, loose resumes and others", () => {
    const sorted = sortFiles([
      dropped("march.ZIP"),
      dropped("a/cv.pdf"),
      dropped("王伟.DOCX"),
      dropped("cv.rtf"),
      dropped("photo.jpg"),
      dropped("song.mp3"),
    ]);
    expect(sorted.zips.map((file) => file.name)).toEqual(["march.ZIP"]);
    expect(sorted.loose.map(({ path }) => path)).toEqual(["a/cv.pdf", "王伟.DOCX", "cv.rtf", "photo.jpg"]);
    expect(sorted.others).toEqual(["song.mp3"]);
  });

  it("ignore system files in folders", () => {
    const sorted = sortFiles([dropped("a/.DS_Store"), dropped("__MACOSX/a/._cv.pdf"), dropped("a/Thumbs.db")]);
    expect(sorted).toEqual({ zips: [], loose: [], tooLarge: [], others: [] });
  });

  it("include an error for an oversized ZIP", () => {
    expect(sortFiles([dropped("all.zip", MAX_ZIP + 1)]).tooLarge).toHaveLength(1);
    expect(sortFiles([dropped("all.zip", MAX_ZIP)]).zips).toHaveLength(1);
  });

  it("include an error for an oversized resume", () => {
    const sorted = sortFiles([dropped("scan.pdf", MAX_RESUME + 1), dropped("cv.pdf", MAX_RESUME)]);
    expect(sorted.tooLarge.map(({ name }) => name)).toEqual(["scan.pdf"]);
    expect(sorted.loose.map(({ path }) => path)).toEqual(["cv.pdf"]);
  });

  it("are packed into as many ZIPs as their size needs", () => {
    const files = Array.from({ length: 5 }, (_, at) => dropped(`${at}.pdf`, MAX_PACK / 2));
    expect(packsOf(files).map((pack) => pack.map(({ path }) => path))).toEqual([
      ["0.pdf", "1.pdf"],
      ["2.pdf", "3.pdf"],
      ["4.pdf"],
    ]);
    expect(packsOf([])).toEqual([]);
  });
});
