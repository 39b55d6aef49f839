import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { EmploymentView } from "@/lib/api/types";
import { idOf } from "@/testing/fixtures";
import { changingRole, discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const EMPLOYMENTS = "/api/organizations/{organization_id}/work-experiences";

const employment: EmploymentView = {
  id: idOf(1),
  resume_id: idOf(2),
  person_id: idOf(3),
  person_name: "李静",
  company_name: "Acme",
  position_title: "Engineer",
  start_date: "2022-03",
  end_date: "2020-01",
  is_current: false,
  problems: ["reversed"],
  version: 4,
  edited_by_name: null,
  edited_at: null,
};

it("corrects an employment in place with its base version", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderApp("/work-experience-fix", {
    handlers: [
      on("get", EMPLOYMENTS, () => paged([employment])),
      on("patch", `${EMPLOYMENTS}/{work_experience_id}`, ({ body }) => {
        sent.push(body);
        return { ...employment, version: 5, problems: [] };
      }),
    ],
  });
  const person = await screen.findByRole("link", { name: "李静" });
  expect(person.getAttribute("href")).toBe(`/candidate/${idOf(3)}`);
  const row = person.closest("li") as HTMLElement;
  expect(await within(row).findByText(text("repair:problem.reversed"))).toBeTruthy();
  const end = await within(row).findByLabelText(text("repair:employments.end"));
  await user.clear(end);
  await user.type(end, "2023");
  await user.click(await within(row).findByRole("button", { name: text("repair:employments.save") }));
  expect(await within(row).findByText(text("repair:employments.month"))).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(end, "-01");
  await user.click(await within(row).findByRole("button", { name: text("repair:employments.save") }));
  expect(await screen.findByText(text("repair:employments.saved"))).toBeTruthy();
  expect(sent).toEqual([
    {
      version: 4,
      company_name: "Acme",
      position_title: "Engineer",
      start_date: "2022-03",
      end_date: "2023-01",
      is_current: false,
    },
  ]);
});

it("says at the end what is wrong with the dates", async () => {
  const user = userEvent.setup();
  await renderApp("/work-experience-fix", {
    handlers: [
      on("get", EMPLOYMENTS, () => paged([employment])),
      on("patch", `${EMPLOYMENTS}/{work_experience_id}`, () =>
        problem(422, "request.invalid", { errors: [{ field: "end_date", code: "field.end_before_start" }] }),
      ),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("repair:employments.save") }));
  expect(await screen.findByText(text("errors:field.end_before_start"))).toBeTruthy();
  expect((await screen.findByLabelText(text("repair:employments.end"))).getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText(text("errors:request.invalid"))).toBeNull();
});

it("keeps typed text after a colleague's correction", async () => {
  const user = userEvent.setup();
  const other = { ...employment, id: idOf(9), person_name: "王磊" };
  let first = employment;
  const sent: unknown[] = [];
  await renderApp("/work-experience-fix", {
    handlers: [
      on("get", EMPLOYMENTS, () => paged([first, other])),
      on("patch", `${EMPLOYMENTS}/{work_experience_id}`, ({ body, params }) => {
        sent.push(body);
        first = { ...first, company_name: "Acme Ltd", version: 5 };
        return params["work_experience_id"] === other.id ? { ...other, version: 5 } : first;
      }),
    ],
  });
  const row = (await screen.findByText("李静")).closest("li") as HTMLElement;
  const position = await within(row).findByLabelText(text("repair:employments.position"));
  await user.type(position, " II");
  const otherRow = (await screen.findByText("王磊")).closest("li") as HTMLElement;
  await user.click(await within(otherRow).findByRole("button", { name: text("repair:employments.save") }));
  expect(await within(row).findByDisplayValue("Acme Ltd")).toBeTruthy();
  expect(await within(row).findByDisplayValue("Engineer II")).toBeTruthy();
  await user.click(await within(row).findByRole("button", { name: text("repair:employments.save") }));
  await waitFor(() =>
    expect(sent[1]).toMatchObject({ version: 5, company_name: "Acme Ltd", position_title: "Engineer II" }),
  );
});

it("asks before another page or problem discards a correction", async () => {
  const user = userEvent.setup();
  await renderApp("/work-experience-fix", {
    handlers: [
      on("get", EMPLOYMENTS, ({ query }) => ({
        items: [{ ...employment, id: query.get("offset") === "0" ? employment.id : idOf(20) }],
        total: 40,
      })),
    ],
  });
  const position = () => screen.findByLabelText<HTMLInputElement>(text("repair:employments.position"));
  await user.type(await position(), " II");
  await user.click(await screen.findByText(text("repair:problem.missing")));
  await keepEditing();
  await user.click(await screen.findByTitle("2"));
  await keepEditing();
  expect((await position()).value).toBe("Engineer II");
  await user.click(await screen.findByTitle("2"));
  await discard();
  await waitFor(async () => expect((await position()).value).toBe("Engineer"));
});

it("keeps a typed correction read only when the permission is lost", async () => {
  const user = userEvent.setup();
  const role = changingRole();
  await renderApp("/work-experience-fix", {
    handlers: [on("get", EMPLOYMENTS, () => paged([employment])), role.handler],
  });
  const position = await screen.findByLabelText<HTMLInputElement>(text("repair:employments.position"));
  await user.type(position, " II");
  role.lose("ai-review:review", "pipeline:edit", "talent-pool:edit");
  expect(await screen.findByText(text("common:kept.title"))).toBeTruthy();
  expect(position.value).toBe("Engineer II");
  expect(position.readOnly).toBe(true);
});

it("goes to the last page from one that has become empty", async () => {
  await renderApp("/work-experience-fix?page=3", {
    handlers: [
      on("get", EMPLOYMENTS, ({ query }) => ({ items: query.get("offset") === "20" ? [employment] : [], total: 21 })),
    ],
  });
  await screen.findByText("李静");
  expect(window.location.search).toBe("?page=2");
});
