// Work history, education, skills and history of moves of a candidate.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail, Person } from "@/lib/api/types";
import styles from "./Candidate.module.css";
import { History } from "./History";
import { Section } from "./Section";
import { WorkAnalysis } from "./WorkAnalysis";

export function CandidateBackground({ detail }: { detail: ApplicationDetail }) {
  const { t } = useTranslation(["review", "evaluation"]);
  return (
    <>
      <Section title={t("evaluation:section.work")}>
        <WorkAnalysis detail={detail} />
      </Section>
      <Background person={detail.person} />
      <Section title={t("history.title")}>
        <History events={detail.history} />
      </Section>
    </>
  );
}

function Background({ person }: { person: Person }) {
  const { t } = useTranslation("review");
  const { month } = useFormats();
  if (person.education.length + person.skills.length === 0) return null;
  return (
    <Section title={t("background.title")}>
      <ul className={styles.education}>
        {person.education.map((entry) => {
          const dates = [entry.start_date, entry.end_date]
            .filter((date) => date !== null && date !== undefined)
            .map(month)
            .join(" – ");
          return (
            <li key={`${entry.school} ${entry.degree} ${entry.end_date}`}>
              <span>{[entry.school, entry.major, entry.degree].filter(Boolean).join(" · ")}</span>
              <span className={styles.dates}>{dates}</span>
            </li>
          );
        })}
      </ul>
      {person.skills.length > 0 ? (
        <p className={styles.skills}>{person.skills.join(t("background.separator"))}</p>
      ) : null}
    </Section>
  );
}
