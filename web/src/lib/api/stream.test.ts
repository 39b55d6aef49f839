import { describe, expect, it } from "vitest";
import { EventParser, readEvents } from "./stream";

describe("EventParser", () => {
  it("parses events split into arbitrary chunks", () => {
    const parser = new EventParser();
    expect(parser.push("event: batch.ch")).toEqual([]);
    expect(parser.push('anged\r\ndata: {"id":"1"}\r\n')).toEqual([]);
    expect(parser.push("\r\n")).toEqual([{ type: "batch.changed", data: '{"id":"1"}' }]);
  });
  it("joins data lines and accepts unnamed events", () => {
    expect(new EventParser().push("data: a\ndata: b\n\n")).toEqual([{ type: "message", data: "a\nb" }]);
  });
  it("ignores heartbeats", () => {
    expect(new EventParser().push(": heartbeat\n\n")).toEqual([]);
  });
});

describe("readEvents", () => {
  it("reports activity on heartbeats", async () => {
    let activity = 0;
    const response = new Response(": heartbeat\n\nevent: a\ndata: 1\n\n");
    const events = [];
    for await (const event of readEvents(response, () => {
      activity += 1;
    })) {
      events.push(event);
    }
    expect(events).toEqual([{ type: "a", data: "1" }]);
    expect(activity).toBe(1);
  });
});
