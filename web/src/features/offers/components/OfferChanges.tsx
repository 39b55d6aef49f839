// What changed in an offer since it was last approved or returned.
import { useTranslation } from "react-i18next";
import { useOffer } from "@/entities/offer/queries";
import { useFormats } from "@/i18n/format";
import type { OfferField } from "@/lib/api/types";
import { changedLines } from "../logic/changedLines";
import { useDeadlineDay } from "../logic/useDeadlineDay";
import styles from "./OfferPanel.module.css";

export function OfferChanges({ offerId }: { offerId: string }) {
  const { t } = useTranslation("offers");
  const formats = useFormats();
  const deadlineDay = useDeadlineDay();
  const changes = useOffer(offerId).data?.changes;
  if (!changes) return null;
  const labels: Partial<Record<OfferField, string>> = {
    position: t("field.position"),
    salary: t("field.salary"),
    salary_parts: t("field.salary_parts"),
    start_date: t("field.start_date"),
    expires_at: t("field.deadline"),
    place: t("field.place"),
    terms: t("field.terms"),
    letter: t("field.letter"),
    notes: t("field.notes"),
  };
  const inWords = (field: OfferField, content: string) => {
    if (content === "") return content;
    if (field === "start_date") return formats.date(content);
    return field === "expires_at" ? deadlineDay(content) : content;
  };
  const decision = { name: changes.actor_name ?? t("changes.somebody"), at: formats.dateTime(changes.at) };
  return (
    <section className={styles.changes} aria-label={t("changes.title")}>
      <h3>{t("changes.title")}</h3>
      <p>{changes.action === "approve" ? t("changes.since_approve", decision) : t("changes.since_return", decision)}</p>
      {changes.fields.length === 0 ? <p>{t("changes.none")}</p> : null}
      <dl>
        {changes.fields.map(({ field, before, after }) => {
          const { removed, added } = changedLines(inWords(field, before), inWords(field, after));
          return (
            <div key={field}>
              <dt>{labels[field] ?? field}</dt>
              <dd>
                {removed ? <del>{removed}</del> : null}
                {added ? <ins>{added}</ins> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
