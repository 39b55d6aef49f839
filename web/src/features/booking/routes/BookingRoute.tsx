// /booking/{token}: the candidate books, moves or cancels their interview.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { api, query } from "@/lib/api/client";
import type { BookingPage } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { GuestPage } from "@/ui/lite/GuestPage";
import { GuestQuery } from "@/ui/lite/GuestQuery";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteDialog, LiteDialogActions } from "@/ui/lite/LiteDialog";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { SlotPicker } from "../components/SlotPicker";
import { ownZone, zoneName } from "../logic/slots";
import styles from "./BookingRoute.module.css";

const PAGE = "/api/booking/{token}";

export function BookingRoute() {
  const { t } = useTranslation("booking");
  const { token = "" } = useParams();
  const page = query.useQuery("get", PAGE, { params: { path: { token } } });
  return (
    <GuestQuery query={page} texts={{ loading: t("loading"), goneTitle: t("gone_title"), gone: t("gone") }}>
      {(data) => <Booking token={token} page={data} />}
    </GuestQuery>
  );
}

function Booking({ token, page }: { token: string; page: BookingPage }) {
  const { t, i18n } = useTranslation("booking");
  const errorText = useErrorText();
  const client = useQueryClient();
  const { employer_name: employer, booked } = page;
  const [zone, setZone] = useState(ownZone);
  const [chosen, setChosen] = useState<string | null>(null);
  // What the link in an email is for.
  const [params] = useSearchParams();
  const [wish] = useState(() => (booked && page.is_open ? params.get("do") : null));
  const [isMoving, setMoving] = useState(wish === "move");
  const [isCancelling, setCancelling] = useState(wish === "cancel");
  const [isJustBooked, setJustBooked] = useState(false);
  const bookedTitle = useRef<HTMLHeadingElement>(null);
  const chooseTitle = useRef<HTMLHeadingElement>(null);
  // The pressed button is removed, and on a phone the confirmation is above the visible part.
  useEffect(() => {
    if (isJustBooked && booked) bookedTitle.current?.focus();
  }, [isJustBooked, booked]);
  useEffect(() => {
    if (isMoving) chooseTitle.current?.focus();
  }, [isMoving]);
  const path = { path: { token } };
  // Each forgets what came of the other, which would stand beside its own outcome.
  const book = useMutation({
    mutationFn: (start_time: string) => {
      const time_zone = ownZone();
      return api.POST(PAGE, { params: path, body: { start_time, time_zone } });
    },
    onMutate: () => {
      setJustBooked(false);
      cancel.reset();
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["get", PAGE] });
      setMoving(false);
      setChosen(null);
      setJustBooked(true);
    },
    // The slot was just taken: refetch the free slots.
    onError: () => {
      setChosen(null);
      void client.invalidateQueries({ queryKey: ["get", PAGE] });
    },
  });
  const cancel = useMutation({
    mutationFn: () => api.DELETE(PAGE, { params: path }),
    onMutate: () => book.reset(),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", PAGE] }),
  });
  const when = (slot: { start_time: string; end_time: string }) => {
    const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "full", timeZone: zone });
    const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", timeZone: zone });
    return {
      day: day.format(new Date(slot.start_time)),
      time: `${time.format(new Date(slot.start_time))} – ${time.format(new Date(slot.end_time))}`,
    };
  };
  const forms: Record<BookingPage["form"], string> = { online: t("form.online"), onsite: t("form.onsite") };
  const about = [
    t("what", { job: page.job_title }),
    t("who", { name: page.interviewer_name }),
    `${forms[page.form]} · ${t("minutes", { count: page.duration_minutes })}`,
  ];
  const error = book.error ?? cancel.error;
  const shown = booked ? when(booked) : null;
  const wanted = page.slots.find(({ start_time }) => start_time === chosen);
  const preview = wanted ? when(wanted) : null;
  return (
    <GuestPage
      title={t("title", { organization: employer })}
      host={{ name: employer, logo: page.logo_url ?? null }}
      lead={about.map((line) => (
        <span key={line} className={styles.about}>
          {line}
        </span>
      ))}
    >
      <div className={styles.notices}>
        {error ? <LiteNotice isError>{errorText(error)}</LiteNotice> : null}
        {cancel.isSuccess && !booked ? <LiteNotice>{t("cancelled")}</LiteNotice> : null}
      </div>
      <label className={styles.zone}>
        {t("zone")}
        <select value={zone} onChange={(event) => setZone(event.target.value)}>
          <option value={ownZone()}>{t("zone_yours", { zone: zoneName(ownZone(), i18n.language) })}</option>
          {page.time_zone === ownZone() ? null : (
            <option value={page.time_zone}>
              {t("zone_theirs", { zone: zoneName(page.time_zone, i18n.language) })}
            </option>
          )}
        </select>
      </label>
      {shown ? (
        <section className={styles.booked} aria-label={t("booked")}>
          <h2 ref={bookedTitle} tabIndex={-1}>
            {t("booked")}
          </h2>
          <p className={styles.when}>
            {shown.day}
            <br />
            {shown.time}
          </p>
          {page.location ? (
            <p>
              {t("location")}: {page.location}
            </p>
          ) : null}
          {page.meeting_link ? (
            <p>
              {t("join")}: <a href={page.meeting_link}>{page.meeting_link}</a>
            </p>
          ) : null}
          <div className={styles.actions}>
            <a className={styles.calendar} href={`/api/booking/${token}/ics`} download="interview.ics">
              {t("calendar")}
            </a>
            {page.is_open ? (
              <>
                {isMoving ? null : <LiteButton onClick={() => setMoving(true)}>{t("move")}</LiteButton>}
                <LiteButton onClick={() => setCancelling(true)}>{t("cancel")}</LiteButton>
              </>
            ) : null}
          </div>
        </section>
      ) : null}
      {page.is_open ? (
        !booked || isMoving ? (
          <section aria-label={t("choose")}>
            <h2 ref={chooseTitle} tabIndex={-1} className={styles.choose}>
              {t("choose")}
            </h2>
            {isMoving && booked ? <p className={styles.hint}>{t("moving")}</p> : null}
            {page.slots.length === 0 ? (
              <p>{t("none", { organization: employer })}</p>
            ) : (
              <SlotPicker slots={page.slots} zone={zone} chosen={chosen} onChoose={setChosen} />
            )}
            <div className={styles.confirm}>
              <p className={styles.wanted} aria-live="polite">
                {preview ? `${preview.day} · ${preview.time}` : null}
              </p>
              <LiteButton
                primary
                block
                disabled={chosen === null}
                busy={book.isPending}
                onClick={() => chosen && book.mutate(chosen)}
              >
                {t("book")}
              </LiteButton>
            </div>
          </section>
        ) : null
      ) : (
        <LiteNotice>{t("closed", { organization: employer })}</LiteNotice>
      )}
      <LiteDialog open={isCancelling} title={t("cancel_title")} onClose={() => setCancelling(false)}>
        <p>{t("cancel_text")}</p>
        <LiteDialogActions>
          <LiteButton onClick={() => setCancelling(false)}>{t("cancel_keep")}</LiteButton>
          <LiteButton
            primary
            busy={cancel.isPending}
            onClick={() => {
              setCancelling(false);
              setMoving(false);
              cancel.mutate();
            }}
          >
            {t("cancel")}
          </LiteButton>
        </LiteDialogActions>
      </LiteDialog>
    </GuestPage>
  );
}
