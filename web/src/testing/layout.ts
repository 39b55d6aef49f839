// Sizes of elements, which jsdom lacks.
import { vi } from "vitest";

/** Virtual lists need element sizes, which jsdom does not compute. */
export function mockElementSize(): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
}
