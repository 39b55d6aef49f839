// What a finished task left behind, as far as there is something to open or take along.
import type { Task } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

export type TaskResult = { kind: "file" | "page"; href: string } | { kind: "text"; text: string };

export function resultOf({ kind, status, result }: Task): TaskResult | null {
  if (status !== "completed") return null;
  const { file_url, text } = (result ?? {}) as { file_url?: unknown; text?: unknown };
  switch (kind) {
    case "dashboard.export":
      return typeof file_url === "string" && file_url.startsWith("/api/") ? { kind: "file", href: file_url } : null;
    case "job.draft":
    case "text.translate":
      return typeof text === "string" && text ? { kind: "text", text } : null;
    case "dashboard.insights":
      return { kind: "page", href: href("dashboard") };
    default:
      return null;
  }
}
