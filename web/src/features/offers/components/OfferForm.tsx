// Form of an offer draft: terms and letter, which can be filled from a template.

import { Alert, Button, Form, Input } from "antd";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaveOffer } from "@/entities/offer/queries";
import { zoneOf } from "@/entities/organization/queries";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import { letterTexts } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Offer } from "@/lib/api/types";
import { useFieldErrors } from "@/ui/errorText";
import { AutosaveStatus } from "@/ui/forms/AutosaveStatus";
import { DateField } from "@/ui/forms/DateField";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { readUnsent, useAutosave } from "@/ui/forms/useAutosave";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useActionToast } from "@/ui/useActionToast";
import { letterDifferences } from "../logic/letterDifferences";
import { type LetterTerm, placeholderOf } from "../logic/letterTerms";
import { formOf, inputOf, LETTER_LANGUAGE, type OfferForm as Values } from "../logic/offerForm";
import { LetterEditor } from "./LetterEditor";
import styles from "./OfferPanel.module.css";
import { OfferText } from "./OfferText";

const UNDO_SECONDS = 10;

function isOffer(row: unknown): row is Offer {
  return typeof row === "object" && row !== null && "version" in row && "letter" in row;
}

interface Props {
  offer: Offer;
  /** Once it is no draft anymore, only what was typed by then is shown. */
  isDraft: boolean;
  isBusy: boolean;
  /** Submits the saved draft for approval; returns the error, if it failed. */
  onSubmit: (offer: Offer) => Promise<unknown>;
}

export function OfferForm({ offer, isDraft, isBusy, onSubmit }: Props) {
  const { t, i18n } = useTranslation("offers");
  const toast = useActionToast();
  const formats = useFormats();
  const { membership, session } = useCurrentOrganization();
  const zone = zoneOf(membership.organization);
  const asSaved = (saved: Offer) => ({ saved: formOf(saved, zone), version: saved.version });
  const save = useSaveOffer();
  const canEdit = useCan("offer-workbench:edit");
  const canSave = canEdit && isDraft;
  const latest = useRef(offer);
  const key = `offer ${membership.organization.id} ${session.user.id} ${offer.id}`;
  const [kept] = useState(() => readUnsent<Values>(key));
  const editor = useServerForm<Values>({
    ...asSaved(offer),
    save: async (changes, version) => {
      latest.current = await save.mutateAsync({
        offer: { ...offer, version: Number(version) },
        body: inputOf(changes, zone),
      });
      return asSaved(latest.current);
    },
    readCurrent: (row) => (isOffer(row) ? asSaved(row) : null),
    canSave,
    kept,
  });
  const { value: form, edit, isDirty } = editor;
  const saved = useAutosave(editor, key);
  /** Why it can't be submitted as it is saved. */
  const [refusal, setRefusal] = useState<unknown>(null);
  const differing = letterDifferences(refusal).join(" · ");
  const fields: Record<string, string | undefined> = {
    ...(differing === "" ? {} : { letter: t("letter.differs", { passages: differing }) }),
    ...useFieldErrors()(refusal),
    ...editor.fieldErrors,
  };
  const field = (name: string) => ({ error: fields[name] });

  const [isSubmitting, setSubmitting] = useState(false);
  const submit = useEffectEvent(async () => {
    setSubmitting(false);
    setRefusal(null);
    if (isDirty && !(await editor.submit())) return;
    setRefusal(await onSubmit(latest.current.version > offer.version ? latest.current : offer));
  });
  useEffect(() => {
    // What is being saved comes first.
    if (isSubmitting && !editor.isSaving) void submit();
  }, [isSubmitting, editor.isSaving]);
  const fill = async (language: Language) => {
    const letter = await letterTexts(language);
    const term = (name: LetterTerm) => placeholderOf(name, letter);
    const lines = [
      letter("greeting", { name: offer.person_name ?? "…" }),
      letter("opening", { organization: offer.employer_name, position: term("position") }),
      [
        letter("salary", { salary: term("salary") }),
        term("salaryParts"),
        letter("start", { date: term("startDate") }),
        letter("place", { place: term("place") }),
      ].join("\n"),
      term("terms"),
      letter("answer", { date: term("deadline") }),
      letter("closing", { organization: offer.employer_name }),
    ];
    const former = { letter: form.letter, language: form.language };
    const filled = lines.join("\n\n");
    edit({ letter: filled, language: LETTER_LANGUAGE[language] });
    if (former.letter.trim() === "" || former.letter === filled) return;
    toast({ key: "offer-letter", text: t("letter.replaced"), undo: () => edit(former), seconds: UNDO_SECONDS });
  };

  const labels: Record<keyof Values, string> = {
    position: t("field.position"),
    salary: t("field.salary"),
    salaryParts: t("field.salary_parts"),
    startDate: t("field.start_date"),
    deadline: t("field.deadline"),
    place: t("field.place"),
    terms: t("field.terms"),
    letter: t("field.letter"),
    language: t("field.language"),
    notes: t("field.notes"),
  };
  const inWords = (value: string | null, name: keyof Values) => {
    if (!value) return "";
    if (name === "startDate" || name === "deadline") return formats.date(value);
    const language = LANGUAGES.find((one) => LETTER_LANGUAGE[one] === value);
    return name === "language" && language ? LANGUAGE_NAMES[language] : value;
  };

  if (!canSave && !isDirty) return isDraft ? <OfferText offer={offer} /> : null;
  return (
    <Form layout="vertical" disabled={!canSave} onFinish={() => setSubmitting(true)}>
      {offer.return_comment ? (
        <Alert
          type="warning"
          showIcon
          className={styles.alert}
          title={t("returned")}
          description={offer.return_comment}
        />
      ) : null}
      <FormNotices
        form={editor}
        labels={labels}
        inWords={inWords}
        closed={isDraft ? undefined : { title: t("closed.title"), text: t("closed.text") }}
      />
      <div className={styles.pair}>
        <Field label={t("field.position")} htmlFor="offer-position" required {...field("position")}>
          <Input
            id="offer-position"
            value={form.position}
            onChange={(event) => edit({ position: event.target.value })}
          />
        </Field>
        <Field label={t("field.salary")} htmlFor="offer-salary" required {...field("salary")}>
          <Input
            id="offer-salary"
            placeholder={t("field.salary_placeholder")}
            value={form.salary}
            onChange={(event) => edit({ salary: event.target.value })}
          />
        </Field>
        <Field label={t("field.start_date")} htmlFor="offer-start" {...field("start_date")}>
          <DateField
            id="offer-start"
            allowClear={false}
            value={form.startDate}
            onChange={(startDate) => edit({ startDate })}
          />
        </Field>
        <Field label={t("field.deadline")} htmlFor="offer-deadline" {...field("expires_at")}>
          <DateField
            id="offer-deadline"
            allowClear={false}
            value={form.deadline}
            onChange={(deadline) => edit({ deadline })}
          />
        </Field>
      </div>
      <Field
        label={t("field.salary_parts")}
        htmlFor="offer-parts"
        extra={t("field.salary_parts_hint")}
        {...field("salary_parts")}
      >
        <Input.TextArea
          id="offer-parts"
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={form.salaryParts}
          onChange={(event) => edit({ salaryParts: event.target.value })}
        />
      </Field>
      <Field label={t("field.place")} htmlFor="offer-place" {...field("place")}>
        <Input id="offer-place" value={form.place} onChange={(event) => edit({ place: event.target.value })} />
      </Field>
      <Field label={t("field.terms")} htmlFor="offer-terms" {...field("terms")}>
        <Input.TextArea
          id="offer-terms"
          placeholder={t("field.terms_placeholder")}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={form.terms}
          onChange={(event) => edit({ terms: event.target.value })}
        />
      </Field>
      <Field label={t("field.notes")} htmlFor="offer-notes" extra={t("field.notes_hint")} {...field("notes")}>
        <Input.TextArea
          id="offer-notes"
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={form.notes}
          onChange={(event) => edit({ notes: event.target.value })}
        />
      </Field>
      <LetterEditor
        value={form.letter}
        onChange={(letter) => edit({ letter })}
        language={LANGUAGES.find((one) => LETTER_LANGUAGE[one] === form.language) ?? (i18n.language as Language)}
        onFill={(language) => void fill(language)}
        preview={offer.letter_text}
        termNames={labels}
        error={fields["letter"]}
      />
      <div className={styles.actions}>
        <Button type="primary" loading={isBusy || isSubmitting} onClick={() => setSubmitting(true)}>
          {t("action.submit")}
        </Button>
        <AutosaveStatus state={saved} error={editor.error} />
      </div>
    </Form>
  );
}
