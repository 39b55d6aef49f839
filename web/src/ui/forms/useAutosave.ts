// Saves a form as it is typed: in this browser with every keystroke, on the server shortly after.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isTransient } from "@/lib/api/problem";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";
import { listenForSendingMoments } from "./sendingMoments";
import type { Unsent } from "./serverForm";
import type { ServerForm } from "./useServerForm";

/** Delay after the last keystroke. */
export const PAUSE_MS = 800;
/** Delay before a failed request is retried. */
export const RETRY_MS = 5_000;

/** Nothing typed yet, saved on the server, being saved, kept in this browser only, or not kept anywhere. */
export type AutosaveState = "none" | "saved" | "saving" | "local" | "unsaved";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What was typed on an earlier visit and isn't on the server; null without any. */
export function readUnsent<T extends object>(key: string): Unsent<T> | null {
  const stored = readPrivate(key);
  if (!isRecord(stored) || !isRecord(stored["base"]) || !isRecord(stored["changes"])) return null;
  const version = stored["version"];
  if (typeof version !== "number" && typeof version !== "string") return null;
  return { base: stored["base"] as T, version, changes: stored["changes"] as Partial<T> };
}

export function useAutosave<T extends object>(form: ServerForm<T>, key: string): AutosaveState {
  const { value, isDirty, canSave, isSaving, error, conflicts } = form;
  const [isKept, setKept] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const hasConflicts = Object.keys(conflicts).length > 0;
  const canSend = isDirty && canSave && !isSaving && !hasConflicts;
  /** What was sent last. If it was refused, it is sent again once it changes, or, after a lost connection, later. */
  const attempt = useRef<T | null>(null);

  const send = useEffectEvent(async () => {
    if (!canSend) return;
    attempt.current = value;
    if (await form.submit()) setSaved(true);
  });
  useEffect(() => {
    if (!canSend) return;
    const isRefused = error !== null && attempt.current === value;
    if (isRefused && !isTransient(error)) return;
    const timer = setTimeout(() => void send(), isRefused ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value, canSend, error]);

  const keep = useEffectEvent(() => {
    if (!isDirty) return removePrivate(key);
    const written = canSave && writePrivate(key, { isUnsent: true, ...form.unsent });
    setKept(written);
    // What is kept isn't lost by leaving, so don't ask.
    if (written) form.guard.release();
    else form.guard.hold();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps whatever was typed last
  useEffect(() => keep(), [value, isDirty, canSave]);

  const leave = useEffectEvent(async () => {
    // Leaving what can't be saved anymore was confirmed.
    if (!canSave || (canSend && (await form.submit()))) removePrivate(key);
  });
  useEffect(() => {
    const stop = listenForSendingMoments(() => void send());
    return () => {
      stop();
      void leave();
    };
  }, []);

  if (!isDirty) return wasSaved ? "saved" : "none";
  if (isSaving || (error === null && !hasConflicts)) return "saving";
  return isKept ? "local" : "unsaved";
}
