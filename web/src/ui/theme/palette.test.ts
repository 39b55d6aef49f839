import { describe, expect, it } from "vitest";
import { palettes } from "./palette";
import { antdTheme } from "./theme";

/** Of 0 to 1, by WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as const)("the %s palette", (appearance) => {
  const palette = palettes[appearance];
  const backgrounds = ["paper", "surface", "raised", "hover", "greenWash"] as const;

  it.each(backgrounds)("borders fields on %s by 3 : 1", (background) => {
    expect(contrast(palette.field, palette[background])).toBeGreaterThanOrEqual(3);
  });

  it.each(["paper", "surface", "raised"] as const)("writes on %s by 4.5 : 1", (background) => {
    for (const ink of [palette.ink, palette.inkSoft, palette.inkFaint]) {
      expect(contrast(ink, palette[background])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("is that of the component library's fields", () => {
    expect(antdTheme(appearance, true).token?.colorBorder).toBe(palette.field);
  });
});
