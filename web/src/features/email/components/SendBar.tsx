// Summary and send button, with the countdown to undo sending.

import { Button } from "antd";
import Input from "antd/es/input/Input";
import { Send, Undo2 } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { TARGETS } from "@/entities/email/model";
import { zoneOf } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { useDateStyle } from "@/i18n/dateStyle";
import { dateWriters } from "@/i18n/format";
import type { Language } from "@/i18n/languages";
import { useTimeZoneName } from "@/i18n/timeZones";
import type { EmailType } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { countSources, type LetterSummary } from "../logic/letters";
import styles from "./SendBar.module.css";
import { useEmailLabels } from "./useEmailLabels";

/** Counts down below this; shows the time above. */
const SOON_SECONDS = 60;

const SendLaterDialog = lazyPart(
  async () => ({ default: (await import("./SendLaterDialog")).SendLaterDialog }),
  "overlay",
);

interface Props {
  type: EmailType;
  tally: LetterSummary;
  /** When the emails are sent, while sending can be undone. */
  sendsAt: Date | null;
  queued: number;
  isBusy: boolean;
  canSend: boolean;
  /** The reason to overrule the AI's recommendation; null if it isn't overruled. */
  reason: string | null;
  onReason: (reason: string) => void;
  /** Sends at a time; null sends after the undo period. */
  onSend: (at: Date | null) => void;
  onUndo: () => void;
}

export function SendBar({ type, tally, sendsAt, queued, isBusy, canSend, reason, onReason, onSend, onUndo }: Props) {
  const { t, i18n } = useTranslation("email");
  const { types } = useEmailLabels();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const [asksWhen, setAsksWhen] = useState(false);
  const zone = zoneOf(useCurrentOrganization().membership.organization);
  const inZone = dateWriters(i18n.language as Language, { ...useDateStyle(), timeZone: zone });
  const zoneName = useTimeZoneName(zone, sendsAt ?? undefined);
  const seconds = useSecondsUntil(sendsAt);
  const target = TARGETS[type];
  const { sendable, notAllowed, withoutAddress, withoutText, inConflict } = tally;
  const { template, model, hand } = countSources(sendable);
  const sources = [
    template > 0 ? t("send.by_template", { count: template }) : null,
    model > 0 ? t("send.by_model", { count: model }) : null,
    hand > 0 ? t("send.by_hand", { count: hand }) : null,
  ].filter((source) => source !== null);
  const bar = useRef<HTMLElement>(null);
  const isQueued = sendsAt !== null;
  const wasQueued = useRef(isQueued);
  // The pressed button was replaced by the other one.
  useEffect(() => {
    if (wasQueued.current !== isQueued && document.activeElement === document.body) bar.current?.focus();
    wasQueued.current = isQueued;
  }, [isQueued]);
  const needsReason = reason !== null && reason.trim() === "";

  if (sendsAt && seconds > SOON_SECONDS) {
    return (
      <footer ref={bar} className={styles.bar} tabIndex={-1} data-bottom-bar="full">
        <p className={styles.text} role="status">
          {t("later.waiting", { count: queued, when: `${inZone.dateTime(sendsAt)} (${zoneName})` })}
        </p>
        <Button icon={<Undo2 size={15} aria-hidden="true" />} loading={isBusy} onClick={onUndo}>
          {t("send.undo")}
        </Button>
      </footer>
    );
  }
  if (sendsAt && seconds > 0) {
    return (
      <footer ref={bar} className={styles.bar} tabIndex={-1} data-bottom-bar="full">
        <p className={styles.text} role="status">
          {t("send.soon", { count: queued })} <span aria-hidden="true">{t("send.seconds", { count: seconds })}</span>
        </p>
        <Button icon={<Undo2 size={15} aria-hidden="true" />} loading={isBusy} onClick={onUndo}>
          {t("send.undo")}
        </Button>
      </footer>
    );
  }
  return (
    <footer ref={bar} className={styles.bar} tabIndex={-1} data-bottom-bar="full">
      <p className={styles.text}>
        {sendable.length === 0
          ? t("send.nothing")
          : type === "offer_intent"
            ? t("send.intent", { count: sendable.length })
            : target
              ? t("send.what", {
                  type: types[type],
                  count: sendable.length,
                  stage: stageName(target.status),
                  status: subStatusName(target.sub_status),
                })
              : t("send.message", { count: sendable.length })}
        {sources.length > 0 ? <span className={styles.sources}> {sources.join(" · ")}</span> : null}
        {withoutAddress > 0 ? (
          <span className={styles.left}> {t("send.without_address", { count: withoutAddress })}</span>
        ) : null}
        {notAllowed > 0 ? <span className={styles.left}> {t("send.not_allowed", { count: notAllowed })}</span> : null}
        {withoutText > 0 ? (
          <span className={styles.left}> {t("send.without_text", { count: withoutText })}</span>
        ) : null}
        {inConflict > 0 ? <span className={styles.left}> {t("send.in_conflict", { count: inConflict })}</span> : null}
      </p>
      {reason !== null && sendable.length > 0 ? (
        <Input
          className={styles.reason ?? ""}
          aria-label={t("send.reason")}
          placeholder={t("send.reason")}
          maxLength={2000}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      ) : null}
      <div className={styles.actions}>
        <Button disabled={sendable.length === 0 || !canSend || needsReason || isBusy} onClick={() => setAsksWhen(true)}>
          {t("later.button")}
        </Button>
        <Button
          type="primary"
          icon={<Send size={15} aria-hidden="true" />}
          disabled={sendable.length === 0 || !canSend || needsReason}
          loading={isBusy}
          onClick={() => onSend(null)}
        >
          {sendable.length > 0 ? t("send.button", { count: sendable.length }) : t("send.none")}
        </Button>
      </div>
      {asksWhen ? (
        <Suspense>
          <SendLaterDialog
            count={sendable.length}
            zone={zone}
            onCancel={() => setAsksWhen(false)}
            onConfirm={(at) => {
              setAsksWhen(false);
              onSend(at);
            }}
          />
        </Suspense>
      ) : null}
    </footer>
  );
}

/** Whole seconds left, updated once a second. */
function useSecondsUntil(moment: Date | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!moment) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [moment]);
  return moment ? Math.max(0, Math.ceil((moment.getTime() - now) / 1000)) : 0;
}
