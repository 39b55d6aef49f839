// /welcome: what to do next, and how to read what comes of it.
import { useTranslation } from "react-i18next";
import { query } from "@/api/client";
import { useWorkplace } from "@/api/session";
import { Glyph } from "@/ui/Glyph";
import { useRememberedJob } from "@/ui/job";
import { LinkButton } from "@/ui/LinkButton";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./WelcomeRoute.module.css";

const SAMPLE_A = ["met", "met", "met", "partly", "met", "unknown", "met"] as const;
const SAMPLE_B = ["met", "partly", "not", "met", "partly", "unknown", "not"] as const;
const MUSTS = 4;

export function WelcomeRoute() {
  const { t } = useTranslation("welcome");
  const { session, membership } = useWorkplace();
  usePageTitle(t("page"));
  const jobId = useRememberedJob();
  const jobs = query.useQuery("get", "/api/organizations/{organization_id}/jobs", {
    params: { path: { organization_id: membership.organization.id }, query: { status: "active", limit: 1 } },
  });
  const hasJob = (jobs.data?.total ?? 0) > 0;
  const withJob = (path: string) => (jobId ? `${path}?job_id=${jobId}` : path);

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("title", { name: session.user.full_name || session.user.email })}</h1>
      <p className={styles.lead}>{t("lead")}</p>
      <ol className={styles.steps}>
        <li>
          <h2>{t("job.title")}</h2>
          <p>{t("job.text")}</p>
          <LinkButton type={hasJob ? "default" : "primary"} to={hasJob ? "/jobs" : "/jobs/new"}>
            {hasJob ? t("job.action_done") : t("job.action")}
          </LinkButton>
        </li>
        <li>
          <h2>{t("evaluate.title")}</h2>
          <p>{t("evaluate.text")}</p>
          <LinkButton type={hasJob ? "primary" : "default"} to={withJob("/evaluate")}>
            {t("evaluate.action")}
          </LinkButton>
        </li>
        <li>
          <h2>{t("review.title")}</h2>
          <p>{t("review.text")}</p>
          <LinkButton to={withJob("/ai-review")}>{t("review.action")}</LinkButton>
        </li>
      </ol>
      <section className={styles.legend} aria-labelledby="legend">
        <div>
          <h2 id="legend">{t("legend.title")}</h2>
          <dl className={styles.meanings}>
            <div>
              <dt>
                <Glyph verdict="met" />
              </dt>
              <dd>{t("legend.met")}</dd>
            </div>
            <div>
              <dt>
                <Glyph verdict="partly" />
              </dt>
              <dd>{t("legend.partly")}</dd>
            </div>
            <div>
              <dt>
                <Glyph verdict="not" />
              </dt>
              <dd>{t("legend.not")}</dd>
            </div>
            <div>
              <dt>
                <Glyph verdict="unknown" />
              </dt>
              <dd>{t("legend.unknown")}</dd>
            </div>
          </dl>
        </div>
        <figure className={styles.sample} aria-hidden="true">
          <Sample name={t("legend.name_a")} verdicts={SAMPLE_A} />
          <Sample name={t("legend.name_b")} verdicts={SAMPLE_B} />
          <figcaption>{t("legend.note")}</figcaption>
        </figure>
      </section>
    </div>
  );
}

function Sample(props: { name: string; verdicts: readonly ("met" | "partly" | "not" | "unknown")[] }) {
  return (
    <div className={styles.candidate}>
      <span>{props.name}</span>
      <span className={styles.strip}>
        {props.verdicts.map((verdict, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
          <span key={position} data-first-nice={position === MUSTS}>
            <Glyph verdict={verdict} size={16} />
          </span>
        ))}
      </span>
    </div>
  );
}
