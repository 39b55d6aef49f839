// /talent-pool: archived candidates with reason and date, and how to restore or recall them.
import { Button, Checkbox, type InputRef, Pagination, Select, Skeleton } from "antd";
import { Star } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ELIMINATED, useArchiveReasonName } from "@/entities/application/archive";
import { RecallDialog } from "@/entities/application/components/RecallDialog";
import { useLevelName } from "@/entities/application/level";
import { POOL_PAGE_SIZE, type PoolView, useTalentPool } from "@/entities/application/talentPool";
import { BlacklistDialog } from "@/entities/person/components/BlacklistDialog";
import { UnblacklistDialog } from "@/entities/person/components/UnblacklistDialog";
import { useCan, useIsUnassigned } from "@/entities/session/memberships";
import { SavedViews } from "@/entities/view/components/SavedViews";
import type { ArchiveReason, RecommendationLevel } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { EMPTY_SELECTION, select } from "@/ui/lists/selection";
import { useKeptSelection } from "@/ui/lists/useKeptSelection";
import { useLastPage } from "@/ui/lists/useLastPage";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { JobFilter } from "../components/JobFilter";
import { PoolTable } from "../components/PoolTable";
import { RankDialog } from "../components/RankDialog";
import { usePoolActions } from "../components/usePoolActions";
import { LEVELS, POOL_VIEWS, REASONS, viewOf, withView } from "../logic/view";
import styles from "./TalentPoolRoute.module.css";

const SKELETON = <Skeleton active title={false} paragraph={{ rows: 8 }} />;

export function TalentPoolRoute() {
  const { t } = useTranslation(["talent-pool", "common"]);
  const isUnassigned = useIsUnassigned();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const pool = useTalentPool(view);
  const searchBox = useRef<InputRef>(null);
  const [selection, setSelection] = useKeptSelection();
  const clear = () => setSelection(EMPTY_SELECTION);
  const actions = usePoolActions(clear);
  const canMove = useCan("talent-pool:move");
  const canRestore = useCan("talent-pool:archive");
  const canMark = useCan("talent-pool:edit");
  const canRank = useCan("evaluate:execute");
  const isRanking = canRank && params.get("rank") === "open";
  const setRanking = (open: boolean) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        if (open) next.set("rank", "open");
        else next.delete("rank");
        return next;
      },
      { replace: true },
    );
  const show = (change: Partial<PoolView>) => {
    clear();
    setParams((former) => withView(former, change), { replace: true });
  };
  const isLeavingPage = useLastPage({
    query: pool,
    page: view.page,
    pageSize: POOL_PAGE_SIZE,
    onPage: (page) => show({ page }),
  });
  useHotkeys([{ keys: "/", label: t("keys.search"), run: () => searchBox.current?.focus() }]);
  const isFiltered = [...params.keys()].some((key) => key !== "page" && key !== "rank");
  const isEmpty = !isFiltered && pool.data?.total === 0;

  return (
    <>
      <PageHeader
        title={t("title")}
        context={pool.data ? <span>{t("count", { count: pool.data.total })}</span> : null}
        actions={
          <>
            <SearchBox
              ref={searchBox}
              className={styles.search}
              label={t("search")}
              value={view.search}
              onChange={(search) => show({ search })}
            />
            {isEmpty ? null : <SavedViews screen={POOL_VIEWS} onOpened={clear} />}
            {canRank && !isEmpty ? <Button onClick={() => setRanking(true)}>{t("rank.action")}</Button> : null}
          </>
        }
      />
      <Filters view={view} onChange={show} />
      <div className={styles.list}>
        {pool.error && !pool.data ? <p className={styles.tip}>{t("failed.tip")}</p> : null}
        <QueryView query={pool} skeleton={SKELETON}>
          {({ items, total }) => {
            if (isLeavingPage) return SKELETON;
            if (items.length === 0) {
              return (
                <EmptyState
                  text={
                    isFiltered ? t("empty.nothing_found") : isUnassigned ? t("common:unassigned.text") : t("empty.text")
                  }
                  {...(isFiltered ? {} : { hint: isUnassigned ? t("common:unassigned.hint") : t("empty.hint") })}
                />
              );
            }
            const selectable = items.filter(({ archive_reason }) => archive_reason !== ELIMINATED);
            const order = selectable.map(({ id }) => id);
            const chosen = selectable.filter(({ id }) => selection.ids.has(id));
            const isAll = order.length > 0 && chosen.length === order.length;
            return (
              <>
                <section className={styles.bulk} data-active={chosen.length > 0} aria-label={t("bulk.label")}>
                  <Checkbox
                    checked={isAll}
                    indeterminate={chosen.length > 0 && !isAll}
                    disabled={order.length === 0}
                    onChange={() => setSelection(isAll ? EMPTY_SELECTION : { ids: new Set(order), anchor: null })}
                  >
                    {t("bulk.all", { count: order.length })}
                  </Checkbox>
                  <span aria-live="polite">
                    {chosen.length > 0 ? t("bulk.selected", { count: chosen.length }) : null}
                  </span>
                  {chosen.length > 0 ? (
                    <>
                      {canMove ? (
                        <Button size="small" onClick={() => actions.openRecall(chosen)}>
                          {t("action.recall")}
                        </Button>
                      ) : null}
                      {canRestore ? (
                        <Button size="small" onClick={() => actions.restore(chosen)}>
                          {t("action.restore")}
                        </Button>
                      ) : null}
                      {canMark ? (
                        <Button size="small" onClick={() => actions.star(chosen)}>
                          {t(chosen.every(({ person }) => person.starred) ? "bulk.unstar" : "bulk.star")}
                        </Button>
                      ) : null}
                      <Button size="small" type="text" onClick={clear}>
                        {t("bulk.clear")}
                      </Button>
                    </>
                  ) : null}
                </section>
                <PoolTable
                  entries={items}
                  selected={selection.ids}
                  onSelect={(id, range) => setSelection((former) => select(former, id, order, range))}
                  actions={actions}
                />
                {total > POOL_PAGE_SIZE ? (
                  <Pagination
                    className={styles.pages ?? ""}
                    current={view.page}
                    pageSize={POOL_PAGE_SIZE}
                    total={total}
                    showSizeChanger={false}
                    onChange={(page) => show({ page })}
                  />
                ) : null}
              </>
            );
          }}
        </QueryView>
      </div>
      {isRanking ? <RankDialog onClose={() => setRanking(false)} /> : null}
      <RecallDialog
        people={actions.recalling.map(({ person, status, sub_status }) => ({ name: person.name, status, sub_status }))}
        busy={actions.isMoving}
        onCancel={actions.closeRecall}
        onConfirm={actions.recall}
      />
      <BlacklistDialog
        person={actions.blacklisting?.person ?? null}
        onClose={actions.closeBlacklist}
        onConfirm={actions.blacklist}
      />
      <UnblacklistDialog
        person={actions.unblacklisting?.person ?? null}
        onClose={actions.closeUnblacklist}
        onConfirm={actions.unblacklist}
      />
    </>
  );
}

function Filters({ view, onChange }: { view: PoolView; onChange: (change: Partial<PoolView>) => void }) {
  const { t } = useTranslation("talent-pool");
  const reasonName = useArchiveReasonName();
  const levelName = useLevelName();
  return (
    <search className={styles.filters}>
      <JobFilter jobId={view.jobId} onChange={(jobId) => onChange({ jobId })} />
      <Select<ArchiveReason>
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t("filter.reason")}
        placeholder={t("filter.any_reason")}
        value={view.reason}
        onChange={(reason: ArchiveReason | undefined) => onChange({ reason: reason ?? null })}
        options={REASONS.map((value) => ({ value, label: reasonName(value) }))}
      />
      <Select<RecommendationLevel>
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t("filter.level")}
        placeholder={t("filter.any_level")}
        value={view.level}
        onChange={(level: RecommendationLevel | undefined) => onChange({ level: level ?? null })}
        options={LEVELS.map((value) => ({ value, label: levelName(value) }))}
      />
      <Checkbox
        checked={view.starred === true}
        onChange={(event) => onChange({ starred: event.target.checked ? true : null })}
      >
        <Star size={14} className={styles.star} aria-hidden="true" /> {t("filter.starred")}
      </Checkbox>
      <Checkbox
        checked={view.blacklisted === true}
        onChange={(event) => onChange({ blacklisted: event.target.checked ? true : null })}
      >
        {t("filter.blacklisted")}
      </Checkbox>
    </search>
  );
}
