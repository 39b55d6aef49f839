import { describe, expect, it } from "vitest";
import { asText } from "./PermissionLostNotice";

describe("asText", () => {
  it("lists each field under its label and omits empty ones", () => {
    const fields = [
      { label: "职位名称", value: "数据工程师 " },
      { label: "公司", value: " " },
      { label: "职位描述", value: "第一行\n第二行" },
    ];
    expect(asText(fields)).toBe("职位名称\n数据工程师\n\n职位描述\n第一行\n第二行");
  });
});
