// The interviews and offers of an application that my role may see.
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { InterviewRecords } from "@/entities/interview/components/InterviewRecords";
import { useApplicationSchedules } from "@/entities/interview/schedules";
import { useApplicationOffers } from "@/entities/offer/queries";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { StageTag } from "@/ui/StageTag";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./Records.module.css";

export function Records({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation("candidate");
  const canSeeSchedules = useCan("schedule:view");
  const seesInterviews = [canSeeSchedules, useCan("pipeline:view")].some(Boolean);
  const canSeeOffers = useCan("offer-workbench:view");
  return (
    <div className={styles.view}>
      {canSeeSchedules ? <Schedules applicationId={applicationId} /> : null}
      {seesInterviews ? (
        <Section title={t("records.interviews")}>
          <InterviewRecords applicationId={applicationId} />
        </Section>
      ) : null}
      {canSeeOffers ? <Offers applicationId={applicationId} /> : null}
    </div>
  );
}

function Section(props: { title: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className={styles.section}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}

const SKELETON = <Skeleton active title={false} paragraph={{ rows: 2 }} />;

function Schedules({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const names = {
    scheduled: t("schedule.scheduled"),
    completed: t("schedule.completed"),
    no_show: t("schedule.no_show"),
    cancelled: t("schedule.cancelled"),
  };
  return (
    <Section title={t("records.schedules")}>
      <QueryView query={useApplicationSchedules(applicationId)} skeleton={SKELETON}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("records.no_schedules")}</p>
          ) : (
            <ul>
              {items.map((one) => (
                <li key={one.id} className={styles.record}>
                  <p className={styles.line}>
                    <strong>{formats.dateTime(one.start_time)}</strong>
                    <StageTag>{names[one.status]}</StageTag>
                  </p>
                  <p className={styles.facts}>
                    {[t("records.round", { number: one.round }), one.interviewer.name, one.location]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  {one.notes ? <p className={styles.text}>{one.notes}</p> : null}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}

function Offers({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const names = {
    draft: t("offer.draft"),
    submitted: t("offer.submitted"),
    approved: t("offer.approved"),
    sent: t("offer.sent"),
    viewed: t("offer.viewed"),
    accepted: t("offer.accepted"),
    declined: t("offer.declined"),
    withdrawn: t("offer.withdrawn"),
    expired: t("offer.expired"),
  };
  return (
    <Section title={t("records.offers")}>
      <QueryView query={useApplicationOffers(applicationId)} skeleton={SKELETON}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("records.no_offers")}</p>
          ) : (
            <ul>
              {items.map((offer) => (
                <li key={offer.id} className={styles.record}>
                  <p className={styles.line}>
                    <strong>{offer.position || offer.job_title}</strong>
                    <StageTag tone={offer.status === "accepted" ? "good" : "neutral"}>{names[offer.status]}</StageTag>
                  </p>
                  <p className={styles.facts}>
                    {[offer.salary, offer.start_date ? formats.date(offer.start_date) : null, offer.place]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  {offer.answer_reason ? <p className={styles.text}>{offer.answer_reason}</p> : null}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
