// /offer/{token}: the candidate reads, accepts (by typing their name) or declines their offer.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useBytes } from "@/i18n/bytes";
import { useFormats } from "@/i18n/format";
import { api, query } from "@/lib/api/client";
import type { OfferPage } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { GuestPage } from "@/ui/lite/GuestPage";
import { GuestQuery } from "@/ui/lite/GuestQuery";
import { LiteButton, LiteLink } from "@/ui/lite/LiteButton";
import { LiteDialog, LiteDialogActions } from "@/ui/lite/LiteDialog";
import { LiteField } from "@/ui/lite/LiteField";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import styles from "./OfferPageRoute.module.css";

const PAGE = "/api/offers/{token}";

export function OfferPageRoute() {
  const { t } = useTranslation("offer-page");
  const { token = "" } = useParams();
  const page = query.useQuery("get", PAGE, { params: { path: { token } } });
  return (
    <GuestQuery query={page} texts={{ loading: t("loading"), goneTitle: t("gone_title"), gone: t("gone") }}>
      {(data) => <Offer token={token} page={data} />}
    </GuestQuery>
  );
}

function Offer({ token, page }: { token: string; page: OfferPage }) {
  const { t } = useTranslation("offer-page");
  const formats = useFormats();
  const bytes = useBytes();
  const { employer_name: employer, status } = page;
  const isOpen = status === "sent" || status === "viewed";
  const texts: Partial<Record<OfferPage["status"], string>> = {
    accepted: t("accepted", { organization: employer }),
    declined: t("declined", { organization: employer }),
    expired: t("expired", { organization: employer }),
  };
  const outcome = texts[status];
  const outcomeBox = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // The outcome is shown above the letter, but the answer form is below it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) outcomeBox.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <GuestPage
      title={t("title", { organization: employer })}
      lead={page.position === page.job_title ? null : t("what", { job: page.job_title })}
    >
      {outcome ? (
        <div ref={outcomeBox} className={styles.outcome} tabIndex={-1}>
          <LiteNotice>{outcome}</LiteNotice>
        </div>
      ) : null}
      <dl className={styles.facts}>
        <div>
          <dt>{t("position")}</dt>
          <dd>{page.position}</dd>
        </div>
        <div>
          <dt>{t("salary")}</dt>
          <dd>{page.salary}</dd>
        </div>
        {page.salary_parts.map(({ name, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name, and none moves
          <div key={at}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {page.start_date ? (
          <div>
            <dt>{t("start_date")}</dt>
            <dd>{formats.date(page.start_date)}</dd>
          </div>
        ) : null}
        {page.place ? (
          <div>
            <dt>{t("place")}</dt>
            <dd>{page.place}</dd>
          </div>
        ) : null}
        {page.expires_at && isOpen ? (
          <div>
            <dt>{t("until")}</dt>
            <dd>{formats.dateTime(page.expires_at)}</dd>
          </div>
        ) : null}
        {page.terms ? (
          <div className={styles.terms}>
            <dt>{t("terms")}</dt>
            <dd>{page.terms}</dd>
          </div>
        ) : null}
      </dl>
      {page.letter_html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of escaped text, paragraphs and line breaks
        <article className={styles.letter} dangerouslySetInnerHTML={{ __html: page.letter_html }} />
      ) : null}
      <p className={styles.tools}>
        <LiteLink file={`/api/offers/${token}/letter`}>{t("download")}</LiteLink>
      </p>
      {page.attachments.length > 0 ? (
        <section className={styles.attachments}>
          <h2>{t("attachments")}</h2>
          <ul>
            {page.attachments.map(({ id, name, size }) => (
              <li key={id}>
                <a href={`/api/offers/${token}/attachments/${id}`} download>
                  {name}
                </a>{" "}
                ({bytes(size)})
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {isOpen ? <Answer token={token} /> : null}
    </GuestPage>
  );
}

function Answer({ token }: { token: string }) {
  const { t } = useTranslation("offer-page");
  const errorText = useErrorText();
  const formats = useFormats();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [declining, setDeclining] = useState(false);
  const settle = () => client.invalidateQueries({ queryKey: ["get", PAGE] });
  const params = { path: { token } };
  // Each forgets the other's error, which would hide its own.
  const accept = useMutation({
    mutationFn: () => api.POST("/api/offers/{token}/accept", { params, body: { name: name.trim() } }),
    onMutate: (): void => decline.reset(),
    onSettled: settle,
  });
  const decline = useMutation({
    mutationFn: () => api.POST("/api/offers/{token}/decline", { params, body: { reason: reason.trim() } }),
    onMutate: (): void => accept.reset(),
    onSettled: settle,
  });
  const error = accept.error ?? decline.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== "") accept.mutate();
    else event.currentTarget.querySelector<HTMLInputElement>("input")?.focus();
  };
  return (
    <form className={styles.answer} onSubmit={submit} noValidate>
      {error ? <LiteNotice isError>{errorText(error)}</LiteNotice> : null}
      <LiteField
        label={t("name")}
        name="name"
        autoComplete="name"
        maxLength={200}
        value={name}
        onValue={setName}
        hint={t("name_hint")}
        error={tried && name.trim() === "" ? t("name_required") : undefined}
      />
      <p className={styles.date}>{t("date", { date: formats.date(new Date().toISOString()) })}</p>
      <div className={styles.actions}>
        <LiteButton type="submit" primary busy={accept.isPending}>
          {t("accept")}
        </LiteButton>
        <LiteButton onClick={() => setDeclining(true)}>{t("decline")}</LiteButton>
      </div>
      <LiteDialog open={declining} title={t("decline_title")} onClose={() => setDeclining(false)}>
        <label className={styles.reason}>
          {t("reason")}
          <textarea rows={4} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <LiteDialogActions>
          <LiteButton onClick={() => setDeclining(false)}>{t("back")}</LiteButton>
          <LiteButton
            primary
            busy={decline.isPending}
            onClick={() => {
              setDeclining(false);
              decline.mutate();
            }}
          >
            {t("decline_confirm")}
          </LiteButton>
        </LiteDialogActions>
      </LiteDialog>
    </form>
  );
}
