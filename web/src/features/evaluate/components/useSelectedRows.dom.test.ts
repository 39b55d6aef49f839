import { renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { BatchTask } from "@/lib/api/types";
import { batchTask, idOf } from "@/testing/fixtures";
import { useSelectedRows } from "./useSelectedRows";

const CHEN = batchTask({ id: idOf(1) });
const WANG = batchTask({ id: idOf(2) });
const BOTH: ReadonlySet<string> = new Set([CHEN.id, WANG.id]);
const NO_IDS: ReadonlySet<string> = new Set();

function render(initial: { rows: BatchTask[]; leaving: ReadonlySet<string> }) {
  return renderHook(
    (props: typeof initial) => {
      const [ticked, setTicked] = useState(BOTH);
      return [...useSelectedRows({ ticked, setTicked, ...props })];
    },
    { initialProps: initial },
  );
}

it("drops a row that a colleague added to the pipeline, for good", () => {
  const { result, rerender } = render({ rows: [CHEN, WANG], leaving: NO_IDS });
  expect(result.current).toEqual([CHEN.id, WANG.id]);
  rerender({ rows: [{ ...CHEN, application_id: idOf(9) }, WANG], leaving: NO_IDS });
  expect(result.current).toEqual([WANG.id]);
  rerender({ rows: [CHEN, WANG], leaving: NO_IDS });
  expect(result.current).toEqual([WANG.id]);
});

it("leaves out a row that is being deleted until that is undone", () => {
  const { result, rerender } = render({ rows: [CHEN, WANG], leaving: new Set([CHEN.id]) });
  expect(result.current).toEqual([WANG.id]);
  rerender({ rows: [CHEN, WANG], leaving: NO_IDS });
  expect(result.current).toEqual([CHEN.id, WANG.id]);
});

it("keeps rows whose page isn't loaded", () => {
  const { result } = render({ rows: [], leaving: NO_IDS });
  expect(result.current).toEqual([CHEN.id, WANG.id]);
});
