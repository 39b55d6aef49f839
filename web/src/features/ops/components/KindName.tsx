// A kind of tasks in words, with its code name, which logs and metrics use.
import type { Task } from "@/lib/api/types";
import { useKindName } from "./useKindName";

export function KindName({ kind }: { kind: Task["kind"] }) {
  const name = useKindName();
  return <span title={kind}>{name(kind)}</span>;
}
