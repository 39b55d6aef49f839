// Rows only re-render when what they show changes: not with the URL, and not with polling.
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memo } from "react";
import { beforeEach, expect, it, type MockInstance, vi } from "vitest";
import * as level from "@/entities/application/level";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import * as guide from "@/features/guide/routes/GuideRoute";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { boardApi, card, JOB } from "@/testing/board";
import { application, idOf } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { navigateTo, renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";

const O = "/api/organizations/{organization_id}";
const ROWS = 2_000;
const rendered = { rows: 0 };

const Row = memo(function Row({ index }: { index: number; onOpen: unknown }) {
  rendered.rows += 1;
  const may = useCan("pipeline:move");
  return (
    <li>
      {index} {useOrganizationId()} {String(may)}
    </li>
  );
});

function ManyRows() {
  const [params, setParams] = useSearchParams();
  return (
    <>
      <button type="button" onClick={() => setParams({ search: "chen" })}>
        {params.get("search") ?? "search"}
      </button>
      <ul>
        {Array.from({ length: ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are numbers
          <Row key={index} index={index} onOpen={setParams} />
        ))}
      </ul>
    </>
  );
}

/** Cards and rows call it once per render. */
let useLevelName: MockInstance;

beforeEach(() => {
  mockElementSize();
  useLevelName = vi.spyOn(level, "useLevelName");
});

/** Changes a parameter that no row shows, and waits until the page has rendered with it. */
async function changeParameter(address: string): Promise<void> {
  await navigateTo(`${address}&other=1`);
  expect(window.location.search).toContain("other=1");
}

/** Waits until the count of renders stays the same. */
async function settled(): Promise<number> {
  const count = () => useLevelName.mock.calls.length;
  for (let former = -1; former !== count(); ) {
    former = count();
    await act(async () => void (await vi.dynamicImportSettled()));
  }
  return count();
}

it("renders none of 2,000 memoised rows when a search parameter changes", async () => {
  const user = userEvent.setup();
  // Replaces a screen by one with many rows; the app around it is real.
  vi.spyOn(guide, "GuideRoute").mockImplementation(ManyRows);
  await renderApp("/guide");
  const button = await screen.findByText("search");
  await act(async () => {});
  const before = rendered.rows;
  expect(before).toBeGreaterThanOrEqual(ROWS);
  await user.click(button);
  await screen.findByText("chen");
  expect(window.location.search).toBe("?search=chen");
  expect(rendered.rows).toBe(before);
});

it("renders no card of the pipeline when a search parameter changes", async () => {
  const address = `/pipeline?job_id=${JOB.id}`;
  await renderApp(address, { handlers: boardApi(async () => []).handlers });
  await screen.findByRole("article", { name: "Wang Wei" });
  const before = await settled();
  expect(before).toBeGreaterThan(0);
  await changeParameter(address);
  expect(await settled()).toBe(before);
});

it("renders no row of AI review when a search parameter changes", async () => {
  const address = `/ai-review?job_id=${JOB.id}`;
  const items = [1, 2, 3].map((id) =>
    application({ id: idOf(id), person: { ...application().person, id: idOf(id + 100), name: `Name ${id}` } }),
  );
  await renderApp(address, {
    handlers: [
      ...boardApi(async () => [], [card(1, "Chen Yu")]).handlers.slice(0, 3),
      on("get", `${O}/jobs/{job_id}/tiers`, () => ({ tier_1: 3, tier_2: 0, tier_3: 0 }) as never),
      on("get", `${O}/applications`, () => ({ ...paged(items), total_is_estimate: false })),
      // The opened candidate would be counted too.
      on("get", `${O}/applications/{application_id}`, () => problem(404, "application.not_found")),
    ],
  });
  await screen.findByText("Name 3");
  const before = await settled();
  expect(before).toBeGreaterThanOrEqual(3);
  await changeParameter(address);
  expect(await settled()).toBe(before);
});
