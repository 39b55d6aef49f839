import { expect, it } from "vitest";
import { densityOf } from "./density";

it("is compact from twenty cards in a lane", () => {
  expect(densityOf(null, [])).toBe("comfortable");
  expect(densityOf(null, [19, 3])).toBe("comfortable");
  expect(densityOf(null, [3, 20])).toBe("compact");
});

it("is what the person chose", () => {
  expect(densityOf("comfortable", [300])).toBe("comfortable");
  expect(densityOf("compact", [])).toBe("compact");
});
