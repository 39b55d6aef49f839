// Emails of one type to the selected candidates: drafted by the AI, edited by the user, sent once.
import { App } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmailServiceBanner } from "@/entities/email/components/EmailServiceBanner";
import { emailLanguageOf, sendRule } from "@/entities/email/model";
import { useFetchLatestEmail } from "@/entities/email/queries";
import { useOptionalJob } from "@/entities/job/queries";
import { loadTexts } from "@/i18n/i18n";
import type { Application, EmailLanguage, EmailType } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { ConflictNotice } from "@/ui/forms/ConflictNotice";
import { conflictsOf } from "@/ui/forms/conflicts";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { lazyPart } from "@/ui/late/lazyPart";
import { ProgressBar } from "@/ui/ProgressBar";
import {
  type Letter,
  type LetterText,
  lettersToWrite,
  rewrittenLetters,
  summarizeLetters,
  withDrafts,
  withFormer,
  withoutFormer,
  withRefused,
  withResolved,
  withSaved,
  withText,
} from "../logic/letters";
import { CandidateColumn } from "./CandidateColumn";
import { CockpitHeader } from "./CockpitHeader";
import styles from "./EmailCockpit.module.css";
import { EvidencePicker } from "./EvidencePicker";
import { LetterEditor } from "./LetterEditor";
import { LetterPreview } from "./LetterPreview";
import { LetterTools } from "./LetterTools";
import { SendBar } from "./SendBar";
import { UnsavedLettersNotice } from "./UnsavedLettersNotice";
import { useEmailPermissions } from "./useEmailPermissions";
import { useBookingLinks } from "./useJobLocations";
import { useLetterGeneration } from "./useLetterGeneration";
import { useLetterSending, useSendWhenSaved } from "./useLetterSending";
import { useLetters } from "./useLetters";
import { useLetterVariables } from "./useLetterVariables";
import { useSavedDrafts } from "./useSavedDrafts";

const LanguageNotice = lazyPart(async () => {
  const [module] = await Promise.all([import("./LanguageNotice"), loadTexts("letter")]);
  return { default: module.LanguageNotice };
});

const FormerLetter = lazyPart(async () => {
  const [module] = await Promise.all([import("./FormerLetter"), loadTexts("compose")]);
  return { default: module.FormerLetter };
});
const OwnLanguages = lazyPart(async () => ({ default: (await import("./OwnLanguages")).OwnLanguages }));

const REFUSED_SECONDS = 8;
const LOCKED: readonly Letter["state"][] = ["generating", "queued", "sent", "unknown"];

interface Props {
  type: EmailType;
  candidates: readonly Application[];
  /** Refetches the candidates, because some have moved. */
  onRefresh: () => void;
  onBack: () => void;
}

export function EmailCockpit({ type, candidates, onRefresh, onBack }: Props) {
  const { t, i18n } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { canWrite, canSendBy } = useEmailPermissions();
  const { letters, setLetters, refuseAddresses } = useLetters(type, candidates);
  const ids = candidates.map(({ id }) => id);
  const [currentId, setCurrentId] = useState(ids[0] ?? "");
  const [chosenLanguage, setLanguage] = useState<EmailLanguage | "own" | null>(null);
  const [ownLanguages, setOwnLanguages] = useState<ReadonlyMap<string, EmailLanguage> | null>(null);
  const [typedLink, setTypedLink] = useState<string | null>(null);
  const [interviewerId, setInterviewerId] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const body = useRef<TextAreaRef>(null);
  const fetchLatest = useFetchLatestEmail();

  const candidate = candidates.find(({ id }) => id === currentId) ?? candidates[0];
  const letter = letters.get(candidate?.id ?? "");
  const job = useOptionalJob(candidate?.job_id ?? null).data;
  const firstJob = useOptionalJob(candidates[0]?.job_id ?? null).data;
  const isOwn = chosenLanguage === "own";
  const language = (isOwn ? null : chosenLanguage) ?? emailLanguageOf(firstJob?.language ?? i18n.language);
  const languageOf = (id: string) => (isOwn ? ownLanguages?.get(id) : null) ?? language;
  const bookingLinks = useBookingLinks(job, type);
  // With an interviewer, the server makes a booking link for each candidate.
  const calendarLink = interviewerId ? "" : (typedLink ?? bookingLinks[0]?.value ?? "");
  const variables = useLetterVariables({ candidate, job, type, calendarLink });

  const tally = summarizeLetters(letters);
  const ruleOf = (id: string) => {
    const of = candidates.find((one) => one.id === id);
    return of && sendRule(type, of);
  };
  const overrulesAi = tally.sendable.some(({ applicationId }) => ruleOf(applicationId)?.overrulesAi === true);

  const { generate, isGenerating, progress } = useLetterGeneration({
    letters,
    setLetters,
    type,
    languageOf,
    calendarLink,
    interviewerId,
  });
  const { sending, isRequesting, isUndoing, isWithdrawing, send, undo, withdraw } = useLetterSending({
    type,
    language,
    candidates,
    tally,
    reason,
    setLetters,
    refuseAddresses,
    onRefresh,
  });
  const { saving, isSaving, hasUnsaved } = useSavedDrafts({
    letters,
    type,
    language,
    isPaused: isRequesting || !canWrite,
    onSaved: (id, sent, draft) => setLetters((former) => withSaved(former, id, sent, draft)),
    onStale: (theirs) => setLetters((former) => withDrafts(former, [theirs])),
    onRefused: (id, error) => {
      const who = candidates.find((one) => one.id === id)?.person.name ?? t("unnamed");
      message.warning({
        key: id,
        content: t("save_refused", { who, why: errorText(error) }),
        duration: REFUSED_SECONDS,
      });
      onRefresh();
      fetchLatest(id, type).then(
        (latest) => setLetters((former) => withRefused(former, id, latest)),
        // What the server has now is unknown, so nothing is saved until the next change.
        () => {},
      );
    },
  });
  const { isWaiting, sendWhenSaved } = useSendWhenSaved({ isSaving, tally, send });
  const guard = useUnsavedGuard(hasUnsaved);

  const step = (by: 1 | -1) => {
    const next = ids[Math.min(Math.max(ids.indexOf(currentId) + by, 0), ids.length - 1)];
    if (next) setCurrentId(next);
  };
  useHotkeys([
    { keys: "j", label: t("keys.next"), run: () => step(1) },
    { keys: "k", label: t("keys.previous"), run: () => step(-1) },
    { keys: "Mod+arrowdown", label: t("keys.next"), run: () => step(1) },
    { keys: "Mod+arrowup", label: t("keys.previous"), run: () => step(-1) },
  ]);

  if (!candidate || !letter) return null;
  const name = candidate.person.name ?? t("unnamed");
  const isLocked = LOCKED.includes(letter.state) || !canWrite;
  const change = (text: Partial<LetterText>) => setLetters((former) => withText(former, candidate.id, text));
  const insert = (text: string) => {
    const area = body.current?.resizableTextArea?.textArea;
    const [from, until] = area ? [area.selectionStart, area.selectionEnd] : [letter.body.length, letter.body.length];
    change({ body: letter.body.slice(0, from) + text + letter.body.slice(until) });
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const toGenerate = lettersToWrite(letters, languageOf);
  const rewritten = rewrittenLetters(letters);
  const former = rewritten.find(({ applicationId }) => applicationId === candidate.id)?.former;
  const at = ids.indexOf(candidate.id);

  return (
    <div className={styles.cockpit}>
      <CockpitHeader
        type={type}
        language={isOwn ? "own" : language}
        onLanguage={setLanguage}
        interviewerId={interviewerId}
        onInterviewer={setInterviewerId}
        calendarLink={calendarLink}
        bookingLinks={bookingLinks}
        onCalendarLink={setTypedLink}
        toGenerate={toGenerate.length}
        isGenerating={isGenerating}
        canWrite={canWrite && type !== "message" && !(isOwn && !ownLanguages)}
        onGenerate={() => generate(toGenerate.map(({ applicationId }) => applicationId))}
        onBack={onBack}
      />
      <EmailServiceBanner />
      {canWrite ? null : <UnsavedLettersNotice letters={letters} candidates={candidates} />}
      {progress ? (
        <ProgressBar
          className={styles.progress ?? ""}
          aria-label={t("write.progress", progress)}
          percent={Math.floor((progress.done / progress.total) * 100)}
          format={() => t("write.progress", progress)}
          size="small"
        />
      ) : null}
      <div className={styles.columns}>
        <CandidateColumn
          type={type}
          entries={candidates.flatMap((one) => {
            const of = letters.get(one.id);
            return of ? [{ candidate: one, letter: of }] : [];
          })}
          currentId={candidate.id}
          onSelect={setCurrentId}
        />
        <section className={styles.letter} aria-label={name}>
          <LetterTools
            name={name}
            saving={saving}
            scheduled={letter.state === "queued" && !sending ? letter.queued : null}
            isWithdrawing={isWithdrawing}
            onWithdraw={(emailId) => withdraw(candidate.id, emailId)}
            canGenerate={!isLocked && !isGenerating && type !== "message"}
            onGenerate={() => generate([candidate.id])}
            isFirst={at === 0}
            isLast={at === ids.length - 1}
            onStep={step}
          />
          <ConflictNotice
            conflicts={conflictsOf(
              { value: { subject: letter.subject, body: letter.body }, conflicts: letter.conflicts },
              { subject: t("subject"), body: t("body") },
              (value) => value,
            )}
            onResolve={(field, choice) =>
              setLetters((former) => withResolved(former, candidate.id, field as keyof LetterText, choice))
            }
          />
          <LetterEditor
            ref={body}
            letter={letter}
            candidate={candidate}
            variables={variables}
            isLocked={isLocked}
            onChange={change}
            onInsert={insert}
          />
          {former ? (
            <Suspense>
              <FormerLetter
                former={former}
                all={
                  rewritten.length > 1
                    ? {
                        count: rewritten.length,
                        onRestore: () =>
                          setLetters((letters) =>
                            withFormer(
                              letters,
                              rewritten.map(({ applicationId }) => applicationId),
                            ),
                          ),
                      }
                    : undefined
                }
                onRestore={() => setLetters((letters) => withFormer(letters, [candidate.id]))}
                onKeep={() => setLetters((letters) => withoutFormer(letters, [candidate.id]))}
              />
            </Suspense>
          ) : null}
        </section>
        <div className={styles.side}>
          <LetterPreview letter={letter} attachment={type === "offer_sent" ? t("preview.offer_letter") : null} />
          <EvidencePicker applicationId={candidate.id} isLocked={isLocked} onInsert={insert} />
        </div>
      </div>
      {isOwn ? (
        <Suspense>
          <OwnLanguages candidates={candidates} onFound={setOwnLanguages} />
        </Suspense>
      ) : null}
      {tally.sendable.length > 0 ? (
        <Suspense>
          <LanguageNotice letters={tally.sendable} candidates={candidates} language={language} />
        </Suspense>
      ) : null}
      <SendBar
        type={type}
        tally={tally}
        sendsAt={sending?.at ?? null}
        queued={sending?.ids.length ?? 0}
        isBusy={isRequesting || isUndoing || isWaiting}
        canSend={tally.sendable.every(({ applicationId }) => canSendBy(type, ruleOf(applicationId)))}
        reason={overrulesAi ? reason : null}
        onReason={setReason}
        onSend={sendWhenSaved}
        onUndo={undo}
      />
      <UnsavedDialog guard={guard} />
    </div>
  );
}
