import { describe, expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { viewOf, withView } from "./view";

describe("the board parameters", () => {
  it("keep the job and parse the rest", () => {
    const params = withView(new URLSearchParams("job_id=j1"), {
      search: "lin",
      sort: "waiting",
      filters: { [STAGE.online]: SUB_STATUS.noShow },
      allLanes: true,
    });
    expect(params.get("job_id")).toBe("j1");
    expect(viewOf(params)).toEqual({
      search: "lin",
      sort: "waiting",
      filters: { [STAGE.online]: SUB_STATUS.noShow },
      allLanes: true,
      pool: false,
      id: null,
    });
  });
  it("ignore invalid states of a lane", () => {
    expect(viewOf(new URLSearchParams("online=Offer已发送&onsite=x")).filters).toEqual({});
  });
  it("clear removed filters", () => {
    const params = withView(new URLSearchParams("job_id=j1&search=a&id=1&online=缺席面试"), {
      search: "",
      id: null,
      filters: {},
    });
    expect(params.toString()).toBe("job_id=j1");
  });
});
