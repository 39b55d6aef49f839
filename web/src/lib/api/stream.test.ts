import { describe, expect, it } from "vitest";
import { EventParser, readEvents } from "./stream";

describe("EventParser", () => {
  it("puts an event together from any pieces", () => {
    const parser = new EventParser();
    expect(parser.push("event: task.ch")).toEqual([]);
    expect(parser.push('anged\r\ndata: {"id":"1"}\r\n')).toEqual([]);
    expect(parser.push("\r\n")).toEqual([{ type: "task.changed", data: '{"id":"1"}' }]);
  });
  it("joins lines of data, and knows events without a name", () => {
    expect(new EventParser().push("data: a\ndata: b\n\n")).toEqual([{ type: "message", data: "a\nb" }]);
  });
  it("gives nothing for a heartbeat", () => {
    expect(new EventParser().push(": heartbeat\n\n")).toEqual([]);
  });
});

describe("readEvents", () => {
  it("tells of activity for heartbeats too", async () => {
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
