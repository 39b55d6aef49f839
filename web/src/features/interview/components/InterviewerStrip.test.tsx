import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { OwnMarks } from "@/entities/application/ownMarks";
import type { CriterionResult, Verdict } from "@/lib/api/types";
import { loadTexts, text } from "@/testing/texts";
import { InterviewerStrip } from "./InterviewerStrip";

beforeAll(loadTexts);

const criterion = (name: string, kind: "must" | "nice", verdict: Verdict) =>
  ({ criterion: name, kind, verdict, quote: null }) as unknown as CriterionResult;

const CRITERIA = [criterion("Bahasa", "nice", "unknown"), criterion("Rust", "must", "met")];

function Form({ marks = null }: { marks?: OwnMarks | null }) {
  const [verdicts, setVerdicts] = useState<Record<string, Verdict>>({});
  return (
    <InterviewerStrip
      criteria={CRITERIA}
      marks={marks}
      verdicts={verdicts}
      isOff={false}
      onVerdict={(name, verdict) =>
        setVerdicts(({ [name]: _, ...others }) => (verdict ? { ...others, [name]: verdict } : others))
      }
    />
  );
}

it("records answers beside the AI's, counts differences, and clears them", async () => {
  const user = userEvent.setup();
  render(<Form />);
  const empty = text("interview:strip.none", { criterion: "Rust" });
  await user.click(await screen.findByRole("button", { name: empty }));
  await user.click(await screen.findByRole("menuitem", { name: text("common:verdict.not") }));
  const given = text("common:strip.glyph", { criterion: "Rust", verdict: text("common:verdict.not") });
  const button = await screen.findByRole("button", { name: given });
  expect(button.dataset["different"]).toBe("true");
  expect(screen.getByText(text("interview:strip.count", { given: 1, total: 2, different: 1 }))).toBeTruthy();
  await user.click(button);
  await user.click(await screen.findByRole("menuitem", { name: text("interview:strip.clear") }));
  expect(await screen.findByRole("button", { name: empty })).toBeTruthy();
});

it("has one's own marks on the evaluation between the AI's verdicts and those of the interview", async () => {
  const user = userEvent.setup();
  const toggle = vi.fn();
  const marks: OwnMarks = {
    canMark: true,
    evaluationId: "e",
    isReady: true,
    score: null,
    concealed: 0,
    ownAt: () => undefined,
    othersAt: () => [],
    earlier: [],
    toggle,
    giveReason: vi.fn(),
  };
  render(<Form marks={marks} />);
  const agree = text("evaluation:own.agree", { criterion: "Rust", verdict: text("common:verdict.met") });
  await user.click(await screen.findByRole("button", { name: agree }));
  expect(toggle).toHaveBeenCalledWith(1, "met");
  const rows = screen.getAllByRole("rowheader").map((head) => head.textContent);
  expect(rows).toEqual([text("interview:strip.ai"), text("evaluation:own.you"), text("interview:strip.own")]);
});
