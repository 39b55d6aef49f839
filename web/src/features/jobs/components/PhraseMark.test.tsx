import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PhraseMark, selectPhrase } from "./PhraseMark";

const TEXT = "1. Two years of Rust (60)\n2. 英语可日常沟通（40）";

describe("the source phrase of a criterion", () => {
  it("is the only text highlighted", () => {
    const start = TEXT.indexOf("英语");
    const { container } = render(
      <>
        <textarea id="job-jd" defaultValue={TEXT} />
        <PhraseMark areaId="job-jd" text={TEXT} start={start} end={start + 7} />
      </>,
    );
    expect(container.querySelector("mark")?.textContent).toBe("英语可日常沟通");
    expect(container.querySelector("[aria-hidden]")?.textContent).toBe(TEXT);
  });

  it("is selected on navigation", () => {
    render(<textarea id="job-jd" defaultValue={TEXT} />);
    const area = screen.getByRole<HTMLTextAreaElement>("textbox");
    area.scrollIntoView = () => undefined;
    selectPhrase("job-jd", 3, 20);
    expect(document.activeElement).toBe(area);
    expect(TEXT.slice(area.selectionStart, area.selectionEnd)).toBe("Two years of Rust");
  });
});
