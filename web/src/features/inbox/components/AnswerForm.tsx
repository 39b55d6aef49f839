// Answers a message: the text alone, because what it answers is quoted below it.
import { Button, Input } from "antd";
import { type ComponentRef, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAnswerMessage } from "@/entities/email/inbox";
import { leaveSending } from "@/entities/email/leftSendings";
import { useCanWriteEmails } from "@/entities/email/service";
import { onServerClock } from "@/lib/api/serverClock";
import type { InboundMessage } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { keepAnswer, useAnswerText } from "../logic/answerTexts";
import styles from "./Inbox.module.css";

/** How long sending can be undone. */
const UNDO_MS = 10_000;
const MAX_LENGTH = 50_000;

export function AnswerForm({ message, onClose }: { message: InboundMessage; onClose: () => void }) {
  const { t } = useTranslation("inbox");
  const errorText = useErrorText();
  const canWrite = useCanWriteEmails();
  const answer = useAnswerMessage();
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const { id, sender, application_id, answered_at } = message;
  const text = useAnswerText(id, Boolean(answered_at));
  const isTyped = text.trim() !== "";
  const guard = useUnsavedGuard(isTyped && !answer.isSuccess);
  useEffect(() => field.current?.focus(), []);
  const send = () => {
    if (!isTyped || answer.isPending || !canWrite) return;
    const at = new Date(Date.now() + UNDO_MS);
    answer.mutate(
      { id, body: text, sendAt: onServerClock(at) },
      {
        onSuccess: (task) => {
          keepAnswer(id, text, true);
          leaveSending({ task, at, ids: [application_id ?? id] });
          onClose();
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      aria-label={t("answer.title")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <UnsavedDialog guard={guard} />
      {canWrite ? null : <PermissionLostNotice fields={[{ label: t("answer.text"), value: text }]} />}
      <label htmlFor="answer-text">{t("answer.to", { email: sender })}</label>
      <Input.TextArea
        ref={field}
        id="answer-text"
        maxLength={MAX_LENGTH}
        autoSize={{ minRows: 5, maxRows: 18 }}
        readOnly={!canWrite}
        value={text}
        onChange={(event) => keepAnswer(id, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
          if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
        }}
      />
      <p className={styles.facts}>{t("answer.quoted")}</p>
      {answer.error ? (
        <p className={styles.warning} role="alert">
          {errorText(answer.error)}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" disabled={!isTyped || !canWrite} loading={answer.isPending}>
          {t("answer.send")}
        </Button>
        <Button onClick={onClose}>{t("answer.close")}</Button>
      </div>
    </form>
  );
}
