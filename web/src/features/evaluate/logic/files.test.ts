import { describe, expect, it } from "vitest";
import { MAX_ZIP, sortFiles } from "./files";

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
    ]);
    expect(sorted.zips.map((file) => file.name)).toEqual(["march.ZIP"]);
    expect(sorted.loose.map(({ path }) => path)).toEqual(["a/cv.pdf", "王伟.DOCX", "cv.rtf"]);
    expect(sorted.others).toEqual(["photo.jpg"]);
  });

  it("ignore system files in folders", () => {
    const sorted = sortFiles([dropped("a/.DS_Store"), dropped("__MACOSX/a/._cv.pdf"), dropped("a/Thumbs.db")]);
    expect(sorted).toEqual({ zips: [], loose: [], tooLarge: [], others: [] });
  });

  it("include an error for an oversized ZIP", () => {
    expect(sortFiles([dropped("all.zip", MAX_ZIP + 1)]).tooLarge).toHaveLength(1);
    expect(sortFiles([dropped("all.zip", MAX_ZIP)]).zips).toHaveLength(1);
  });
});
