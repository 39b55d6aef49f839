// Contact details of the candidate, each with a copy button.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "@/lib/api/types";
import styles from "./Candidate.module.css";

const COPIED_MS = 1_500;

export function Contact({ person }: { person: Person }) {
  const { t } = useTranslation("review");
  const email = person.email ?? person.contact;
  if (!email && !person.phone) return <p className={styles.faint}>{t("contact.none")}</p>;
  return (
    <ul className={styles.contact}>
      {email ? <Copied key={email} text={email} label={t("contact.copy_email")} /> : null}
      {person.phone ? <Copied key={person.phone} text={person.phone} label={t("contact.copy_phone")} /> : null}
    </ul>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("review");
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <li>
      <span className={styles.address}>{text}</span>
      <button
        type="button"
        className={styles.copy}
        aria-label={label}
        title={label}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setDone(true),
            () => undefined,
          )
        }
      >
        {done ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </button>
      <span role="status" className="visually-hidden">
        {done ? t("contact.copied") : null}
      </span>
    </li>
  );
}
