// Candidate details: header, evaluation with evidence, work history, history of moves.

import { Skeleton } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { TranslatableText } from "@/entities/translation/TranslatableText";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail, ApplicationSource } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { StageTag } from "@/ui/StageTag";
import { useLevelName } from "../level";
import { useOwnMarks } from "../ownMarks";
import { shownScore } from "../score";
import { isByEarlierEvaluation, SUB_STATUS, useApplicationStateName, useStageName } from "../stages";
import styles from "./Candidate.module.css";
import { Contact } from "./Contact";
import { CriteriaList } from "./CriteriaList";
import { DifferenceMark } from "./DifferenceMark";
import { DifferenceNote } from "./DifferenceNote";
import { Dimensions } from "./Dimensions";
import { EngineNote } from "./EngineNote";
import { EvidenceStrip } from "./EvidenceStrip";
import { FallbackMark } from "./FallbackMark";
import { Flags } from "./Flags";
import { EarlierMarks } from "./OthersMark";
import { ConcealedMarks, OwnScore } from "./OwnScore";
import { openQuestions, Questions } from "./Questions";
import { ScoreBreakdown } from "./ScoreBreakdown";
import { ScoreText } from "./ScoreText";
import { Section } from "./Section";

// Below the evaluation, so the first view does not wait for it.
const SameContact = lazyPart(async () => ({
  default: (await import("@/entities/person/components/SameContact")).SameContact,
}));
const CandidateBackground = lazyPart(async () => ({
  default: (await import("./CandidateBackground")).CandidateBackground,
}));

interface Props {
  detail: ApplicationDetail;
  quote: string | null;
  onQuote: (quote: string) => void;
}

interface HeaderProps extends Omit<Props, "quote"> {
  /** Replaces the name if the page already shows it. */
  title?: string;
  /** Whether the person is made up, so that the server knows no others with their address. */
  isSample?: boolean;
  /** Actions, kept visible in the header while scrolling. */
  children?: React.ReactNode;
}

export function CandidateHeader({ detail, onQuote, title, isSample = false, children }: HeaderProps) {
  const { t } = useTranslation("review");
  const formats = useFormats();
  const levelName = useLevelName();
  const stageName = useStageName();
  const stateName = useApplicationStateName();
  const { person, ai_eval } = detail;
  const level = ai_eval?.recommendationLevel;
  const isContact =
    detail.sub_status === SUB_STATUS.recommendContact && !isByEarlierEvaluation(detail.sub_status, level);
  const marks = useOwnMarks(ai_eval && !isSample ? detail.id : null);
  const years = person.total_years_of_experience;
  const facts = [
    person.current_position,
    person.current_company,
    years === null || years === undefined ? null : t("years", { count: years }),
  ].filter(Boolean);
  const sources: Record<ApplicationSource, string> = {
    batch: t("source.batch"),
    email: t("source.email"),
    manual: t("source.manual"),
    import: t("source.import"),
    pool: t("source.pool"),
    careers: t("source.careers"),
  };
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2 className={styles.name}>
          {title ?? (
            <PersonLink personId={person.id} applicationId={detail.id}>
              {person.name ?? detail.resume_file_name ?? t("nameless")}
            </PersonLink>
          )}
        </h2>
        <StageTag>{stageName(detail.status)}</StageTag>
        <StageTag tone={isContact ? "good" : "neutral"}>{stateName(detail, level)}</StageTag>
      </div>
      <ul className={styles.facts}>
        {title === undefined ? [...new Set(facts)].map((fact) => <li key={fact}>{fact}</li>) : null}
        {title === undefined ? <li>{t("applied_for", { job: detail.job_title })}</li> : null}
        <li className={styles.when} title={formats.dateTime(detail.created_at)}>
          {t("applied", { ago: formats.ago(detail.created_at) })}
        </li>
        <li className={styles.when}>{sources[detail.source]}</li>
      </ul>
      {title === undefined ? (
        <>
          <Contact person={person} />
          {isSample ? null : (
            <Suspense>
              <SameContact personId={person.id} />
            </Suspense>
          )}
        </>
      ) : null}
      {ai_eval ? (
        <div className={styles.verdict}>
          <ScoreText score={shownScore(level, ai_eval.overallScore)} size="large" />
          <div>
            <p className={styles.level}>
              {levelName(ai_eval.recommendationLevel)}
              <FallbackMark className={styles.stoodIn} reason={ai_eval.fallbackReason} />
              <DifferenceMark differences={detail.differences} />
              <OwnScore marks={marks} />
            </p>
            <EvidenceStrip
              criteria={ai_eval.criteria}
              parts={ai_eval.score_parts}
              marks={marks}
              onOpenQuote={(index) => {
                const quote = ai_eval.criteria[index]?.quote;
                if (quote) onQuote(quote);
              }}
            />
            <ConcealedMarks marks={marks} />
          </div>
        </div>
      ) : null}
      {children}
    </header>
  );
}

export function CandidateBody({ detail, quote, onQuote }: Props) {
  const { t } = useTranslation(["review", "evaluation"]);
  const { ai_eval } = detail;
  const marks = useOwnMarks(ai_eval ? detail.id : null);
  return (
    <>
      {ai_eval ? (
        <>
          <TranslatableText className={styles.summary} text={ai_eval.summary} />
          <DifferenceNote differences={detail.differences} />
          <Flags flags={ai_eval.flags} />
          <Section title={t("evaluation:section.criteria")}>
            <CriteriaList evaluation={ai_eval} quote={quote} marks={marks} onQuote={onQuote} />
            <EarlierMarks marks={marks} />
          </Section>
          <Section title={t("evaluation:section.dimensions")}>
            <Dimensions scores={ai_eval.scores} criteria={ai_eval.criteria} />
          </Section>
          <Section title={t("evaluation:section.sum")}>
            <ScoreBreakdown evaluation={ai_eval} />
          </Section>
          {openQuestions(ai_eval.criteria).length > 0 ? (
            <Section title={t("evaluation:section.questions")}>
              <Questions criteria={ai_eval.criteria} />
            </Section>
          ) : null}
        </>
      ) : (
        <p className={styles.summary}>{t("not_evaluated")}</p>
      )}
      <Suspense>
        <CandidateBackground detail={detail} />
      </Suspense>
      {ai_eval ? <EngineNote className={styles.engine} evaluation={ai_eval} /> : null}
    </>
  );
}

export function CandidateSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton active title={{ width: 180 }} paragraph={{ rows: 3 }} />
      <Skeleton active title={{ width: 90 }} paragraph={{ rows: 8 }} />
    </div>
  );
}
