// Ranked candidate list with search, tiers and filter.
import { Button, Checkbox, type InputRef, Select, Skeleton } from "antd";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, memo, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { DifferenceMark } from "@/entities/application/components/DifferenceMark";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { FlagMark } from "@/entities/application/components/FlagMark";
import { MarkTip } from "@/entities/application/components/MarkTip";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import { isScored } from "@/entities/application/evidence";
import { useLevelName } from "@/entities/application/level";
import { type ListView, SUB_STATUSES, useTierCounts } from "@/entities/application/queries";
import { shownScore } from "@/entities/application/score";
import { useSubStatusName } from "@/entities/application/stages";
import { markAt, useMarks } from "@/entities/application/useMarks";
import { useJobFigures } from "@/entities/job/queries";
import { useCanOpenPage } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Application, CriterionResult } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { VirtualList } from "@/ui/lists/VirtualList";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { PAGE_SIZES, type PageSize } from "../logic/pages";
import styles from "./CandidateList.module.css";

/** Estimated row height. */
const ROW_PX = 88;

const idOf = (item: Application) => item.id;
const focusable = (id: string) => `[data-candidate="${id}"]`;

/** The criterion of a mark in the row's strip. */
function criterionAt({ ai_eval }: Application, mark: number): CriterionResult | undefined {
  return ai_eval?.criteria.filter(isScored)[mark];
}

/** Opens a candidate; from an evidence mark also its criterion. */
type OnSelect = (id: string, criterion: CriterionResult | null) => void;

interface Props {
  jobId: string;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** The items of the current page. */
  items: readonly Application[] | undefined;
  total: number;
  busy: boolean;
  pageSize: PageSize;
  onPageSize: (size: PageSize) => void;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  selectedId: string | null;
  onSelect: OnSelect;
  /** Called near the end of the list to load more. */
  onEnd: (() => void) | undefined;
  /** The candidate to scroll to. */
  focus: Focus | null;
  searchBox: Ref<InputRef>;
  /** Shown above the candidates. */
  notice: ReactNode;
  /** Selected ids; null without bulk actions. */
  ticked: ReadonlySet<string> | null;
  onTick: (id: string, range: boolean) => void;
}

export function CandidateList(props: Props) {
  const { t } = useTranslation("review");
  const { view, items } = props;
  const { pointed, handlers } = useMarks();
  const pointedItem = pointed ? items?.[pointed.row] : undefined;
  const criterion = pointed && pointedItem ? criterionAt(pointedItem, pointed.at) : undefined;
  const filtered = view.search !== "" || view.tier !== null || view.subStatus !== null;
  return (
    <section className={styles.list} aria-label={t("list.label")} {...handlers}>
      <div className={styles.tools}>
        <SearchBox
          ref={props.searchBox}
          label={t("list.search")}
          value={view.search}
          onChange={(search) => props.onView({ search })}
        />
        <Tiers jobId={props.jobId} value={view.tier} onChange={(tier) => props.onView({ tier })} />
      </div>
      <div className={styles.meta}>
        <span role="status">{items ? t("list.count", { count: props.total }) : null}</span>
        <span className={styles.choices}>
          <PageSizeSelect value={props.pageSize} onChange={props.onPageSize} />
          <SubStatusFilter value={view.subStatus} onChange={(subStatus) => props.onView({ subStatus })} />
        </span>
      </div>
      {props.notice}
      {items && items.length > 0 ? (
        <VirtualList
          items={items}
          idOf={idOf}
          estimate={ROW_PX}
          label={t("list.label")}
          className={styles.rows}
          isBusy={props.busy}
          focus={props.focus}
          focusable={focusable}
          onEnd={props.onEnd}
        >
          {(item) => (
            <CandidateRow
              item={item}
              selected={item.id === props.selectedId}
              onSelect={props.onSelect}
              ticked={props.ticked?.has(item.id) ?? null}
              onTick={props.onTick}
            />
          )}
        </VirtualList>
      ) : (
        <div className={styles.rows} aria-busy={props.busy}>
          {!items ? (
            <CandidateListSkeleton />
          ) : filtered ? (
            <EmptyState text={t("list.nothing_found")} />
          ) : (
            <EmptyCandidateList jobId={props.jobId} />
          )}
        </div>
      )}
      {props.pages > 1 ? <Pager page={props.page} pages={props.pages} onPage={props.onPage} /> : null}
      {pointed && pointedItem?.ai_eval && criterion ? (
        <MarkTip evaluation={pointedItem.ai_eval} result={criterion} box={pointed.box} />
      ) : null}
    </section>
  );
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation("review");
  return (
    <nav className={styles.pager} aria-label={t("page.label")}>
      <Button
        size="small"
        type="text"
        disabled={page <= 1}
        aria-label={t("page.previous")}
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onPage(page - 1)}
      />
      <span aria-live="polite">{t("page.of", { page, pages })}</span>
      <Button
        size="small"
        type="text"
        disabled={page >= pages}
        aria-label={t("page.next")}
        icon={<ChevronRight size={16} aria-hidden="true" />}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

function PageSizeSelect(props: { value: PageSize; onChange: (size: PageSize) => void }) {
  const { t } = useTranslation("review");
  return (
    <Select<number>
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      placement="bottomRight"
      aria-label={t("page.size")}
      value={props.value ?? 0}
      onChange={(value) => props.onChange(PAGE_SIZES.find((known) => known === value) ?? null)}
      options={[
        { value: 0, label: t("page.all") },
        ...PAGE_SIZES.map((size) => ({ value: size as number, label: t("page.rows", { count: size }) })),
      ]}
    />
  );
}

/** Empty state: nothing evaluated, or nothing added to the pipeline yet. */
function EmptyCandidateList({ jobId }: { jobId: string }) {
  const { t } = useTranslation("review");
  const canOpenEvaluate = useCanOpenPage("evaluate");
  const waiting = useJobFigures([jobId]).data?.items.find(({ id }) => id === jobId)?.waiting ?? 0;
  return (
    <EmptyState
      text={t("empty.nobody")}
      hint={waiting > 0 ? t("empty.waiting", { count: waiting }) : t("empty.nobody_hint")}
      action={
        canOpenEvaluate ? (
          <LinkButton type="primary" to={href("evaluate", { job_id: jobId })}>
            {waiting > 0 ? t("empty.to_pipeline") : t("empty.evaluate")}
          </LinkButton>
        ) : undefined
      }
    />
  );
}

function Tiers(props: { jobId: string; value: ListView["tier"]; onChange: (tier: ListView["tier"]) => void }) {
  const { t } = useTranslation(["review", "common"]);
  const formats = useFormats();
  const counts = useTierCounts(props.jobId).data;
  const tabs = [
    { tier: null, name: t("tier.all"), count: counts ? counts.tier_1 + counts.tier_2 + counts.tier_3 : null },
    { tier: 1, name: t("common:tier.1"), count: counts?.tier_1 ?? null },
    { tier: 2, name: t("common:tier.2"), count: counts?.tier_2 ?? null },
    { tier: 3, name: t("common:tier.3"), count: counts?.tier_3 ?? null },
  ] as const;
  return (
    <fieldset className={styles.tiers}>
      <legend className="visually-hidden">{t("tier.label")}</legend>
      {tabs.map(({ tier, name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.tier}
          aria-pressed={props.value === tier}
          onClick={() => props.onChange(tier)}
        >
          {name} <span>{count === null ? "" : formats.number(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

function SubStatusFilter(props: { value: ListView["subStatus"]; onChange: (value: ListView["subStatus"]) => void }) {
  const { t } = useTranslation("review");
  const name = useSubStatusName();
  return (
    <Select
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      placement="bottomRight"
      aria-label={t("list.sub_status")}
      value={props.value ?? ""}
      onChange={(value) => props.onChange(SUB_STATUSES.find((known) => known === value) ?? null)}
      options={[
        { value: "", label: t("list.any_sub_status") },
        ...SUB_STATUSES.map((status) => ({ value: status as string, label: name(status) })),
      ]}
    />
  );
}

interface RowProps {
  item: Application;
  selected: boolean;
  onSelect: OnSelect;
  ticked: boolean | null;
  onTick: (id: string, range: boolean) => void;
}

/** A candidate of the list. */
export const CandidateRow = memo(function CandidateRow({ item, selected, onSelect, ticked, onTick }: RowProps) {
  "use memo";
  const { t } = useTranslation("review");
  const levelName = useLevelName();
  const { person, ai_eval } = item;
  const select = (event: MouseEvent) => {
    const mark = markAt(event.target);
    onSelect(item.id, (mark === null ? undefined : criterionAt(item, mark)) ?? null);
  };
  const years = person.total_years_of_experience;
  return (
    <div className={ticked === null ? undefined : styles.tickable}>
      {ticked === null ? null : (
        <Checkbox
          className={styles.tick ?? ""}
          checked={ticked}
          aria-label={t("decide.select", { name: person.name ?? t("nameless") })}
          onChange={(event) => onTick(item.id, event.nativeEvent.shiftKey)}
        />
      )}
      <button type="button" className={styles.row} aria-current={selected} data-candidate={item.id} onClick={select}>
        <span className={styles.line}>
          <span className={styles.name}>{person.name ?? item.resume_file_name ?? t("nameless")}</span>
          <span className={styles.score}>
            <ScoreText score={shownScore(ai_eval?.recommendationLevel, ai_eval?.overallScore)} />
          </span>
        </span>
        <span className={styles.facts}>
          <span className={styles.company}>{person.current_company ?? person.current_position}</span>
          {years === null || years === undefined ? null : (
            <span className={styles.years}>{t("years", { count: years })}</span>
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.strip}>
            {ai_eval ? (
              <>
                <VerdictStrip marked strip={ai_eval.criteria} />
                <FlagMark flags={ai_eval.flags} />
              </>
            ) : null}
          </span>
          <span className={styles.level}>
            {ai_eval ? (
              <>
                {levelName(ai_eval.recommendationLevel)}
                <FallbackMark className={styles.stoodIn} reason={ai_eval.fallbackReason} />
                <DifferenceMark differences={item.differences} isInButton />
              </>
            ) : null}
          </span>
        </span>
      </button>
    </div>
  );
});

function CandidateListSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles.waiting}>
          <Skeleton active title={{ width: "45%" }} paragraph={{ rows: 1, width: "70%" }} />
        </div>
      ))}
    </div>
  );
}
