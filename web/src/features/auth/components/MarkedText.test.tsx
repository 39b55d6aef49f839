import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MarkedText } from "./MarkedText";

const strong = (content: string) => <strong>{content}</strong>;

it("shows each tag's content by its component", () => {
  const { container } = render(
    <MarkedText
      text="<strong>{{who}}</strong> says <quiet>hello</quiet>."
      values={{ who: "Ana" }}
      parts={{ strong, quiet: (content) => <small>{content}</small> }}
    />,
  );
  expect(container.innerHTML).toBe("<strong>Ana</strong> says <small>hello</small>.");
});

it("never treats a value as a tag or a placeholder", () => {
  const { container } = render(
    <MarkedText text="Join <strong>{{name}}</strong>" values={{ name: "</strong>{{name}}" }} parts={{ strong }} />,
  );
  expect(container.querySelector("strong")?.textContent).toBe("</strong>{{name}}");
});
