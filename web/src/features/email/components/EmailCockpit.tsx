// Emails of one type to the selected candidates: drafted by the AI, edited by the user, sent once.
import { App, AutoComplete, Button, Radio } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { ArrowLeft, ChevronDown, ChevronUp, Sparkles, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EditScheduledButton } from "@/entities/email/components/EditScheduledButton";
import { EmailServiceBanner } from "@/entities/email/components/EmailServiceBanner";
import { EMAIL_LANGUAGES, emailLanguageOf, recipientOf, sendRule, TARGETS } from "@/entities/email/model";
import {
  namedEmails,
  type SentEmail,
  staleDrafts,
  useCancelSending,
  useFetchLatestEmail,
  useGenerateEmails,
  useOpenEmails,
  useSendEmails,
  useSendingResult,
  useWithdrawEmail,
} from "@/entities/email/queries";
import { useEmailReason } from "@/entities/email/reason";
import { useInterviewLocations } from "@/entities/job/locations";
import { useOptionalJob } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import { isTaskCancelled } from "@/entities/task/tasks";
import { onServerClock } from "@/lib/api/serverClock";
import type { Application, Email, EmailLanguage, EmailType, InterviewLocation, Job, Task } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { ConflictNotice } from "@/ui/forms/ConflictNotice";
import { conflictsOf } from "@/ui/forms/conflicts";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { PageHeader } from "@/ui/PageHeader";
import { ProgressBar } from "@/ui/ProgressBar";
import {
  emptyLetter,
  type Letter,
  type LetterFacts,
  type Letters,
  type LetterText,
  lettersNoLongerQueued,
  summarizeLetters,
  withDrafts,
  withFacts,
  withFailed,
  withGenerated,
  withGenerating,
  withKept,
  withLatest,
  withQueued,
  withRefused,
  withResolved,
  withSent,
  withState,
  withTakenBack,
  withText,
} from "../logic/letters";
import { CandidateColumn } from "./CandidateColumn";
import styles from "./EmailCockpit.module.css";
import { EvidencePicker } from "./EvidencePicker";
import { InterviewerSelect } from "./InterviewerSelect";
import { LetterEditor, type Variable } from "./LetterEditor";
import { LetterPreview } from "./LetterPreview";
import { SendBar } from "./SendBar";
import { UnsavedLettersNotice } from "./UnsavedLettersNotice";
import { useEmailLabels } from "./useEmailLabels";
import { useSavedDrafts } from "./useSavedDrafts";

/** How long sending can be undone. */
const UNDO_MS = 10_000;
const SENT_SECONDS = 3;
const REFUSED_SECONDS = 8;
/** More than these are counted, not named. */
const MAX_NAMES = 3;
const LOCKED: readonly Letter["state"][] = ["generating", "queued", "sent", "unknown"];
const INVITATIONS: readonly EmailType[] = ["online_invitation", "onsite_invitation"];

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
  const reasonText = useEmailReason();
  const { types, languages } = useEmailLabels();
  const permissions: Record<string, boolean> = {
    "pipeline:email": useCan("pipeline:email"),
    "ai-review:email": useCan("ai-review:email"),
    "talent-pool:email": useCan("talent-pool:email"),
    "offer-workbench:send": useCan("offer-workbench:send"),
  };
  const canWrite = Object.values(permissions).some(Boolean);
  const ids = candidates.map(({ id }) => id);
  const [refusedAddresses, setRefusedAddresses] = useState<ReadonlySet<string>>(new Set());
  const facts = candidates.map((one): LetterFacts => {
    const to = recipientOf(one.person);
    const isRefused = to !== null && refusedAddresses.has(to);
    return { applicationId: one.id, to: isRefused ? null : to, isAllowed: sendRule(type, one) !== undefined };
  });
  const [written, setLetters] = useState<Letters>(
    () =>
      new Map(
        facts.map(({ applicationId, to, isAllowed }) => [applicationId, emptyLetter(applicationId, to, isAllowed)]),
      ),
  );
  const letters = withFacts(written, facts);
  const [currentId, setCurrentId] = useState(ids[0] ?? "");
  const [language, setLanguage] = useState<EmailLanguage>(emailLanguageOf(i18n.language));
  const [typedLink, setTypedLink] = useState<string | null>(null);
  const [interviewerId, setInterviewerId] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [writing, setWriting] = useState<Task | null>(null);
  const [sending, setSending] = useState<{ task: Task; at: Date; ids: readonly string[] } | null>(null);
  /** A press that waits for the drafts to be saved, so that what is sent names their versions. */
  const [waitingSend, setWaitingSend] = useState<{ later: Date | null; count: number } | null>(null);
  const body = useRef<TextAreaRef>(null);

  const generate = useGenerateEmails(setWriting);
  const send = useSendEmails();
  const result = useSendingResult();
  const cancel = useCancelSending();
  const withdraw = useWithdrawEmail();
  const jobIds = [...new Set(candidates.map(({ job_id }) => job_id))];
  const drafts = useOpenEmails(jobIds, ids, type, "draft");
  useEffect(() => {
    if (drafts.data) setLetters((former) => withDrafts(former, drafts.data));
  }, [drafts.data]);
  const waiting = useOpenEmails(jobIds, ids, type, "queued");
  const fetchLatest = useFetchLatestEmail();
  const applyQueued = useEffectEvent((emails: readonly Email[]) => {
    for (const { applicationId } of lettersNoLongerQueued(letters, emails)) {
      // A failed request is repeated on the next poll.
      fetchLatest(applicationId, type).then(
        (latest) => setLetters((former) => withLatest(former, applicationId, latest)),
        () => {},
      );
    }
    setLetters((former) => withQueued(former, emails));
  });
  useEffect(() => {
    if (waiting.data) applyQueued(waiting.data);
  }, [waiting.data]);

  const candidate = candidates.find(({ id }) => id === currentId) ?? candidates[0];
  const letter = letters.get(candidate?.id ?? "");
  const job = useOptionalJob(candidate?.job_id ?? null).data;
  const bookingLinks = useBookingLinks(job, type);
  const addresses = useAddresses(job, type);
  // With an interviewer, the server makes a booking link for each candidate.
  const calendarLink = interviewerId ? "" : (typedLink ?? bookingLinks[0]?.value ?? "");
  const { saving, isSaving, hasUnsaved } = useSavedDrafts({
    letters,
    type,
    language,
    isPaused: send.isPending || !canWrite,
    onKept: (id, sent, draft) => setLetters((former) => withKept(former, id, sent, draft)),
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
  const tally = summarizeLetters(letters);
  const ruleOf = (id: string) => {
    const of = candidates.find((one) => one.id === id);
    return of && sendRule(type, of);
  };
  const canSend = (id: string) => permissions[ruleOf(id)?.permission ?? ""] === true;
  const overrulesAi = tally.sendable.some(({ applicationId }) => ruleOf(applicationId)?.overrulesAi === true);
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

  const write = (applicationIds: readonly string[]) => {
    const draftVersions = new Map([...letters.values()].map((one) => [one.applicationId, one.version]));
    setLetters((former) => withGenerating(former, applicationIds));
    generate.mutate(
      { applicationIds, draftVersions, type, language, calendarLink: calendarLink.trim(), interviewerId },
      {
        onSuccess: (results) => {
          setLetters((former) => withGenerated(former, applicationIds, results, language));
          if (results.length === 0) message.error(t("write.invalid"));
        },
        onError: (error) => {
          setLetters((former) => withFailed(former, applicationIds));
          message.error(`${t("write.failed")} ${errorText(error)}`);
        },
        onSettled: () => setWriting(null),
      },
    );
  };
  const namesOf = (some: readonly Application[]) => {
    const names = some.slice(0, MAX_NAMES).map(({ person }) => person.name ?? t("unnamed"));
    if (some.length > MAX_NAMES) names.push(t("send.more", { count: some.length - MAX_NAMES }));
    return new Intl.ListFormat(i18n.language).format(names);
  };
  const tellSent = (results: readonly SentEmail[]) => {
    const sent = results.filter(({ status }) => status === "sent").length;
    const others = results.filter(({ status }) => status !== "sent");
    if (sent > 0) message.success(t("send.done", { count: sent }), SENT_SECONDS);
    if (others.length === 0) return;
    const why = others[0]?.error ? reasonText(others[0].error) : "";
    message.error(`${t("send.not_done", { count: others.length })} ${why}`);
  };
  /** Nothing was sent: what stands in the way is shown, so that the next press sends the rest. */
  const tellRefused = (error: unknown, chosen: readonly { candidate: Application; address: string }[]) => {
    const drafts = staleDrafts(error);
    const of = (indices: readonly number[]) => indices.flatMap((index) => chosen[index] ?? []);
    const moved = of(namedEmails(error, "candidateId"));
    const unreachable = of(namedEmails(error, "to"));
    if (drafts.length > 0) {
      const changed = new Set(drafts.map(({ application_id }) => application_id));
      const who = namesOf(candidates.filter(({ id }) => changed.has(id)));
      setLetters((former) => withDrafts(former, drafts));
      message.warning(t("send.changed", { count: drafts.length, who }));
    } else if (moved.length > 0) {
      onRefresh();
      message.warning(t("send.moved", { count: moved.length, who: namesOf(moved.map((one) => one.candidate)) }));
    } else if (unreachable.length > 0) {
      setRefusedAddresses((former) => new Set([...former, ...unreachable.map(({ address }) => address)]));
      message.error(`${t("send.failed")} ${t("send.without_address", { count: unreachable.length })}`);
    } else {
      message.error(`${t("send.failed")} ${errorText(error)}`);
    }
  };
  const sendAll = (later: Date | null) => {
    const byId = new Map(candidates.map((one) => [one.id, one]));
    const at = later ?? new Date(Date.now() + UNDO_MS);
    const chosen = tally.sendable.flatMap((one) => {
      const to = byId.get(one.applicationId);
      return to && one.to ? [{ letter: one, candidate: to, address: one.to }] : [];
    });
    const chosenIds = chosen.map((one) => one.letter.applicationId);
    send.mutate(
      {
        language,
        emails: chosen.map((one) => ({
          to: one.address,
          subject: one.letter.subject,
          body: one.letter.body,
          candidateId: one.letter.applicationId,
          currentStatus: one.candidate.status,
          currentSubStatus: one.candidate.sub_status,
          emailType: type,
          language: one.letter.language ?? language,
          draftVersion: one.letter.version,
          ...(sendRule(type, one.candidate)?.overrulesAi ? { reason: reason.trim() } : {}),
        })),
        // A chosen time is the same on every clock; the time to undo is counted on this one.
        sendAt: later ?? onServerClock(at),
        targetStatus: TARGETS[type].status,
      },
      {
        onSuccess: (task) => {
          setSending({ task, at, ids: chosenIds });
          setLetters((former) => withState(former, chosenIds, "queued"));
          result.mutate(
            { task, sendAt: at },
            {
              onSuccess: (results) => {
                setLetters((former) => withSent(former, chosenIds, results));
                tellSent(results);
              },
              onError: (error) => message.error(errorText(error)),
              onSettled: () => setSending((former) => (former?.task.id === task.id ? null : former)),
            },
          );
        },
        onError: (error) => tellRefused(error, chosen),
      },
    );
  };
  const sendSaved = useEffectEvent(({ later, count }: { later: Date | null; count: number }) => {
    setWaitingSend(null);
    // A conflict that came up meanwhile is shown instead.
    if (tally.sendable.length === count) sendAll(later);
  });
  useEffect(() => {
    if (waitingSend && !isSaving) sendSaved(waitingSend);
  }, [waitingSend, isSaving]);
  const takeBack = () => {
    if (!sending) return;
    cancel.mutate(sending.task.id, {
      onSuccess: (task) => {
        // Emails sent before a cancellation are part of the result, which is still to come.
        if (!isTaskCancelled(task)) return;
        setLetters((former) => withTakenBack(former, sending.ids));
        setSending(null);
        message.success(t("send.undone"));
      },
      onError: (error) => message.error(`${t("send.too_late")} ${errorText(error)}`),
    });
  };

  const takeBackOne = (applicationId: string, emailId: string) =>
    withdraw.mutate(emailId, {
      onSuccess: async () => {
        const latest = await fetchLatest(applicationId, type);
        setLetters((former) => withLatest(former, applicationId, latest));
        // An offer's email does not become a draft.
        message.success(t(latest?.status === "draft" ? "history.withdrawn" : "send.undone"));
      },
      onError: (error) => message.error(errorText(error)),
    });

  if (!candidate || !letter) return null;
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
  const variables: Variable[] = [
    { key: "name", label: t("variable.name"), value: candidate.person.name ?? "" },
    { key: "job", label: t("variable.job"), value: candidate.job_title },
    { key: "company", label: t("variable.company"), value: job?.company_name ?? "" },
    { key: "recruiter", label: t("variable.recruiter"), value: job?.recruiter_name ?? "" },
    { key: "link", label: t("variable.link"), value: calendarLink.trim() },
    ...addresses.map(({ id, name, details }) => ({
      key: id,
      label: addresses.length > 1 ? name : t("variable.address"),
      value: details,
    })),
  ].filter(({ value }) => value !== "");
  const toWrite = [...letters.values()].filter(({ state }) => state === "empty" || state === "failed");
  const at = ids.indexOf(candidate.id);

  return (
    <div className={styles.cockpit}>
      <div className={styles.head}>
        <Button type="text" icon={<ArrowLeft size={16} aria-hidden="true" />} aria-label={t("back")} onClick={onBack} />
        <PageHeader
          title={types[type]}
          context={
            <Radio.Group
              aria-label={t("language.label")}
              value={language}
              onChange={(event) => setLanguage(event.target.value as EmailLanguage)}
              options={EMAIL_LANGUAGES.map((value) => ({ value, label: languages[value] }))}
            />
          }
          actions={
            <>
              {INVITATIONS.includes(type) ? (
                <InterviewerSelect
                  className={styles.interviewer ?? ""}
                  value={interviewerId}
                  onChange={setInterviewerId}
                />
              ) : null}
              {INVITATIONS.includes(type) && !interviewerId ? (
                <AutoComplete
                  className={styles.link ?? ""}
                  aria-label={t("calendar_link")}
                  placeholder={t("calendar_link")}
                  options={bookingLinks}
                  value={calendarLink}
                  onChange={setTypedLink}
                />
              ) : null}
              <Button
                icon={<Sparkles size={15} aria-hidden="true" />}
                loading={generate.isPending}
                disabled={toWrite.length === 0 || !canWrite}
                onClick={() => write(toWrite.map(({ applicationId }) => applicationId))}
              >
                {t("write.all", { count: toWrite.length })}
              </Button>
            </>
          }
        />
      </div>
      <EmailServiceBanner />
      {canWrite ? null : <UnsavedLettersNotice letters={letters} candidates={candidates} />}
      {writing && writing.progress.total > 0 ? (
        <ProgressBar
          className={styles.progress ?? ""}
          aria-label={t("write.progress", writing.progress)}
          percent={Math.floor((writing.progress.done / writing.progress.total) * 100)}
          format={() => t("write.progress", writing.progress)}
          size="small"
        />
      ) : null}
      <div className={styles.columns}>
        <CandidateColumn
          entries={candidates.flatMap((one) => {
            const of = letters.get(one.id);
            return of ? [{ candidate: one, letter: of }] : [];
          })}
          currentId={candidate.id}
          onSelect={setCurrentId}
        />
        <section className={styles.letter} aria-label={candidate.person.name ?? t("unnamed")}>
          <div className={styles.tools}>
            <h2 className={styles.name}>{candidate.person.name ?? t("unnamed")}</h2>
            <span className={styles.saving} role="status">
              {saving === "saving" ? t("saving") : saving === "saved" ? t("saved") : null}
              {saving === "failed" ? t("save_failed") : null}
            </span>
            {letter.state === "queued" && letter.queued && !sending ? (
              <>
                <EditScheduledButton email={letter.queued} />
                <Button
                  size="small"
                  icon={<Undo2 size={14} aria-hidden="true" />}
                  loading={withdraw.isPending}
                  onClick={() => takeBackOne(candidate.id, letter.queued?.id ?? "")}
                >
                  {t("history.withdraw")}
                </Button>
              </>
            ) : (
              <Button
                size="small"
                icon={<Sparkles size={14} aria-hidden="true" />}
                disabled={isLocked || generate.isPending}
                onClick={() => write([candidate.id])}
              >
                {t("write.one")}
              </Button>
            )}
            <Button
              size="small"
              icon={<ChevronUp size={14} aria-hidden="true" />}
              aria-label={t("keys.previous")}
              disabled={at === 0}
              onClick={() => step(-1)}
            />
            <Button
              size="small"
              icon={<ChevronDown size={14} aria-hidden="true" />}
              aria-label={t("keys.next")}
              disabled={at === ids.length - 1}
              onClick={() => step(1)}
            />
          </div>
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
        </section>
        <div className={styles.side}>
          <LetterPreview letter={letter} attachment={type === "offer_sent" ? t("preview.offer_letter") : null} />
          <EvidencePicker applicationId={candidate.id} isLocked={isLocked} onInsert={insert} />
        </div>
      </div>
      <SendBar
        type={type}
        tally={tally}
        sendsAt={sending?.at ?? null}
        queued={sending?.ids.length ?? 0}
        isBusy={send.isPending || cancel.isPending || waitingSend !== null}
        canSend={tally.sendable.every(({ applicationId }) => canSend(applicationId))}
        reason={overrulesAi ? reason : null}
        onReason={setReason}
        onSend={(later) => setWaitingSend({ later, count: tally.sendable.length })}
        onUndo={takeBack}
      />
      <UnsavedDialog guard={guard} />
    </div>
  );
}

const isLink = (details: string) => /^https?:/.test(details);

/** Addresses of the job's onsite interviews, for onsite invitations. */
function useAddresses(job: Job | undefined, type: EmailType): readonly InterviewLocation[] {
  const locations = useInterviewLocations();
  if (type !== "onsite_invitation") return [];
  return (locations.data ?? []).filter(
    ({ id, type: kind, details }) => job?.location_ids.includes(id) && kind === "onsite" && !isLink(details),
  );
}

/** The job's interview links that fit the invitation, as options. */
function useBookingLinks(job: Job | undefined, type: EmailType): { value: string; label: string }[] {
  const locations = useInterviewLocations();
  const wanted = type === "onsite_invitation" ? "onsite" : "online";
  return (locations.data ?? [])
    .filter((one) => job?.location_ids.includes(one.id) && one.type === wanted && isLink(one.details))
    .map(({ name, details }) => ({ value: details, label: `${name} · ${details}` }));
}
