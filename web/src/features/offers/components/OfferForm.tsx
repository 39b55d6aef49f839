// The draft of an offer: its terms beside the letter, which can be filled from a template.
import { Alert, Button, DatePicker, Form, Input, Segmented } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaveOffer } from "@/entities/offer/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { letterTexts } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Offer } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { changesOf, formOf, LETTER_LANGUAGE, type OfferForm as Values } from "../logic/offerForm";
import { Letter } from "./Letter";
import styles from "./OfferPanel.module.css";

interface Props {
  offer: Offer;
  isBusy: boolean;
  /** Hands the saved draft in. */
  onSubmit: (offer: Offer) => void;
}

export function OfferForm({ offer, isBusy, onSubmit }: Props) {
  const { t } = useTranslation("offers");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const { membership } = useCurrentOrganization();
  const save = useSaveOffer();
  const [form, setForm] = useState(() => formOf(offer));
  const [view, setView] = useState<"write" | "preview">("write");
  const changes = changesOf(offer, form);
  const isDirty = Object.keys(changes).length > 0;
  const guard = useUnsavedGuard(isDirty);
  const fields = fieldErrors(save.error);
  const edit = (change: Partial<Values>) => setForm((former) => ({ ...former, ...change }));
  const field = (name: string) => (fields[name] ? { validateStatus: "error" as const, help: fields[name] } : {});

  const keep = async (): Promise<Offer | null> => {
    if (!isDirty) return offer;
    try {
      return await save.mutateAsync({ offer, body: changes });
    } catch {
      return null;
    }
  };
  const submit = async () => {
    const saved = await keep();
    if (saved) onSubmit(saved);
  };
  const fill = async (language: Language) => {
    const letter = await letterTexts(language);
    const date = (day: string) =>
      day ? new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)) : "…";
    const lines = [
      letter("greeting", { name: offer.person_name ?? "…" }),
      letter("opening", { organization: membership.organization.name, position: form.position || "…" }),
      [
        letter("salary", { salary: form.salary || "…" }),
        letter("start", { date: date(form.startDate) }),
        ...(form.place ? [letter("place", { place: form.place })] : []),
      ].join("\n"),
      ...(form.terms ? [form.terms] : []),
      letter("answer", { date: date(form.deadline) }),
      letter("closing", { organization: membership.organization.name }),
    ];
    edit({ letter: lines.join("\n\n"), language: LETTER_LANGUAGE[language] });
  };

  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      {offer.return_comment ? (
        <Alert
          type="warning"
          showIcon
          className={styles.alert}
          title={t("returned")}
          description={offer.return_comment}
        />
      ) : null}
      {save.error && Object.keys(fields).length === 0 ? (
        <Alert type="error" showIcon className={styles.alert} title={errorText(save.error)} />
      ) : null}
      <div className={styles.pair}>
        <Form.Item label={t("field.position")} htmlFor="offer-position" required {...field("position")}>
          <Input
            id="offer-position"
            value={form.position}
            onChange={(event) => edit({ position: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={t("field.salary")} htmlFor="offer-salary" required {...field("salary")}>
          <Input
            id="offer-salary"
            placeholder={t("field.salary_placeholder")}
            value={form.salary}
            onChange={(event) => edit({ salary: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={t("field.start_date")} htmlFor="offer-start" {...field("start_date")}>
          <DatePicker
            id="offer-start"
            className={styles.wide ?? ""}
            allowClear={false}
            value={form.startDate ? dayjs(form.startDate) : null}
            onChange={(value) => edit({ startDate: value ? value.format("YYYY-MM-DD") : "" })}
          />
        </Form.Item>
        <Form.Item label={t("field.deadline")} htmlFor="offer-deadline" {...field("expires_at")}>
          <DatePicker
            id="offer-deadline"
            className={styles.wide ?? ""}
            allowClear={false}
            value={form.deadline ? dayjs(form.deadline) : null}
            onChange={(value) => edit({ deadline: value ? value.format("YYYY-MM-DD") : "" })}
          />
        </Form.Item>
      </div>
      <Form.Item label={t("field.place")} htmlFor="offer-place" {...field("place")}>
        <Input id="offer-place" value={form.place} onChange={(event) => edit({ place: event.target.value })} />
      </Form.Item>
      <Form.Item label={t("field.terms")} htmlFor="offer-terms" {...field("terms")}>
        <Input.TextArea
          id="offer-terms"
          placeholder={t("field.terms_placeholder")}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={form.terms}
          onChange={(event) => edit({ terms: event.target.value })}
        />
      </Form.Item>
      <div className={styles.letterHead}>
        <span>{t("field.letter")}</span>
        <Segmented
          size="small"
          aria-label={t("field.letter")}
          value={view}
          onChange={setView}
          options={[
            { value: "write", label: t("letter.write") },
            { value: "preview", label: t("letter.preview") },
          ]}
        />
      </div>
      <div className={styles.templates}>
        <span>{t("letter.template")}</span>
        {LANGUAGES.map((language) => (
          <Button key={language} size="small" onClick={() => void fill(language)}>
            {LANGUAGE_NAMES[language]}
          </Button>
        ))}
      </div>
      {view === "write" ? (
        <Form.Item {...field("letter")}>
          <Input.TextArea
            aria-label={t("field.letter")}
            autoSize={{ minRows: 8, maxRows: 24 }}
            value={form.letter}
            onChange={(event) => edit({ letter: event.target.value })}
          />
        </Form.Item>
      ) : (
        <Letter text={form.letter} />
      )}
      <div className={styles.actions}>
        <Button type="primary" loading={isBusy || save.isPending} onClick={() => void submit()}>
          {t("action.submit")}
        </Button>
        <Button disabled={!isDirty} loading={save.isPending} onClick={() => void keep()}>
          {t("action.save")}
        </Button>
      </div>
      <UnsavedDialog guard={guard} />
    </Form>
  );
}
