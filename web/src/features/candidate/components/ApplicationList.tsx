// The person's applications, with their state and a link to where they are worked on.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useArchiveReasonName } from "@/entities/application/archive";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { STAGE, useStageName, useSubStatusName } from "@/entities/application/stages";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { ApplicationSummary } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import styles from "./ApplicationList.module.css";
import { ArchivedApplicationActions } from "./ArchivedApplicationActions";

interface Props {
  /** The person's name. */
  name: string | null | undefined;
  applications: readonly ApplicationSummary[];
  shownId: string | null;
  onShow: (id: string) => void;
}

export function ApplicationList({ name, applications, shownId, onShow }: Props) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const reasonName = useArchiveReasonName();
  return (
    <section aria-label={t("applications.title")}>
      <h2 className={styles.title}>
        {t("applications.title")} <span>{formats.number(applications.length)}</span>
      </h2>
      <ul>
        {applications.map((one) => (
          <li key={one.id} className={styles.application} data-shown={one.id === shownId}>
            <button
              className={styles.open}
              type="button"
              aria-current={one.id === shownId}
              onClick={() => onShow(one.id)}
            >
              <span className={styles.line}>
                <strong>{one.job_title}</strong>
                <ScoreText score={one.overall_score} />
              </span>
              <span className={styles.state}>
                {one.archive_reason
                  ? t("applications.archived", { reason: reasonName(one.archive_reason) })
                  : `${stageName(one.status)} · ${subStatusName(one.sub_status)}`}
              </span>
              <span className={styles.when}>{t("applications.applied", { date: formats.date(one.created_at) })}</span>
            </button>
            {one.archive_reason ? (
              <ArchivedApplicationActions application={one} reason={one.archive_reason} name={name} />
            ) : (
              <Place application={one} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A link to the page where the application is worked on now. */
function Place({ application: { id, job_id, status } }: { application: ApplicationSummary }) {
  const { t } = useTranslation("candidate");
  const canOpenReview = useCanOpenRoute("aiReview");
  const canOpenPipeline = useCanOpenRoute("pipeline");
  if (status === STAGE.aiReview) {
    return canOpenReview ? <Link to={href("aiReview", { job_id, id })}>{t("applications.in_review")}</Link> : null;
  }
  return canOpenPipeline ? <Link to={href("pipeline", { job_id, id })}>{t("applications.in_pipeline")}</Link> : null;
}
