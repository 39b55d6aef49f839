// Emails that were handed over and whose page was left before they were sent, also by loading it again.

import { useCurrentOrganization } from "@/entities/session/session";
import type { Task } from "@/lib/api/types";
import { readPrivate, writePrivate } from "@/lib/storage/privateStorage";
import { createAppStore } from "@/lib/store";
import type { Composition } from "./composition";

/** Emails for a later time are found with their candidates. */
const SOON_MS = 60_000;
const KEY = "sendings";

/** Emails that can be undone until a moment, and whose outcome is still to come. */
export interface Sending {
  task: Task;
  at: Date;
  ids: readonly string[];
  /** What is opened again when they are undone after the page was left. */
  reopens?: Composition | undefined;
}

export const leftSendings = createAppStore<readonly Sending[]>(() => []);

/** The user and organization that sendings are kept for. */
export function useSendingOwner(): string {
  const { session, membership } = useCurrentOrganization();
  return `${session.user.id} ${membership.organization.id}`;
}

function readKept(owner: string): readonly Sending[] {
  const kept = readPrivate(KEY) as { owner?: unknown; sendings?: unknown } | null;
  if (kept?.owner !== owner || !Array.isArray(kept.sendings)) return [];
  return (kept.sendings as (Omit<Sending, "at"> & { at: string })[])
    .map((sending) => ({ ...sending, at: new Date(sending.at) }))
    .filter(({ at }) => Math.abs(at.getTime() - Date.now()) <= SOON_MS);
}

const isSoon = ({ at }: Sending) => at.getTime() - Date.now() <= SOON_MS;

/** Keeps it until it is settled, for when the page is loaded again. */
export function keepSending(owner: string, sending: Sending): void {
  if (isSoon(sending)) writePrivate(KEY, { owner, sendings: [...readKept(owner), sending] });
}

/** Takes up those of a page that was loaded again. */
export function restoreSendings(owner: string): void {
  leftSendings.set(readKept(owner));
}

export function leaveSending(sending: Sending): void {
  if (isSoon(sending)) leftSendings.set([...leftSendings.get(), sending]);
}

export function settleSending(owner: string, { task }: Sending): void {
  const others = (sendings: readonly Sending[]) => sendings.filter((other) => other.task.id !== task.id);
  leftSendings.set(others(leftSendings.get()));
  writePrivate(KEY, { owner, sendings: others(readKept(owner)) });
}
