// The terms and the letter of an offer, to read and to download.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import type { Offer } from "@/lib/api/types";
import { useLetterHref } from "../logic/letterHref";
import { LETTER_LANGUAGE } from "../logic/offerForm";
import { useDeadlineDay } from "../logic/useDeadlineDay";
import { Letter } from "./Letter";
import styles from "./OfferPanel.module.css";

export function OfferText({ offer }: { offer: Offer }) {
  const { t } = useTranslation("offers");
  const formats = useFormats();
  const deadlineDay = useDeadlineDay();
  const facts: [string, string][] = [
    [t("field.position"), offer.position],
    [t("field.salary"), offer.salary],
    ...(offer.salary_parts ?? []).map(({ name, amount }): [string, string] => [name, amount]),
    [t("field.start_date"), offer.start_date ? formats.date(offer.start_date) : ""],
    [t("field.place"), offer.place],
    [t("field.deadline"), offer.expires_at ? deadlineDay(offer.expires_at) : ""],
    [t("field.terms"), offer.terms],
    [t("field.notes"), offer.notes ?? ""],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([term, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts of a salary may have one name, and none moves
            <div key={at}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Letter text={offer.letter_text} />
      <LetterDownload offer={offer} />
    </>
  );
}

/** Download of the letter as PDF, by language. */
function LetterDownload({ offer }: { offer: Offer }) {
  const { t } = useTranslation("offers");
  const letterHref = useLetterHref(offer.id);
  return (
    <p className={styles.templates}>
      <span>{t("letter.download")}</span>
      {LANGUAGES.map((language) => (
        <a key={language} href={letterHref({ language: LETTER_LANGUAGE[language] })} download>
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </p>
  );
}
