import { describe, expect, it } from "vitest";
import { shownText } from "./shownText";

describe("the text of a stored email", () => {
  it("has words in place of the link to an offer", () => {
    const body =
      "Your offer:\nhttps://hire.example.com/offer/{{offer_token}}\n> https://a.example/offer/{{offer_token}}.";
    expect(shownText(body, "[link $&]")).toBe("Your offer:\n[link $&]\n> [link $&].");
  });
});
