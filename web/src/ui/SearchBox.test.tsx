import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchBox } from "./SearchBox";
import { SidePanel } from "./SidePanel";
import { TYPING_MS } from "./useTypedSearch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const box = () => screen.getByRole<HTMLInputElement>("textbox");
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pause = () => act(() => vi.advanceTimersByTime(TYPING_MS));

function show(value = "") {
  const onChange = vi.fn<(search: string) => void>();
  const element = (shown: string) => <SearchBox label="Search" value={shown} onChange={onChange} />;
  const { rerender } = render(element(value));
  return { onChange, receive: (next: string) => rerender(element(next)) };
}

describe("SearchBox", () => {
  it("searches once typing pauses", () => {
    const { onChange } = show();
    for (const text of ["w", "wa", "wang"]) type(text);
    pause();
    expect(onChange.mock.calls).toEqual([["wang"]]);
  });

  it("keeps a trailing blank when its search returns", () => {
    const { onChange, receive } = show();
    type("wang ");
    pause();
    receive("wang");
    expect(box().value).toBe("wang ");
    type("wang wei");
    pause();
    expect(onChange).toHaveBeenLastCalledWith("wang wei");
  });

  it("keeps letters typed before the URL is updated", () => {
    const { receive } = show();
    type("wan");
    pause();
    type("wang");
    receive("wan");
    expect(box().value).toBe("wang");
  });

  it("keeps letters when two searches return in sequence", () => {
    const { receive } = show();
    type("wa");
    pause();
    type("wang");
    pause();
    receive("wa");
    receive("wang");
    expect(box().value).toBe("wang");
  });

  it("does not search during pinyin composition", () => {
    const { onChange } = show();
    fireEvent.compositionStart(box());
    type("wang");
    pause();
    expect(onChange).not.toHaveBeenCalled();
    type("王");
    fireEvent.compositionEnd(box());
    pause();
    expect(onChange.mock.calls).toEqual([["王"]]);
  });

  it("leaves the box on Escape without closing the panel beside the list", () => {
    const onClose = vi.fn();
    render(
      <>
        <SearchBox label="Search" value="" onChange={() => {}} />
        <SidePanel title="Candidate" onClose={onClose}>
          Text
        </SidePanel>
      </>,
    );
    box().focus();
    fireEvent.keyDown(box(), { key: "Escape" });
    expect(document.activeElement).toBe(document.body);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("follows external changes, such as the back button", () => {
    const { onChange, receive } = show("rust");
    type("rust go");
    receive("");
    pause();
    expect(box().value).toBe("");
    expect(onChange).not.toHaveBeenCalled();
  });
});
