// The query of a resume file.
import { queryOptions } from "@tanstack/react-query";
import type { RecognizedText } from "@/lib/api/types";
import { kindOf } from "./kind";

export interface ResumeSource {
  /** Cache key of the file. */
  key: string;
  fileName: string;
  load: () => Promise<Blob>;
  /** Loads the text that was recognised in its pictures. */
  loadText: () => Promise<RecognizedText>;
}

export function resumeQuery({ key, load }: Pick<ResumeSource, "key" | "load">) {
  return queryOptions({
    queryKey: ["resume", key],
    queryFn: async () => {
      const data = await load();
      return { data, kind: await kindOf(data) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
}

export function recognizedTextQuery({ key, loadText }: Pick<ResumeSource, "key" | "loadText">) {
  return queryOptions({
    queryKey: ["resume text", key],
    queryFn: loadText,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
