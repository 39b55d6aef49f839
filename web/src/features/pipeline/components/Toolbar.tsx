// What stands at the head of the board: search, order, lanes, saved views, the talent pool, and asking again.
import { Button, type InputRef, Select } from "antd";
import { RefreshCw, TimerOff } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { BOARD_SORTS, type BoardSort } from "@/entities/application/boardLogic";
import { useCan } from "@/entities/session/memberships";
import { SavedViews } from "@/entities/view/components/SavedViews";
import { SearchBox } from "@/ui/SearchBox";
import { BOARD_VIEWS, type BoardView } from "../logic/view";
import styles from "./Pipeline.module.css";

interface Props {
  view: BoardView;
  onView: (change: Partial<BoardView>) => void;
  onRefresh: () => void;
  onCheckTimeouts: () => void;
  searchBox: Ref<InputRef>;
}

export function Toolbar({ view, onView, onRefresh, onCheckTimeouts, searchBox }: Props) {
  const { t } = useTranslation("pipeline");
  const canSeePool = useCan("talent-pool:view");
  const canCheckTimeouts = useCan("pipeline:edit");
  const sorts: Record<BoardSort, string> = {
    newest: t("sort.newest"),
    score: t("sort.score"),
    waiting: t("sort.waiting"),
  };
  return (
    <>
      <SearchBox
        ref={searchBox}
        className={styles.search}
        label={t("search")}
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      <Select<BoardSort>
        aria-label={t("sort.label")}
        popupMatchSelectWidth={false}
        value={view.sort}
        onChange={(sort) => onView({ sort })}
        options={BOARD_SORTS.map((value) => ({ value, label: sorts[value] }))}
      />
      <Button aria-pressed={view.allLanes} onClick={() => onView({ allLanes: !view.allLanes })}>
        {t("all_lanes")}
      </Button>
      <SavedViews screen={BOARD_VIEWS} />
      {canSeePool ? (
        <Button aria-expanded={view.pool} onClick={() => onView({ pool: !view.pool, id: null })}>
          {t("pool.open")}
        </Button>
      ) : null}
      {canCheckTimeouts ? (
        <Button icon={<TimerOff size={15} aria-hidden="true" />} onClick={onCheckTimeouts}>
          {t("timeout.action")}
        </Button>
      ) : null}
      <Button icon={<RefreshCw size={15} aria-hidden="true" />} onClick={onRefresh}>
        {t("refresh.action")}
      </Button>
    </>
  );
}
