import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import type { Upload } from "@/entities/batch/uploads";
import { ApiProblem } from "@/lib/api/problem";
import { loadTexts, text } from "@/testing/texts";
import { UploadPanel } from "./UploadPanel";

beforeAll(loadTexts);

const failed = (status: number, code: string): Upload => ({
  id: "u1",
  organizationId: "o1",
  jobId: "j1",
  jobTitle: "Night nurse",
  file: new File(["?"], "resumes.zip"),
  state: "failed",
  sent: 1,
  batch: null,
  problem: new ApiProblem({ status, code }),
});

it("asks for another file where the server refused this one", async () => {
  const onChoose = vi.fn();
  const { container } = render(
    <UploadPanel uploads={[failed(422, "batch.not_a_zip")]} waiting={[]} onChoose={onChoose} />,
  );
  await screen.findByRole("button", { name: text("evaluate:upload.other") });
  expect(screen.queryByRole("button", { name: text("evaluate:upload.again") })).toBeNull();
  const other = new File(["PK"], "right.zip");
  await userEvent.upload(container.querySelector("input[type=file]") as HTMLInputElement, other);
  expect(onChoose).toHaveBeenCalledWith([expect.objectContaining({ file: other })]);
});

it("offers the same file again after a failure of the connection", async () => {
  render(<UploadPanel uploads={[failed(0, "client.network")]} waiting={[]} onChoose={() => {}} />);
  await screen.findByRole("button", { name: text("evaluate:upload.again") });
});
