// Sends the letters, with undo, and reports the result.
import { App } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Composition } from "@/entities/email/composition";
import { keepSending, leaveSending, type Sending, settleSending, useSendingOwner } from "@/entities/email/leftSendings";
import { sendRule, TARGETS } from "@/entities/email/model";
import {
  namedEmails,
  staleDrafts,
  useCancelSending,
  useFetchLatestEmail,
  useSendEmails,
  useSendingResult,
  useWithdrawEmail,
} from "@/entities/email/queries";
import { useSentReport } from "@/entities/email/sentReport";
import { isTaskCancelled } from "@/entities/task/tasks";
import { onServerClock } from "@/lib/api/serverClock";
import type { Application, EmailLanguage, EmailType } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { clearKeptSelection } from "@/ui/lists/useKeptSelection";
import {
  type Letter,
  type LetterSummary,
  withDrafts,
  withLatest,
  withSending,
  withSent,
  withTakenBack,
} from "../logic/letters";
import type { SetLetters } from "./useLetters";

/** How long sending can be undone. */
const UNDO_MS = 10_000;
/** More than these are counted, not named. */
const MAX_NAMES = 3;

interface Options {
  type: EmailType;
  language: EmailLanguage;
  candidates: readonly Application[];
  tally: LetterSummary;
  /** The reason to overrule the AI's recommendation. */
  reason: string;
  setLetters: SetLetters;
  refuseAddresses: (addresses: readonly string[]) => void;
  /** Refetches the candidates. */
  onRefresh: () => void;
  /** What is opened again when sending is undone after this was left. */
  reopens?: Composition;
}

interface Recipient {
  letter: Letter;
  candidate: Application;
  address: string;
}

export function useLetterSending(options: Options): {
  sending: Sending | null;
  /** Whether the request to send is under way. */
  isRequesting: boolean;
  isUndoing: boolean;
  isWithdrawing: boolean;
  /** Sends at a time; null sends after the undo period. */
  send: (later: Date | null) => void;
  undo: () => void;
  /** Withdraws one scheduled email. */
  withdraw: (applicationId: string, emailId: string) => void;
} {
  const { type, language, candidates, tally, reason, setLetters, reopens } = options;
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const reportSent = useSentReport();
  const owner = useSendingOwner();
  const applyRefusal = useRefusal(options);
  const [sending, setSending] = useState<Sending | null>(null);
  const leave = useEffectEvent(() => {
    if (sending) leaveSending(sending);
  });
  useEffect(() => () => leave(), []);
  const request = useSendEmails();
  const result = useSendingResult();
  const cancellation = useCancelSending();
  const withdrawal = useWithdrawEmail();
  const fetchLatest = useFetchLatestEmail();

  const send = (later: Date | null) => {
    const byId = new Map(candidates.map((one) => [one.id, one]));
    const at = later ?? new Date(Date.now() + UNDO_MS);
    const recipients = tally.sendable.flatMap((letter): Recipient[] => {
      const candidate = byId.get(letter.applicationId);
      return candidate && letter.to ? [{ letter, candidate, address: letter.to }] : [];
    });
    const ids = recipients.map(({ letter }) => letter.applicationId);
    const target = TARGETS[type];
    request.mutate(
      {
        language,
        emails: recipients.map(({ letter, candidate, address }) => ({
          to: address,
          subject: letter.subject,
          body: letter.body,
          candidateId: letter.applicationId,
          ...(target && { currentStatus: candidate.status, currentSubStatus: candidate.sub_status }),
          emailType: type,
          language: letter.language ?? language,
          draftVersion: letter.version,
          ...(sendRule(type, candidate)?.overrulesAi ? { reason: reason.trim() } : {}),
        })),
        // A chosen time is the same on every clock; the time to undo is counted on this one.
        sendAt: later ?? onServerClock(at),
        ...(target && { targetStatus: target.status }),
      },
      {
        onSuccess: (task) => {
          const handedOver: Sending = { task, at, ids, reopens };
          clearKeptSelection();
          keepSending(owner, handedOver);
          setSending(handedOver);
          setLetters((former) => withSending(former, ids, at));
          result.mutate(
            { task, sendAt: at },
            {
              onSuccess: (results) => {
                setLetters((former) => withSent(former, ids, results));
                reportSent(results);
              },
              onError: (error) => message.error(errorText(error)),
              onSettled: () => {
                settleSending(owner, handedOver);
                setSending((former) => (former?.task.id === task.id ? null : former));
              },
            },
          );
        },
        onError: (error) => applyRefusal(error, recipients),
      },
    );
  };

  const undo = () => {
    if (!sending) return;
    cancellation.mutate(sending.task.id, {
      onSuccess: (task) => {
        // Emails sent before a cancellation are part of the result, which is still to come.
        if (!isTaskCancelled(task)) return;
        setLetters((former) => withTakenBack(former, sending.ids));
        settleSending(owner, sending);
        setSending(null);
        message.success(t("send.undone"));
      },
      onError: (error) => message.error(`${t("send.too_late")} ${errorText(error)}`),
    });
  };

  const withdraw = (applicationId: string, emailId: string) =>
    withdrawal.mutate(emailId, {
      onSuccess: async () => {
        const latest = await fetchLatest(applicationId, type);
        setLetters((former) => withLatest(former, applicationId, latest));
        // An offer's email does not become a draft.
        message.success(t(latest?.status === "draft" ? "history.withdrawn" : "send.undone"));
      },
      onError: (error) => message.error(errorText(error)),
    });

  return {
    sending,
    isRequesting: request.isPending,
    isUndoing: cancellation.isPending,
    isWithdrawing: withdrawal.isPending,
    send,
    undo,
    withdraw,
  };
}

/** After a refused request nothing was sent: shows and applies what prevented it, so that the next try sends the rest. */
function useRefusal({ candidates, setLetters, refuseAddresses, onRefresh }: Options) {
  const { t, i18n } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const namesOf = (some: readonly Application[]) => {
    const names = some.slice(0, MAX_NAMES).map(({ person }) => person.name ?? t("unnamed"));
    if (some.length > MAX_NAMES) names.push(t("send.more", { count: some.length - MAX_NAMES }));
    return new Intl.ListFormat(i18n.language).format(names);
  };
  return (error: unknown, recipients: readonly Recipient[]) => {
    const drafts = staleDrafts(error);
    const at = (indices: readonly number[]) => indices.flatMap((index) => recipients[index] ?? []);
    const moved = at(namedEmails(error, "candidateId"));
    const unreachable = at(namedEmails(error, "to"));
    if (drafts.length > 0) {
      const changed = new Set(drafts.map(({ application_id }) => application_id));
      const who = namesOf(candidates.filter(({ id }) => changed.has(id)));
      setLetters((former) => withDrafts(former, drafts));
      message.warning(t("send.changed", { count: drafts.length, who }));
    } else if (moved.length > 0) {
      onRefresh();
      message.warning(t("send.moved", { count: moved.length, who: namesOf(moved.map((one) => one.candidate)) }));
    } else if (unreachable.length > 0) {
      refuseAddresses(unreachable.map(({ address }) => address));
      message.error(`${t("send.failed")} ${t("send.without_address", { count: unreachable.length })}`);
    } else {
      message.error(`${t("send.failed")} ${errorText(error)}`);
    }
  };
}

/** Sends once the drafts are saved, so that the request names their versions. */
export function useSendWhenSaved(options: {
  isSaving: boolean;
  tally: LetterSummary;
  send: (later: Date | null) => void;
}): { isWaiting: boolean; sendWhenSaved: (later: Date | null) => void } {
  const { isSaving, tally, send } = options;
  const [waiting, setWaiting] = useState<{ later: Date | null; count: number } | null>(null);
  const sendSaved = useEffectEvent(({ later, count }: { later: Date | null; count: number }) => {
    setWaiting(null);
    // If saving found a conflict, it is shown instead.
    if (tally.sendable.length === count) send(later);
  });
  useEffect(() => {
    if (waiting && !isSaving) sendSaved(waiting);
  }, [waiting, isSaving]);
  return {
    isWaiting: waiting !== null,
    sendWhenSaved: (later) => setWaiting({ later, count: tally.sendable.length }),
  };
}
