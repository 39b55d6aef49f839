// Toolbar of the board: search, order, lanes, saved views, talent pool and refresh.
import { Button, type InputRef, Select } from "antd";
import { RefreshCw, TimerOff } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { BOARD_SORTS, type BoardSort } from "@/entities/application/boardLogic";
import { useCan } from "@/entities/session/memberships";
import { SavedViews } from "@/entities/view/components/SavedViews";
import { SearchBox } from "@/ui/SearchBox";
import { useIsPhone } from "@/ui/theme/appearance";
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
  const isPhone = useIsPhone();
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
        <Button
          icon={<TimerOff size={15} aria-hidden="true" />}
          aria-label={t("timeout.action")}
          onClick={onCheckTimeouts}
        >
          {isPhone ? null : t("timeout.action")}
        </Button>
      ) : null}
      <Button icon={<RefreshCw size={15} aria-hidden="true" />} aria-label={t("refresh.action")} onClick={onRefresh}>
        {isPhone ? null : t("refresh.action")}
      </Button>
    </>
  );
}
