// What sending the composed letter does, and its buttons.
import { Button } from "antd";
import Input from "antd/es/input/Input";
import { Send } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { TARGETS } from "@/entities/email/model";
import { zoneOf } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { keyLabel } from "@/ui/keyboard/keyLabel";
import { lazyPart } from "@/ui/late/lazyPart";
import type { LetterSummary } from "../logic/letters";
import styles from "./EmailComposer.module.css";
import { useEmailLabels } from "./useEmailLabels";

const SendLaterDialog = lazyPart(
  async () => ({ default: (await import("./SendLaterDialog")).SendLaterDialog }),
  "overlay",
);

interface Props {
  type: EmailType;
  tally: LetterSummary;
  /** The reason to overrule the AI's recommendation; null if it isn't overruled. */
  reason: string | null;
  onReason: (reason: string) => void;
  canSend: boolean;
  isBusy: boolean;
  /** Sends at a time; null sends after the undo period. */
  onSend: (at: Date | null) => void;
}

export function ComposerFooter({ type, tally, reason, onReason, canSend, isBusy, onSend }: Props) {
  const { t } = useTranslation(["compose", "email"]);
  const { types } = useEmailLabels();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const zone = zoneOf(useCurrentOrganization().membership.organization);
  const [asksWhen, setAsksWhen] = useState(false);
  const target = TARGETS[type];
  const effect =
    type === "offer_intent"
      ? t("email:send.intent", { count: 1 })
      : target
        ? t("email:send.what", {
            type: types[type],
            count: 1,
            stage: stageName(target.status),
            status: subStatusName(target.sub_status),
          })
        : t("email:send.message", { count: 1 });
  const missing =
    tally.notAllowed > 0
      ? t("email:not_allowed")
      : tally.withoutAddress > 0
        ? t("email:no_address")
        : tally.sendable.length === 0
          ? t("email:send.nothing")
          : null;
  return (
    <footer className={styles.foot}>
      {reason !== null ? (
        <Input
          className={styles.reason ?? ""}
          aria-label={t("email:send.reason")}
          placeholder={t("email:send.reason")}
          maxLength={2000}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      ) : null}
      {missing ? (
        <p className={`${styles.what} ${styles.missing}`}>{missing}</p>
      ) : (
        <p className={styles.what}>{effect}</p>
      )}
      <Button disabled={!canSend || isBusy} onClick={() => setAsksWhen(true)}>
        {t("email:later.button")}
      </Button>
      <Button
        type="primary"
        icon={<Send size={15} aria-hidden="true" />}
        title={keyLabel("Mod+Enter")}
        disabled={!canSend}
        loading={isBusy}
        onClick={() => onSend(null)}
      >
        {t("send")}
      </Button>
      {asksWhen ? (
        <Suspense>
          <SendLaterDialog
            count={1}
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
