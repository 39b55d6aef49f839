import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { FormNotices } from "./FormNotices";
import { useServerForm } from "./useServerForm";

interface Limits {
  host: string;
  rate: string;
}

/** A server with unversioned limits, and a form over them. */
function limits() {
  const kept = { host: "a", rate: "1" };
  const sent: { changes: Partial<Limits>; value: Limits }[] = [];
  function Form({ saved }: { saved: Limits }) {
    const form = useServerForm<Limits>({
      saved,
      canSave: true,
      refresh: async () => ({ ...kept }),
      save: async (changes, _version, value) => {
        sent.push({ changes, value });
        Object.assign(kept, value);
        return { saved: { ...kept } };
      },
    });
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <input
          aria-label="host"
          value={form.value.host}
          onChange={(event) => form.edit({ host: event.target.value })}
        />
        <input
          aria-label="rate"
          value={form.value.rate}
          onChange={(event) => form.edit({ rate: event.target.value })}
        />
        <output>{form.isDirty ? "dirty" : "clean"}</output>
        <p>{Object.entries(form.conflicts).map(([field, theirs]) => `${field}=${theirs}`)}</p>
        <button type="submit">save</button>
      </form>
    );
  }
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Form saved={{ ...kept }} /> }])} />);
  return { kept, sent };
}

const input = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it("saves on top of concurrent changes without server versions", async () => {
  const user = userEvent.setup();
  const { kept, sent } = limits();
  const rate = await input("rate");
  await user.clear(rate);
  await user.type(rate, "5");
  kept.host = "theirs";
  await user.click(await screen.findByRole("button"));
  await waitFor(() => expect(sent).toEqual([{ changes: { rate: "5" }, value: { host: "theirs", rate: "5" } }]));
  expect(await screen.findByText("clean")).toBeDefined();
  expect((await input("host")).value).toBe("theirs");
});

it("sends nothing while a field is in conflict", async () => {
  const user = userEvent.setup();
  const { kept, sent } = limits();
  await user.type(await input("host"), "b");
  kept.host = "theirs";
  await user.click(await screen.findByRole("button"));
  expect(await screen.findByText("host=theirs")).toBeDefined();
  await act(async () => undefined);
  expect(sent).toEqual([]);
  expect(kept.host).toBe("theirs");
});

it("asks before leaving a page while any of its forms is unsaved", async () => {
  const user = userEvent.setup();
  function Form({ name }: { name: string }) {
    const form = useServerForm({
      saved: { text: "" },
      version: 1,
      canSave: true,
      save: async (_changes, version, value) => ({ saved: value, version }),
    });
    return (
      <label>
        {name}
        <input value={form.value.text} onChange={(event) => form.edit({ text: event.target.value })} />
        {form.guard.asking ? (
          <button type="button" onClick={form.guard.leave}>
            leave
          </button>
        ) : null}
      </label>
    );
  }
  const forms = ["first", "second", "third"].map((name) => <Form key={name} name={name} />);
  const router = createMemoryRouter([
    { path: "/", element: forms },
    { path: "/elsewhere", element: <p>elsewhere</p> },
  ]);
  render(<RouterProvider router={router} />);
  await user.type(await screen.findByLabelText("first"), "typed");
  await act(() => router.navigate("/elsewhere"));
  expect(screen.queryByText("elsewhere")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "leave" }));
  expect(await screen.findByText("elsewhere")).toBeDefined();
});

it("keeps unsaved input and does not send it without the permission", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  function Form({ canSave }: { canSave: boolean }) {
    const form = useServerForm({
      saved: { text: "" },
      version: 1,
      canSave,
      save: async (_changes, version, value) => {
        sent.push(value);
        return { saved: value, version };
      },
    });
    return (
      <>
        <input
          aria-label="text"
          value={form.value.text}
          onChange={(event) => form.edit({ text: event.target.value })}
        />
        <button type="button" onClick={() => void form.submit()}>
          save
        </button>
        <FormNotices form={form} labels={{ text: "Text" }} inWords={(text) => text} />
      </>
    );
  }
  function Page() {
    const [canSave, setCanSave] = useState(true);
    return (
      <>
        <Form canSave={canSave} />
        <button type="button" onClick={() => setCanSave(false)}>
          lose
        </button>
      </>
    );
  }
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Page /> }])} />);
  await user.click(await screen.findByRole("button", { name: "lose" }));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(await input("text"), "typed");
  expect(await screen.findByRole("alert")).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "save" }));
  expect((await input("text")).value).toBe("typed");
  expect(sent).toEqual([]);
});
