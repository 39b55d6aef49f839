// The letter of the composer: its language, text, and sending.
import { Alert, App, Button, Radio, Skeleton } from "antd";
import Input from "antd/es/input/Input";
import type { TextAreaRef } from "antd/es/input/TextArea";
import TextArea from "antd/es/input/TextArea";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EditScheduledButton } from "@/entities/email/components/EditScheduledButton";
import type { Composition } from "@/entities/email/composition";
import { EMAIL_LANGUAGES, emailLanguageOf, sendRule } from "@/entities/email/model";
import { useFetchLatestEmail } from "@/entities/email/queries";
import { useEmailReason } from "@/entities/email/reason";
import { useEmailTemplate } from "@/entities/email/template";
import { useFormats } from "@/i18n/format";
import type { Application, EmailLanguage } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { ConflictNotice } from "@/ui/forms/ConflictNotice";
import { conflictsOf } from "@/ui/forms/conflicts";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import {
  hasConflict,
  type LetterText,
  rewrittenLetters,
  summarizeLetters,
  withDrafts,
  withFormer,
  withoutFormer,
  withRefused,
  withResolved,
  withSaved,
  withTemplate,
  withTemplateInstead,
  withText,
} from "../logic/letters";
import { AddressField } from "./AddressField";
import { ComposerFooter } from "./ComposerFooter";
import styles from "./EmailComposer.module.css";
import { FormerLetter } from "./FormerLetter";
import { InterviewerSelect } from "./InterviewerSelect";
import { UnsavedLettersNotice } from "./UnsavedLettersNotice";
import { useEmailLabels } from "./useEmailLabels";
import { useEmailPermissions } from "./useEmailPermissions";
import { useLetterGeneration } from "./useLetterGeneration";
import { useLetterSending, useSendWhenSaved } from "./useLetterSending";
import { useLetters } from "./useLetters";
import { useSavedDrafts } from "./useSavedDrafts";

const LOCKED = ["generating", "queued", "sent", "unknown"];

interface Props {
  composition: Composition;
  candidate: Application;
  /** That of the job; null until it is known. */
  defaultLanguage: EmailLanguage | null;
  typeSelect: ReactNode;
  /** Whether it is saved at once, because something else is shown next. */
  isLeaving: boolean;
  onLeft: () => void;
  /** What is typed couldn't be saved. */
  onStay: () => void;
  onSent: () => void;
  /** Refetches the candidate. */
  onRefresh: () => void;
}

export function ComposedLetter({ composition, candidate, typeSelect, isLeaving, ...props }: Props) {
  const { t, i18n } = useTranslation(["compose", "email"]);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const reasonText = useEmailReason();
  const formats = useFormats();
  const { languages } = useEmailLabels();
  const { canWrite, canSendBy } = useEmailPermissions();
  const { type } = composition;
  const { id } = candidate;
  const candidates = [candidate];
  const { letters, setLetters, isLoaded, refuseAddresses } = useLetters(type, candidates);
  const letter = letters.get(id);
  const [chosenLanguage, setLanguage] = useState<EmailLanguage | null>(null);
  const [interviewerId, setInterviewerId] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const body = useRef<TextAreaRef>(null);
  const fetchLatest = useFetchLatestEmail();

  const defaultLanguage = props.defaultLanguage ?? emailLanguageOf(i18n.language);
  const template = useEmailTemplate(
    {
      applicationId: id,
      emailType: type,
      defaultLanguage,
      ...(chosenLanguage && { language: chosenLanguage }),
      ...(interviewerId && { interviewerId }),
    },
    canWrite && props.defaultLanguage !== null,
  );
  const filled = template.data;
  useEffect(() => {
    if (filled && isLoaded) setLetters((former) => withTemplate(former, id, filled));
  }, [filled, isLoaded, id, setLetters]);
  const language = chosenLanguage ?? letter?.language ?? filled?.language ?? defaultLanguage;

  const { generate, isGenerating } = useLetterGeneration({
    letters,
    setLetters,
    type,
    languageOf: () => language,
    calendarLink: "",
    interviewerId,
  });
  const tally = summarizeLetters(letters);
  const rule = sendRule(type, candidate);
  const { sending, isRequesting, isWithdrawing, send, withdraw } = useLetterSending({
    type,
    language,
    candidates,
    tally,
    reason,
    setLetters,
    refuseAddresses,
    onRefresh: props.onRefresh,
    reopens: composition,
  });
  const { saving, isSaving, hasUnsaved } = useSavedDrafts({
    letters,
    type,
    language,
    isPaused: isRequesting || !canWrite,
    isUrgent: isLeaving,
    onSaved: (_, sent, draft) => setLetters((former) => withSaved(former, id, sent, draft)),
    onStale: (theirs) => setLetters((former) => withDrafts(former, [theirs])),
    onRefused: (_, error) => {
      const who = candidate.person.name ?? t("email:unnamed");
      message.warning({ key: id, content: t("email:save_refused", { who, why: errorText(error) }) });
      props.onRefresh();
      fetchLatest(id, type).then(
        (latest) => setLetters((former) => withRefused(former, id, latest)),
        // What the server has now is unknown, so nothing is saved until the next change.
        () => {},
      );
    },
  });
  const { isWaiting, sendWhenSaved } = useSendWhenSaved({ isSaving, tally, send });
  const guard = useUnsavedGuard(hasUnsaved);

  const cannotSave = !canWrite || saving === "failed" || (letter !== undefined && hasConflict(letter));
  const isSettled = isLeaving && !isSaving && (!hasUnsaved || cannotSave);
  const leave = useEffectEvent(() => {
    if (!hasUnsaved) return props.onLeft();
    props.onStay();
    guard.confirm(props.onLeft);
  });
  useEffect(() => {
    if (isSettled) leave();
  }, [isSettled]);
  const finish = useEffectEvent((at: Date) => {
    if (at.getTime() - Date.now() > 60_000) {
      message.success(t("email:later.waiting", { count: 1, when: formats.dateTime(at.toISOString()) }));
    }
    props.onSent();
  });
  useEffect(() => {
    if (sending) finish(sending.at);
  }, [sending]);
  const isReady = isLoaded && letter !== undefined && letter.state !== "empty" && letter.state !== "generating";
  useEffect(() => {
    const area = body.current?.resizableTextArea?.textArea;
    const active = document.activeElement;
    // The address or subject that is being typed keeps the focus.
    if (!isReady || !area || (active instanceof HTMLInputElement && !active.readOnly)) return;
    area.focus();
    area.setSelectionRange(0, 0);
  }, [isReady]);

  if (!letter) return null;
  if (!isLoaded && canWrite) return <Skeleton active paragraph={{ rows: 8 }} />;
  const isLocked = LOCKED.includes(letter.state) || !canWrite;
  const change = (text: Partial<LetterText>) => setLetters((former) => withText(former, id, text));
  const former = rewrittenLetters(letters)[0]?.former ?? null;
  const needsReason = rule?.overrulesAi === true && reason.trim() === "";
  const canSend = tally.sendable.length > 0 && canSendBy(type, rule) && !needsReason && !isRequesting && !isWaiting;
  const isTemplate = filled !== undefined && filled.subject === letter.subject && filled.body === letter.body;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (canSend) sendWhenSaved(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut belongs to all of its fields
    <div className={styles.letter} onKeyDown={onKeyDown}>
      <div className={styles.tools}>
        {typeSelect}
        <Radio.Group
          aria-label={t("email:language.label")}
          disabled={isLocked}
          value={language}
          onChange={(event) => setLanguage(event.target.value as EmailLanguage)}
          options={EMAIL_LANGUAGES.map((value) => ({ value, label: languages[value] }))}
        />
        {type === "online_invitation" || type === "onsite_invitation" ? (
          <InterviewerSelect className={styles.interviewer ?? ""} value={interviewerId} onChange={setInterviewerId} />
        ) : null}
        {type === "message" ? null : (
          <Button
            icon={<Sparkles size={15} aria-hidden="true" />}
            loading={isGenerating}
            disabled={isLocked}
            onClick={() => generate([id])}
          >
            {t("email:write.one")}
          </Button>
        )}
        {filled && !isTemplate && !isLocked ? (
          <Button type="link" onClick={() => setLetters((before) => withTemplateInstead(before, id, filled))}>
            {t("use_template")}
          </Button>
        ) : null}
        <span className={styles.saving} role="status">
          {saving === "saving" ? t("email:saving") : saving === "saved" ? t("email:saved") : null}
          {saving === "failed" ? t("email:save_failed") : null}
        </span>
      </div>
      {canWrite ? null : <UnsavedLettersNotice letters={letters} candidates={candidates} />}
      {template.error && letter.state === "empty" ? (
        <Alert type="warning" showIcon title={t("template_failed", { why: errorText(template.error) })} />
      ) : null}
      {letter.reason ? <Alert type="warning" showIcon title={reasonText(letter.reason)} /> : null}
      {letter.state === "queued" && letter.queued ? (
        <Alert
          type="info"
          showIcon
          title={t("email:history.later", {
            when: formats.dateTime(letter.queued.send_at ?? letter.queued.created_at),
          })}
          action={
            <>
              <EditScheduledButton email={letter.queued} />{" "}
              <Button
                size="small"
                loading={isWithdrawing}
                onClick={() => letter.queued && withdraw(id, letter.queued.id)}
              >
                {t("email:history.withdraw")}
              </Button>
            </>
          }
        />
      ) : null}
      <AddressField candidate={candidate} to={letter.to} isLocked={isLocked} />
      <ConflictNotice
        conflicts={conflictsOf(
          { value: { subject: letter.subject, body: letter.body }, conflicts: letter.conflicts },
          { subject: t("email:subject"), body: t("email:body") },
          (value) => value,
        )}
        onResolve={(field, choice) =>
          setLetters((before) => withResolved(before, id, field as keyof LetterText, choice))
        }
      />
      <div className={styles.texts} data-compares={former !== null}>
        <div className={styles.letter}>
          <label className={styles.label} htmlFor="composer-subject">
            {t("email:subject")}
          </label>
          <Input
            id="composer-subject"
            maxLength={200}
            readOnly={isLocked}
            value={letter.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
          <label className={styles.label} htmlFor="composer-body">
            {t("email:body")}
          </label>
          <TextArea
            ref={body}
            id="composer-body"
            autoSize={{ minRows: 8, maxRows: 16 }}
            readOnly={isLocked}
            value={letter.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        </div>
        {former ? (
          <FormerLetter
            former={former}
            onRestore={() => setLetters((before) => withFormer(before, [id]))}
            onKeep={() => setLetters((before) => withoutFormer(before, [id]))}
          />
        ) : null}
      </div>
      <ComposerFooter
        type={type}
        tally={tally}
        reason={rule?.overrulesAi ? reason : null}
        onReason={setReason}
        canSend={canSend}
        isBusy={isRequesting || isWaiting}
        onSend={sendWhenSaved}
      />
      <UnsavedDialog guard={guard} />
    </div>
  );
}
