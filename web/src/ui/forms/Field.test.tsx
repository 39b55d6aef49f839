import { render, screen } from "@testing-library/react";
import { DatePicker, Form, Input, InputNumber, Select } from "antd";
import { expect, it } from "vitest";
import { Field } from "./Field";

const CONTROLS = {
  text: <Input id="city" />,
  number: <InputNumber id="city" />,
  choice: <Select id="city" options={[]} />,
  day: <DatePicker id="city" />,
  nested: (
    <div>
      <Input.TextArea id="city" />
    </div>
  ),
};

const field = (control: keyof typeof CONTROLS, error?: string) => (
  <Form>
    <Field label="City" htmlFor="city" required error={error}>
      {CONTROLS[control]}
    </Field>
  </Form>
);

it.each(Object.keys(CONTROLS) as (keyof typeof CONTROLS)[])("ties the error to a control of kind %s", async (kind) => {
  const { rerender } = render(field(kind));
  const control = await screen.findByLabelText("City");
  expect(control.getAttribute("aria-invalid")).not.toBe("true");
  expect(control.getAttribute("aria-required")).toBe("true");
  rerender(field(kind, "Name a city."));
  expect(control.getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(control.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Name a city.");
  rerender(field(kind));
  expect(control.hasAttribute("aria-describedby")).toBe(false);
});
