// History of an offer, latest first.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { OfferDetail } from "@/lib/api/types";
import { useLetterHref } from "../logic/letterHref";
import styles from "./OfferPanel.module.css";

type Entry = OfferDetail["history"][number];

export function OfferHistory({ offerId, entries }: { offerId: string; entries: readonly Entry[] }) {
  const letterHref = useLetterHref(offerId);
  const { t } = useTranslation("offers");
  const formats = useFormats();
  const names: Record<Entry["action"], string> = {
    create: t("history.create"),
    edit: t("history.edit"),
    submit: t("history.submit"),
    approve: t("history.approve"),
    return: t("history.return"),
    send: t("history.send"),
    withdraw: t("history.withdraw"),
    view: t("history.view"),
    accept: t("history.accept"),
    decline: t("history.decline"),
    expire: t("history.expire"),
  };
  const who = ({ actor_kind, actor_name }: Entry) =>
    actor_name ?? (actor_kind === "candidate" ? t("history.candidate") : t("history.system"));
  return (
    <ol className={styles.history}>
      {entries.toReversed().map((entry) => (
        <li key={entry.version}>
          <p>{t("history.line", { what: names[entry.action], version: entry.version })}</p>
          {entry.comment ? <blockquote>{entry.comment}</blockquote> : null}
          <p className={styles.none}>
            {who(entry)} · {formats.dateTime(entry.at)} ·{" "}
            <a
              href={letterHref({ version: entry.version })}
              download
              aria-label={t("letter.download_version", { version: entry.version })}
            >
              {t("letter.pdf")}
            </a>
          </p>
        </li>
      ))}
    </ol>
  );
}
