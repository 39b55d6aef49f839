import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider, useSearchParams } from "react-router";
import { expect, it } from "vitest";
import { UnsavedScope } from "./UnsavedScope";
import { useUnsavedGuard } from "./unsaved";

function Field({ onClose }: { onClose?: () => void }) {
  const [text, setText] = useState("");
  const guard = useUnsavedGuard(text !== "");
  return (
    <>
      <input aria-label="field" value={text} onChange={(event) => setText(event.target.value)} />
      {onClose ? (
        <button type="button" onClick={() => guard.confirm(onClose)}>
          close
        </button>
      ) : null}
      {guard.asking ? (
        <>
          <button type="button" onClick={guard.leave}>
            leave
          </button>
          <button type="button" onClick={guard.stay}>
            stay
          </button>
        </>
      ) : null}
    </>
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const type = async (text: string) => userEvent.type(await screen.findByLabelText("field"), text);
const typed = () => screen.getByLabelText<HTMLInputElement>("field").value;
const isAsking = () => screen.queryByRole("button", { name: "leave" }) !== null;

function renderTabs() {
  function Tabs() {
    const [params] = useSearchParams();
    const tab = params.get("tab") ?? "first";
    return (
      <UnsavedScope params={["tab"]}>
        <Field key={tab} />
      </UnsavedScope>
    );
  }
  const router = createMemoryRouter([{ path: "/", element: <Tabs /> }]);
  render(<RouterProvider router={router} />);
  return router;
}

it("asks before a search parameter changes that the form depends on", async () => {
  const router = renderTabs();
  await type("typed");
  await act(() => router.navigate("/?tab=second"));
  expect(typed()).toBe("typed");
  await press("stay");
  expect(router.state.location.search).toBe("");
  await act(() => router.navigate("/?tab=second"));
  await press("leave");
  await waitFor(() => expect(typed()).toBe(""));
  expect(router.state.location.search).toBe("?tab=second");
});

it("does not ask for a search parameter that keeps the form", async () => {
  const router = renderTabs();
  await type("typed");
  await act(() => router.navigate("/?sort=name"));
  expect(isAsking()).toBe(false);
  expect(router.state.location.search).toBe("?sort=name");
  expect(typed()).toBe("typed");
});

it("asks before closing over unsaved changes, and not without them", async () => {
  function Panel() {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? (
      <Field onClose={() => setOpen(false)} />
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
    );
  }
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Panel /> }])} />);
  await press("close");
  await press("open");
  await type("typed");
  await press("close");
  await press("stay");
  expect(typed()).toBe("typed");
  await press("close");
  await press("leave");
  expect(await screen.findByRole("button", { name: "open" })).toBeDefined();
});

it("guards what is typed after a navigation was allowed", async () => {
  function Form() {
    const [text, setText] = useState("");
    const guard = useUnsavedGuard(text !== "");
    return (
      <>
        <input aria-label="field" value={text} onChange={(event) => setText(event.target.value)} />
        <button
          type="button"
          onClick={() => {
            guard.release();
            setText("");
          }}
        >
          save
        </button>
        {guard.asking ? <p>asking</p> : null}
      </>
    );
  }
  const router = createMemoryRouter([
    { path: "/", element: <Form /> },
    { path: "/elsewhere", element: <p>elsewhere</p> },
  ]);
  render(<RouterProvider router={router} />);
  await type("first");
  await press("save");
  await type("second");
  await act(() => router.navigate("/elsewhere"));
  expect(await screen.findByText("asking")).toBeDefined();
});
