import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Permission, PersonChangeEntry, PersonMerge, PersonPatch, SameContactPerson } from "@/lib/api/types";
import { applicationDetail, idOf, membership, personDetail } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const page = `/candidate/${idOf(500)}`;

function sharing(number: number, name: string, change: Partial<SameContactPerson> = {}): SameContactPerson {
  return { id: idOf(number), name, same_email: true, same_phone: false, ...change };
}

const merge: PersonMerge = {
  id: idOf(800),
  merged_id: idOf(501),
  name: "Ben Lee",
  merged_by: "Lin Yue",
  created_at: "2026-03-02T08:00:00Z",
};

/** A candidate whose address others have, and what was asked of the server. */
function sharedApi(others: SameContactPerson[], total = others.length) {
  let same = others;
  let merges: PersonMerge[] = [];
  const asked: unknown[] = [];
  const handlers = [
    on("get", `${O}/people/{person_id}`, () => personDetail()),
    on("get", `${O}/people/{person_id}/notes`, () => paged([])),
    on("get", `${O}/people/{person_id}/changes`, () => paged([])),
    on("get", `${O}/people/{person_id}/same-contact`, () => ({ items: same, total: same.length && total })),
    on("get", `${O}/people/{person_id}/merges`, () => paged(merges)),
    on("post", `${O}/people/{person_id}/merges`, ({ body, params }) => {
      asked.push({ merge: body, into: params["person_id"] });
      same = [];
      merges = [merge];
      return merge;
    }),
    on("delete", `${O}/people/{person_id}/merges/{merge_id}`, ({ params }) => {
      asked.push({ undo: params["merge_id"] });
      same = others;
      merges = [];
      return empty();
    }),
    on("post", `${O}/people/{person_id}/keep-apart`, ({ body }) => {
      asked.push({ apart: body });
      same = [];
      return empty();
    }),
  ];
  return { asked, handlers };
}

const question = () => screen.findByRole("region", { name: text("review:same_contact.title") });
const press = async (key: string) =>
  within(await question()).findByRole("button", { name: text(`review:same_contact.${key}`) });

it("asks whether a person with the same address is the same, and merges with undo", async () => {
  const user = userEvent.setup();
  const api = sharedApi([sharing(501, "Ben Lee")]);
  await renderApp(page, { handlers: api.handlers });
  await within(await question()).findByRole("link", { name: text("review:same_contact.email", { name: "Ben Lee" }) });
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(await press("merge"));
  await waitFor(() => expect(api.asked).toEqual([{ merge: { person_id: idOf(501) }, into: idOf(500) }]));
  await screen.findByText(text("review:same_contact.merged", { name: "Ben Lee" }));
  expect(screen.queryByRole("region", { name: text("review:same_contact.title") })).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(api.asked.at(-1)).toEqual({ undo: idOf(800) }));
  await question();
});

it("undoes a merge from the page, long after it", async () => {
  const user = userEvent.setup();
  const api = sharedApi([sharing(501, "Ben Lee", { same_phone: true })]);
  await renderApp(page, { handlers: api.handlers });
  await user.click(await press("merge"));
  const merged = await screen.findByRole("region", { name: text("candidate:merges.title") });
  await within(merged).findByText(/Lin Yue/);
  await user.click(
    await within(merged).findByRole("button", { name: text("candidate:merges.undo_of", { name: "Ben Lee" }) }),
  );
  await within(await question()).findByText(text("review:same_contact.both", { name: "Ben Lee" }));
  expect(screen.queryByRole("region", { name: text("candidate:merges.title") })).toBeNull();
});

it("keeps people apart and does not ask again", async () => {
  const user = userEvent.setup();
  const api = sharedApi([sharing(501, "Ben Lee", { same_email: false, same_phone: true })]);
  await renderApp(page, { handlers: api.handlers });
  await within(await question()).findByText(text("review:same_contact.phone", { name: "Ben Lee" }));
  await user.click(await press("keep"));
  await waitFor(() => expect(api.asked).toEqual([{ apart: { person_ids: [idOf(501)] } }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: text("review:same_contact.title") })).toBeNull());
});

it("lists a few of those who share an agency's address, and keeps all of them apart", async () => {
  const user = userEvent.setup();
  const others = [501, 502, 503, 504].map((number) => sharing(number, `Person ${number}`));
  const api = sharedApi(others);
  await renderApp(page, { handlers: api.handlers });
  expect(await within(await question()).findAllByRole("listitem")).toHaveLength(3);
  await within(await question()).findByText(text("review:same_contact.others", { count: 1 }));
  await user.click(
    await screen.findByRole("button", { name: text("review:same_contact.keep_many", { count: others.length }) }),
  );
  await waitFor(() => expect(api.asked).toEqual([{ apart: { person_ids: others.map(({ id }) => id) } }]));
});

it("says why two people can't be merged", async () => {
  const user = userEvent.setup();
  const api = sharedApi([sharing(501, "Ben Lee")]);
  const refused = on("post", `${O}/people/{person_id}/merges`, () => problem(409, "person.merge_blacklisted"));
  await renderApp(page, { handlers: [refused, ...api.handlers] });
  await user.click(await press("merge"));
  await screen.findByText(text("errors:person.merge_blacklisted"));
  await question();
});

it("shows who shares an address to those who can't decide", async () => {
  const permissions: Permission[] = ["talent-pool:view", "schedule:view", "schedule:review"];
  const api = sharedApi([sharing(501, "Ben Lee")]);
  await renderApp(page, { handlers: api.handlers, membership: membership({ role: "interviewer", permissions }) });
  await within(await question()).findByText(text("review:same_contact.email", { name: "Ben Lee" }));
  expect(within(await question()).queryByRole("button")).toBeNull();
});

it("says in the activity who was merged, and what changed", async () => {
  const user = userEvent.setup();
  const application = applicationDetail();
  const { id, job_id, job_title, status, sub_status, created_at } = application;
  const summary = { id, job_id, job_title, status, sub_status, overall_score: 71, version: 1, created_at };
  const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });
  const entry = (number: number, ...changes: PersonChangeEntry["changes"]): PersonChangeEntry => ({
    id: idOf(number),
    at: `2026-03-0${number - 900}T08:00:00Z`,
    actor_kind: "person",
    user_name: "Lin Yue",
    changes,
  });
  const education = [{ school: "ITB", degree: "S1", level: "bachelor", major: "Informatika" }];
  const changes = [
    entry(903, change("separated_from", "Ann Tan", null)),
    entry(902, change("separated_person", "Ben Lee", null), change("name", "SAP FI", "Mei Tan")),
    entry(901, change("merged_person", null, "Ben Lee"), change("education", [], education)),
  ];
  await renderApp(page, {
    handlers: [
      on("get", `${O}/people/{person_id}`, () => personDetail({ applications: [summary] })),
      on("get", `${O}/people/{person_id}/changes`, () => paged(changes)),
      on("get", `${O}/applications/{application_id}`, () => application),
      ...sharedApi([]).handlers,
    ],
  });
  await user.click(await screen.findByTitle(text("candidate:tab.activity")));
  await screen.findByText(text("candidate:activity.merged", { name: "Ben Lee" }));
  await screen.findByText(text("candidate:activity.unmerged", { name: "Ben Lee" }));
  await screen.findByText(text("candidate:activity.separated", { name: "Ann Tan" }));
  await screen.findByText(/SAP FI → Mei Tan/);
  await screen.findByText(/ITB S1 Informatika/);
});

it("corrects a name, and does not remove it", async () => {
  const user = userEvent.setup();
  const sent: PersonPatch[] = [];
  const saved = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    sent.push(body as PersonPatch);
    return personDetail({ name: (body as PersonPatch).name ?? null, version: 2 });
  });
  await renderApp(page, { handlers: [saved, ...sharedApi([]).handlers] });
  await user.click(await screen.findByRole("button", { name: text("candidate:record.edit") }));
  const name = await screen.findByLabelText(text("candidate:field.name"));
  await user.clear(name);
  await user.click(await screen.findByRole("button", { name: text("candidate:record.save") }));
  expect(await screen.findByText(text("errors:field.required"))).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(name, "Mei Tan");
  await user.click(await screen.findByRole("button", { name: text("candidate:record.save") }));
  await waitFor(() => expect(sent).toEqual([{ name: "Mei Tan", version: 1 }]));
});
