import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { VALUE_SPACING, valueSpacing } from "./valueSpacing";

const i18n = createInstance();
await i18n.use(valueSpacing).init({ lng: "zh-CN", resources: {}, ...VALUE_SPACING });
const write = i18n.t as unknown as (text: string, values: object) => string;

it.each([
  ["加入{{name}}", "Bole Demo 伯乐", "加入 Bole Demo 伯乐"],
  ["由{{name}}创建", "Demo", "由 Demo 创建"],
  ["由{{name}}创建", "王伟", "由王伟创建"],
  ["“{{name}}”已归档", "Demo", "“Demo”已归档"],
  ["共 {{name, number}} 人", 3, "共 3 人"],
  ["{{name}}归档", "2026-03-02", "2026-03-02 归档"],
  ["<b>{{name}}</b>邀请您", "Demo", "<b>Demo </b>邀请您"],
  ["{{name}}'s notes", "王伟", "王伟's notes"],
  ["{{name}}", "Java开发", "Java开发"],
])("writes %s with %s as %s", (text, name, written) => {
  expect(write(text, { name })).toBe(written);
});

it("sets values apart that meet", () => {
  expect(write("{{company}}{{job}}", { company: "长风", job: "Java 开发" })).toBe("长风 Java 开发");
});
