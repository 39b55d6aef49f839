import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { FigureCandidates } from "@/lib/api/types";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";

const FIGURE = "/api/organizations/{organization_id}/dashboard/candidates";

const candidate: FigureCandidates["items"][number] = {
  application_id: idOf(400),
  person_id: idOf(500),
  job_id: job().id,
  job_title: job().title,
  name: "Chen Siyuan",
  status: STAGE.online,
  sub_status: SUB_STATUS.noShow,
  since: "2026-03-01T08:00:00Z",
  is_archived: false,
  source: "batch",
  applied_at: "2026-03-01T08:00:00Z",
  times: 1,
};

it("goes to the last page from one that has become empty", async () => {
  await renderApp("/dashboard/candidates?figure=waiting&page=2", {
    handlers: [
      on("get", FIGURE, ({ query }) => ({
        items: query.get("offset") === "0" ? [candidate] : [],
        total: 50,
        figure: 50,
      })),
    ],
  });
  await screen.findByText("Chen Siyuan");
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("page")).toBe("1"));
});
