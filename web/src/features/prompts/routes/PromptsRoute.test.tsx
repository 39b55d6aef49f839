import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Prompt } from "@/lib/api/types";
import { USER_ID } from "@/testing/fixtures";
import { discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";
const PROMPTS = "/api/organizations/{organization_id}/prompts";
const PROMPT = "/api/organizations/{organization_id}/prompts/{prompt_id}";

const builtIn: Prompt = {
  id: "0199d3a0-0000-7000-8000-0000000000b1",
  organization_id: null,
  prompt_type: "jd",
  text: "Describe {{title}}.",
  variables: ["title", "core_requirement"],
  is_active: true,
  is_default: false,
  in_force: true,
  user_id: null,
  version: 1,
  created_at: null,
  updated_at: null,
};
const ownPrompt: Prompt = {
  ...builtIn,
  id: "0199d3a0-0000-7000-8000-0000000000b2",
  organization_id: "o",
  user_id: USER_ID,
  text: "Mine: {{title}}.",
  version: 3,
};

it("saves an own version of a built-in prompt and refuses unknown variables", async () => {
  const sent: unknown[] = [];
  await renderApp("/prompts", {
    handlers: [
      on("get", JOBS, () => paged([])),
      on("get", PROMPTS, () => paged([builtIn])),
      on("post", PROMPTS, ({ body }) => {
        sent.push(body);
        return ownPrompt;
      }),
    ],
  });
  fireEvent.click(await screen.findByText(text("prompts:scope.mine")));
  const area = await screen.findByLabelText(text("prompts:text"));
  expect(area).toHaveProperty("value", builtIn.text);
  fireEvent.change(area, { target: { value: "For {{nobody}}." } });
  expect(await screen.findByRole("alert")).toHaveProperty(
    "textContent",
    text("prompts:unknown", { names: "{{nobody}}" }),
  );
  const save = await screen.findByRole("button", { name: text("prompts:save") });
  expect(save).toHaveProperty("disabled", true);
  fireEvent.change(area, { target: { value: "For {{title}}." } });
  fireEvent.click(save);
  await waitFor(() => expect(sent).toEqual([{ prompt_type: "jd", text: "For {{title}}.", is_default: false }]));
});

it("says what the prompt of evaluations is added to", async () => {
  const ofEvaluations: Prompt = { ...builtIn, id: ownPrompt.id, prompt_type: "evaluation" };
  const handlers = [on("get", JOBS, () => paged([])), on("get", PROMPTS, () => paged([builtIn, ofEvaluations]))];
  const page = await renderApp("/prompts?type=evaluation", { handlers });
  expect(await screen.findByText(text("prompts:evaluation_note"))).toBeTruthy();
  page.unmount();
  await renderApp("/prompts?type=jd", { handlers });
  await screen.findByLabelText(text("prompts:text"));
  expect(screen.queryByText(text("prompts:evaluation_note"))).toBeNull();
});

it("restores the version behind one's own", async () => {
  let deleted = "";
  await renderApp("/prompts", {
    handlers: [
      on("get", JOBS, () => paged([])),
      on("get", PROMPTS, () =>
        paged(
          deleted
            ? [builtIn]
            : [
                { ...ownPrompt, in_force: true },
                { ...builtIn, in_force: false },
              ],
        ),
      ),
      on("delete", PROMPT, ({ params }) => {
        deleted = params["prompt_id"] ?? "";
        return empty();
      }),
    ],
  });
  fireEvent.click(await screen.findByRole("button", { name: text("prompts:restore") }));
  expect(await screen.findByText(text("prompts:restored"))).toBeDefined();
  expect(deleted).toBe(ownPrompt.id);
});

it("shows a colleague's text beside one's own on a conflict", async () => {
  const shared: Prompt = { ...ownPrompt, user_id: null, is_default: true, text: "Shared: {{title}}.", in_force: true };
  const theirs = { ...shared, text: "Theirs: {{title}}.", version: 4 };
  let kept = shared;
  const sent: unknown[] = [];
  await renderApp("/prompts", {
    handlers: [
      on("get", JOBS, () => paged([])),
      on("get", PROMPTS, () => paged([kept, { ...builtIn, in_force: false }])),
      on("patch", PROMPT, ({ body }) => {
        sent.push(body);
        if (kept === shared) {
          kept = theirs;
          return problem(409, "request.stale", { current: theirs });
        }
        return { ...theirs, text: "My {{title}}.", version: 5 };
      }),
    ],
  });
  const area = await screen.findByLabelText(text("prompts:text"));
  fireEvent.change(area, { target: { value: "My {{title}}." } });
  fireEvent.click(await screen.findByRole("button", { name: text("prompts:save") }));
  expect(await screen.findByText(theirs.text)).toBeDefined();
  expect(area).toHaveProperty("value", "My {{title}}.");
  fireEvent.click(await screen.findByRole("button", { name: text("common:conflict.keep_mine") }));
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(text("prompts:save")) }));
  await waitFor(() => expect(sent[1]).toMatchObject({ text: "My {{title}}.", version: 4 }));
});

it("deactivates one's own version and keeps it inactive on save", async () => {
  let kept: Prompt = { ...ownPrompt, in_force: true };
  const sent: unknown[] = [];
  await renderApp("/prompts", {
    handlers: [
      on("get", JOBS, () => paged([])),
      on("get", PROMPTS, () => paged([kept, { ...builtIn, in_force: !kept.is_active }])),
      on("patch", PROMPT, ({ body }) => {
        sent.push(body);
        const { version: _, ...changes } = body as Partial<Prompt>;
        kept = { ...kept, ...changes, version: kept.version + 1 };
        kept = { ...kept, in_force: kept.is_active };
        return kept;
      }),
    ],
  });
  const active = await screen.findByRole("switch", { name: text("prompts:active") });
  expect(active.getAttribute("aria-checked")).toBe("true");
  fireEvent.click(active);
  expect(await screen.findByText(text("prompts:inactive_note"))).toBeDefined();
  expect(sent).toEqual([{ is_active: false, version: 3 }]);
  fireEvent.change(await screen.findByLabelText(text("prompts:text")), { target: { value: "Anew: {{title}}." } });
  fireEvent.click(await screen.findByRole("button", { name: text("prompts:save") }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ text: "Anew: {{title}}.", version: 4 }));
  expect(screen.getByText(text("prompts:inactive_note"))).toBeDefined();
});

it("asks before another scope or type discards a prompt", async () => {
  const other: Prompt = { ...builtIn, id: "0199d3a0-0000-7000-8000-0000000000b3", prompt_type: "evaluation" };
  await renderApp("/prompts?type=jd", {
    handlers: [on("get", JOBS, () => paged([])), on("get", PROMPTS, () => paged([ownPrompt, other]))],
  });
  const area = () => screen.findByLabelText<HTMLTextAreaElement>(text("prompts:text"));
  fireEvent.change(await area(), { target: { value: "Typed" } });
  fireEvent.click(await screen.findByText(text("prompts:scope.organization")));
  await keepEditing();
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${text("prompts:type.evaluation")}`) }));
  await keepEditing();
  expect((await area()).value).toBe("Typed");
  fireEvent.click(await screen.findByText(text("prompts:scope.organization")));
  await discard();
  expect(await screen.findByText(text("prompts:scope_note.organization"))).toBeDefined();
  expect((await area()).value).not.toBe("Typed");
});

it.each([false, true])("says whether the prompts are used: with a model %s", async (has_model) => {
  const state = { has_model, fallback_to_built_in: true, is_judge_measured: true, has_batch_prices: false };
  await renderApp("/prompts", {
    handlers: [
      on("get", JOBS, () => paged([])),
      on("get", PROMPTS, () => paged([builtIn])),
      on("get", "/api/organizations/{organization_id}/ai/state", () => state),
    ],
  });
  await screen.findByRole("navigation", { name: text("prompts:types") });
  if (has_model) expect(screen.queryByText(text("prompts:unused"))).toBeNull();
  else await screen.findByText(text("prompts:unused"));
});
