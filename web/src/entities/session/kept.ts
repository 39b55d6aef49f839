// Choices about the interface that this browser keeps for each person who uses it.
import { useCallback, useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";
import { useCurrentOrganization } from "./session";

const PREFIX = "bole.kept.";

/** Notified of every change; the values are in the storage. */
const changes = createAppStore(() => 0);

/** The person's choice among the known ones; null if they made none. */
export function useKeptChoice<T extends string>(
  name: string,
  known: readonly T[],
): [choice: T | null, choose: (choice: T) => void] {
  const key = `${PREFIX}${useCurrentOrganization().session.user.id}.${name}`;
  const stored = useSyncExternalStore(changes.subscribe, () => localStorage.getItem(key));
  const choose = useCallback(
    (choice: T) => {
      localStorage.setItem(key, choice);
      changes.set(changes.get() + 1);
    },
    [key],
  );
  return [known.find((one) => one === stored) ?? null, choose];
}
