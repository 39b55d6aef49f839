// The user's next interviews, each with its start.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchedules } from "@/entities/interview/schedules";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import styles from "./NextInterviews.module.css";

const SHOWN = 3;

export function NextInterviews() {
  const { t } = useTranslation("welcome");
  const format = useFormats();
  const [from] = useState(() => new Date().toISOString());
  const planned = useSchedules({ from, mine: true }).data?.filter(({ status }) => status === "scheduled") ?? [];
  const canReview = useCan("schedule:review");
  const canSchedule = useCan("pipeline:schedule");
  if (planned.length === 0) return null;
  return (
    <section className={styles.next} aria-labelledby="next-interviews">
      <h2 id="next-interviews">{t("interviews.title")}</h2>
      <ul>
        {planned.slice(0, SHOWN).map(({ id, start_time, candidate, application_id }, at) => (
          <li key={id}>
            <div>
              <Link to={href("schedule", { id })}>
                {candidate?.name ?? candidate?.email ?? t("interviews.nameless")}
              </Link>
              <p>{[format.dateTime(start_time), candidate?.job_title].filter(Boolean).join(" · ")}</p>
            </div>
            {(canReview || canSchedule) && application_id ? (
              <LinkButton
                type={at === 0 ? "primary" : "default"}
                to={href("interview", { id: application_id, schedule: id })}
              >
                {t("interviews.start")}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
