// The result of a finished task, if there is something to open or download.
import type { Task } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

export type TaskResult = { kind: "file" | "page"; href: string } | { kind: "text"; text: string };

function copyable(text: unknown): TaskResult | null {
  return typeof text === "string" && text ? { kind: "text", text } : null;
}

export function resultOf({ kind, status, result }: Task): TaskResult | null {
  if (status !== "completed") return null;
  const { file_url, text, translatedText, job_id, batch_ids } = (result ?? {}) as Partial<Record<string, unknown>>;
  switch (kind) {
    case "dashboard.export":
      return typeof file_url === "string" && file_url.startsWith("/api/") ? { kind: "file", href: file_url } : null;
    case "job.draft":
      return copyable(text);
    case "text.translate":
      return copyable(translatedText);
    case "judge.measure":
      return { kind: "page", href: href("settings", { tab: "ai" }) };
    case "dashboard.insights":
      return { kind: "page", href: href("dashboard") };
    case "applications.evaluate": {
      const batch_id = Array.isArray(batch_ids) ? batch_ids[0] : null;
      if (typeof job_id !== "string" || typeof batch_id !== "string") return null;
      return { kind: "page", href: href("evaluate", { job_id, batch_id }) };
    }
    default:
      return null;
  }
}
