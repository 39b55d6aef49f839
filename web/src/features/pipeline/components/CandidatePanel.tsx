// Side panel of a candidate: what can be done, evaluation, career, history and resume.
import { Button } from "antd";
import { Columns2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import { CandidateBody, CandidateHeader, CandidateSkeleton } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { criterionOfMark } from "@/entities/application/evidence";
import { usePrefetchCandidates } from "@/entities/application/prefetch";
import { useCandidate, useResumeSource } from "@/entities/application/queries";
import { CandidateEmails } from "@/entities/email/components/CandidateEmails";
import { useHasUnreadReply } from "@/entities/email/inboxUnread";
import { CandidateInterviews } from "@/entities/interview/components/CandidateInterviews";
import { useKeptChoice } from "@/entities/session/kept";
import type { ApplicationDetail } from "@/lib/api/types";
import { SidePanel } from "@/ui/SidePanel";
import { QueryView } from "@/ui/states/QueryView";
import { useMedia } from "@/ui/theme/appearance";
import { ViewTabs } from "@/ui/ViewTabs";
import type { Beside } from "../logic/beside";
import styles from "./CandidatePanel.module.css";
import { type Direction, PanelActions } from "./PanelActions";
import type { CommandItem, NextStep } from "./useCardCommands";

type Tab = "evaluation" | "resume" | "interviews" | "emails";

const RESUME_PLACES = ["tab", "beside"] as const;

/** A mark of a card's strip: its index among the card's marks. */
export interface OpenedMark {
  id: string;
  at: number;
  marks: number;
}

interface Props {
  jobId: string;
  id: string;
  /** The candidate's card; undefined while the board lacks it. */
  card: BoardCard | undefined;
  /** What is said of an email that goes out later. */
  scheduled: string | undefined;
  /** The mark that opened the panel, whose quotation it shows first. */
  mark: OpenedMark | null;
  beside: Beside;
  onOpen: (id: string) => void;
  onClose: () => void;
  menuOf: (card: BoardCard) => CommandItem[];
  stepOf: (card: BoardCard) => NextStep | undefined;
  onStep: (card: BoardCard, step: NextStep) => void;
}

/** The tab stays the same from candidate to candidate, and so does the button that leads on. */
export function CandidatePanel(props: Props) {
  const { t } = useTranslation("pipeline");
  const { id, mark } = props;
  const candidate = useCandidate(id);
  const [tab, setTab] = useState<Tab>(mark ? "resume" : "evaluation");
  const [shownMark, setShownMark] = useState(mark);
  const [cameBy, setCameBy] = useState<{ id: string; direction: Direction } | null>(null);
  const [place, setPlace] = useKeptChoice("resume", RESUME_PLACES);
  const hasRoom = useMedia("(min-width: 1280px)");
  const isBeside = hasRoom && place === "beside";
  if (mark !== shownMark) {
    setShownMark(mark);
    if (mark) setTab("resume");
  }
  const ids = [props.beside.next, props.beside.previous].filter((one) => one !== null);
  usePrefetchCandidates({ shownId: candidate.data ? id : null, ids, withResumes: isBeside || tab === "resume" });
  return (
    <SidePanel title={candidate.data?.person.name ?? t("panel.title")} wide={isBeside} onClose={props.onClose}>
      <QueryView query={candidate} skeleton={<CandidateSkeleton />}>
        {(detail) => (
          <Content
            {...props}
            key={id}
            detail={detail}
            tab={tab}
            onTab={setTab}
            isBeside={isBeside}
            onBeside={hasRoom ? () => setPlace(isBeside ? "tab" : "beside") : null}
            cameBy={cameBy?.id === id ? cameBy.direction : null}
            onOpen={(next, direction) => {
              setCameBy({ id: next, direction });
              props.onOpen(next);
            }}
          />
        )}
      </QueryView>
    </SidePanel>
  );
}

interface ContentProps extends Omit<Props, "onOpen" | "onClose"> {
  detail: ApplicationDetail;
  tab: Tab;
  onTab: (tab: Tab) => void;
  isBeside: boolean;
  /** Puts the resume beside the rest, or back; null without room. */
  onBeside: (() => void) | null;
  cameBy: Direction | null;
  onOpen: (id: string, direction: Direction) => void;
}

function Content(props: ContentProps) {
  const { t } = useTranslation(["pipeline", "review", "interview", "email", "compose"]);
  const { detail, mark, tab, onTab, isBeside } = props;
  const hasReply = useHasUnreadReply(detail.id);
  const source = useResumeSource(detail.id, detail.resume_file_name ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  // Another mark of the same card was clicked.
  const [former, setFormer] = useState(mark);
  if (mark !== former) {
    setFormer(mark);
    setChosen(null);
  }
  const marked =
    mark?.id === detail.id ? criterionOfMark(detail.ai_eval?.criteria ?? [], mark.marks, mark.at)?.quote : null;
  const quote = chosen ?? marked ?? null;
  const onQuote = (text: string) => {
    setChosen(text);
    if (!isBeside) onTab("resume");
  };
  const card = props.card ?? cardOf(detail, props.jobId);
  // What only the board knows of its cards is left out.
  const items = card ? props.menuOf(card).filter(({ key }) => props.card !== undefined || key !== "star") : null;
  const shown = isBeside && tab === "resume" ? "evaluation" : tab;
  const resume = detail.resume_id ? (
    <ResumeView source={source} quote={quote} flags={detail.ai_eval?.flags} />
  ) : (
    <p>{t("review:no_resume")}</p>
  );
  const body = (
    <>
      <div className={styles.tabs}>
        <ViewTabs<Tab>
          className={styles.views ?? ""}
          value={shown}
          onChange={onTab}
          options={[
            { value: "evaluation", label: t("review:tab.evaluation") },
            ...(isBeside ? [] : [{ value: "resume" as const, label: t("review:tab.resume") }]),
            { value: "interviews", label: t("interview:side.records") },
            { value: "emails", label: hasReply ? t("panel.emails_with_reply") : t("email:history.title") },
          ]}
        />
        {props.onBeside ? (
          <Button
            type="text"
            icon={<Columns2 size={16} aria-hidden="true" />}
            aria-label={t("panel.resume_beside")}
            title={t("panel.resume_beside")}
            aria-pressed={isBeside}
            onClick={props.onBeside}
          />
        ) : null}
      </div>
      {shown === "emails" ? (
        <CandidateEmails candidate={detail} />
      ) : shown === "interviews" ? (
        <CandidateInterviews detail={detail} />
      ) : shown === "evaluation" ? (
        <CandidateBody detail={detail} quote={quote} onQuote={onQuote} />
      ) : (
        resume
      )}
    </>
  );
  return (
    <div className={isBeside ? styles.beside : undefined}>
      <CandidateHeader detail={detail} onQuote={onQuote}>
        <PanelActions
          items={items}
          step={card && !props.scheduled ? props.stepOf(card) : undefined}
          onStep={(step) => card && props.onStep(card, step)}
          beside={props.beside}
          onOpen={props.onOpen}
          cameBy={props.cameBy}
        />
        {props.scheduled ? (
          <p className={styles.scheduled} role="status">
            {props.scheduled}
            <Button type="link" size="small" onClick={() => onTab("emails")}>
              {t("compose:scheduled_show")}
            </Button>
          </p>
        ) : null}
      </CandidateHeader>
      {isBeside ? (
        <div className={styles.columns}>
          <div className={styles.column}>{body}</div>
          <div className={styles.column}>{resume}</div>
        </div>
      ) : (
        body
      )}
    </div>
  );
}

/** The card of a candidate that the board does not show, because of a filter or the stage; null if nothing can be done. */
function cardOf(detail: ApplicationDetail, jobId: string): BoardCard | null {
  if (detail.is_archived || detail.job_id !== jobId) return null;
  const { id, version, person, status, sub_status, sub_status_since } = detail;
  return {
    id,
    version,
    person: { id: person.id, name: person.name ?? null },
    status,
    sub_status,
    sub_status_since,
    intent_sent_at: detail.intent_sent_at ?? null,
    starred: false,
    next: null,
    strip: [],
    flags: [],
  };
}
