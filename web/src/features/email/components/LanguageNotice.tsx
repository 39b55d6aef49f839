// Says which letters are in another language than their candidates were written to last, or than their jobs.
import { useTranslation } from "react-i18next";
import { useCandidateLanguages } from "@/entities/email/candidateLanguages";
import { EMAIL_LANGUAGES } from "@/entities/email/model";
import type { Application, EmailLanguage } from "@/lib/api/types";
import { isInLanguage } from "../logic/letterLanguage";
import type { Letter } from "../logic/letters";
import styles from "./LanguageNotice.module.css";
import { useEmailLabels } from "./useEmailLabels";

/** More than these are counted, not named. */
const MAX_NAMES = 3;

interface Props {
  /** The letters that can be sent. */
  letters: readonly Letter[];
  candidates: readonly Application[];
  /** The language of letters written by hand. */
  language: EmailLanguage;
}

export function LanguageNotice({ letters, candidates, language }: Props) {
  const { t, i18n } = useTranslation(["letter", "email"]);
  const { languages } = useEmailLabels();
  const known = useCandidateLanguages([...new Set(candidates.map(({ job_id }) => job_id))]).data;
  if (!known) return null;
  const differing = candidates.flatMap((candidate) => {
    const letter = letters.find(({ applicationId }) => applicationId === candidate.id);
    const last = known.emails[candidate.id];
    const theirs = last ?? known.jobs[candidate.job_id];
    if (!letter || !theirs || isInLanguage(letter, language, theirs)) return [];
    return [{ name: candidate.person.name ?? t("email:unnamed"), theirs, isLast: last !== undefined }];
  });
  const namesOf = (some: typeof differing) => {
    const names = some.slice(0, MAX_NAMES).map(({ name }) => name);
    if (some.length > MAX_NAMES) names.push(t("email:send.more", { count: some.length - MAX_NAMES }));
    return new Intl.ListFormat(i18n.language).format(names);
  };
  const sentences = EMAIL_LANGUAGES.flatMap((theirs) => {
    const ofLast = differing.filter((one) => one.theirs === theirs && one.isLast);
    const ofJob = differing.filter((one) => one.theirs === theirs && !one.isLast);
    const about = (some: typeof differing) => ({
      who: namesOf(some),
      language: languages[theirs],
    });
    return [
      ...(ofLast.length > 0 ? [t("other_language.last", { ...about(ofLast), count: ofLast.length })] : []),
      ...(ofJob.length > 0 ? [t("other_language.job", { ...about(ofJob), count: ofJob.length })] : []),
    ];
  });
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.notice}>
          {sentence}
        </p>
      ))}
    </div>
  );
}
