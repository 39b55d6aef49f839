import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { loadTexts, text } from "@/testing/texts";
import { RecognizedText } from "./RecognizedText";

beforeAll(loadTexts);

const source = {
  key: "application 1",
  fileName: "scan.pdf",
  load: () => Promise.reject(new Error("only the text is shown here")),
  loadText: () => Promise.resolve({ text: "Chen Yu\n\nSix years of Rust", pages: [2, 3] }),
};

it("shows the recognized text with its pages, and marks the quotation in it", async () => {
  const onLocated = vi.fn();
  const shown = (quote: string) => (
    <QueryClientProvider client={client}>
      <RecognizedText source={source} quote={quote} onLocated={onLocated} />
    </QueryClientProvider>
  );
  const client = new QueryClient();
  const { rerender } = render(shown("years of Rust"));
  expect((await screen.findByText("years of Rust")).tagName).toBe("MARK");
  expect(screen.getByText(text("scan:note", { count: 2, numbers: "2, 3" }))).toBeDefined();
  expect(onLocated).toHaveBeenLastCalledWith(true);
  rerender(shown("Ten years of Go"));
  expect(onLocated).toHaveBeenLastCalledWith(false);
  expect(screen.queryByText("years of Rust")).toBeNull();
});
