import { describe, expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { OfferCandidate } from "@/entities/offer/queries";
import type { Application, Offer } from "@/lib/api/types";
import { groupOf, groupsOf } from "./groups";
import { insertAt } from "./letterTerms";
import { formOf, inputOf } from "./offerForm";

const candidate = (change: Partial<Application>, status: Offer["status"] | null): OfferCandidate => ({
  application: {
    id: change.id ?? "a",
    status: STAGE.offer,
    sub_status: SUB_STATUS.offerPreparing,
    sub_status_since: "2026-03-02T08:00:00Z",
    job_title: "Backend Engineer",
    person: { name: "Chen" },
    ...change,
  } as Application,
  offer: status ? ({ status } as Offer) : null,
});

describe("the workbench", () => {
  it.each([
    ["prepare", null],
    ["prepare", "draft"],
    ["prepare", "withdrawn"],
    ["approve", "submitted"],
    ["send", "approved"],
    ["answer", "sent"],
    ["answer", "viewed"],
    ["answered", "accepted"],
    ["answered", "declined"],
    ["answered", "expired"],
  ] as const)("puts offers into %s that are %s", (group, status) => {
    expect(groupOf(candidate({}, status))).toBe(group);
  });

  it("shows onboarding candidates whatever the offer's state", () => {
    const onboarding = { status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingPending };
    expect(groupOf(candidate(onboarding, "accepted"))).toBe("onboarding");
    expect(groupOf(candidate({ ...onboarding, sub_status: SUB_STATUS.onboarded }, "accepted"))).toBe("done");
  });

  it("sorts by waiting time and filters by search", () => {
    const early = candidate({ id: "early", sub_status_since: "2026-03-01T08:00:00Z" }, null);
    const late = candidate({ id: "late", job_title: "Designer" }, null);
    expect(
      groupsOf([late, early], "").map(({ candidates }) => candidates.map(({ application }) => application.id)),
    ).toEqual([["early", "late"]]);
    expect(groupsOf([late, early], "design")[0]?.candidates).toEqual([late]);
    expect(groupsOf([late, early], "nobody")).toEqual([]);
  });
});

describe("the form", () => {
  const ZONE = "Asia/Jakarta";
  const offer = {
    position: "Engineer",
    salary: "30k",
    start_date: "2026-04-01",
    place: "Jakarta",
    terms: "",
    letter: "Dear Chen",
    expires_at: null,
  } as Offer;

  it("sends only what changed", () => {
    expect(inputOf({}, ZONE)).toEqual({});
    expect(inputOf({ salary: "32k", startDate: "2026-05-01" }, ZONE)).toEqual({
      salary: "32k",
      start_date: "2026-05-01",
    });
  });

  it("parses one salary part per line", () => {
    const salary_parts = [
      { name: "基本工资", amount: "25k" },
      { name: "Bonus", amount: "2: 1" },
    ];
    expect(inputOf({ salaryParts: "基本工资：25k\n\n Bonus : 2: 1" }, ZONE).salary_parts).toEqual(salary_parts);
    expect(inputOf({ salaryParts: formOf({ ...offer, salary_parts }, ZONE).salaryParts }, ZONE).salary_parts).toEqual(
      salary_parts,
    );
    expect(inputOf({ salaryParts: "Car" }, ZONE).salary_parts).toEqual([{ name: "Car", amount: "" }]);
  });

  it("accepts answers until the end of the last day where the organization is", () => {
    const { expires_at } = inputOf({ deadline: "2026-12-31" }, ZONE);
    expect(expires_at).toBe("2026-12-31T16:59:59.000Z");
    expect(formOf({ ...offer, expires_at: expires_at ?? null }, ZONE).deadline).toBe("2026-12-31");
  });
});

describe("placeholders", () => {
  it("replace the selection", () => {
    expect(insertAt("Start: soon.", "{{Start date}}", 7, 11)).toEqual({
      text: "Start: {{Start date}}.",
      cursor: 21,
    });
  });
});
