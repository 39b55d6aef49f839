// A kind of tasks in words, with its code name, which logs and metrics use.
import { useKindName } from "./useKindName";

export function KindName({ kind }: { kind: string }) {
  const name = useKindName();
  return <span title={kind}>{name(kind)}</span>;
}
