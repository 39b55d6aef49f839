import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { NumberField } from "./NumberField";

let value = 30;
function Slot() {
  const [minutes, setMinutes] = useState(30);
  value = minutes;
  return <NumberField aria-label="minutes" min={10} max={480} precision={0} value={minutes} onChange={setMinutes} />;
}

beforeEach(() => void render(<Slot />));
const field = () => screen.findByRole<HTMLInputElement>("spinbutton");

it("takes another number once it is emptied", async () => {
  const user = userEvent.setup();
  await user.clear(await field());
  expect((await field()).value).toBe("");
  await user.type(await field(), "60");
  await user.tab();
  expect([(await field()).value, value]).toEqual(["60", 60]);
});

it("shows the last number when it is left empty", async () => {
  const user = userEvent.setup();
  await user.clear(await field());
  await user.tab();
  expect([(await field()).value, value]).toEqual(["30", 30]);
});
