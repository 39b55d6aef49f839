import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { packZip } from "./packZip";

describe("packing loose resumes", () => {
  it("makes a ZIP with each file under its own name", async () => {
    const files = [
      { file: new File(["one"], "cv.pdf"), path: "cv.pdf" },
      { file: new File(["two"], "cv.pdf"), path: "cv.pdf" },
      { file: new File(["三"], "王伟.docx"), path: "三月/王伟.docx" },
    ];
    const zip = await packZip(files, "resumes.zip");
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    const texts = Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
    expect(texts).toEqual({ "cv.pdf": "one", "cv (2).pdf": "two", "三月/王伟.docx": "三" });
  });
});
