// Toolbar of the board in one row: search, order, density, lanes, saved views, talent pool and refresh.
import { Button, type InputRef, Select } from "antd";
import { Columns3, RefreshCw, Rows4, TimerOff, Users } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { BOARD_SORTS, type BoardSort } from "@/entities/application/boardLogic";
import { useCan } from "@/entities/session/memberships";
import { SavedViews } from "@/entities/view/components/SavedViews";
import { SearchBox } from "@/ui/SearchBox";
import type { Density } from "../logic/density";
import { BOARD_VIEWS, type BoardView } from "../logic/view";
import styles from "./Pipeline.module.css";

interface Props {
  view: BoardView;
  onView: (change: Partial<BoardView>) => void;
  density: Density;
  onDensity: (density: Density) => void;
  onRefresh: () => void;
  onCheckTimeouts: () => void;
  searchBox: Ref<InputRef>;
}

export function Toolbar({ view, onView, density, onDensity, onRefresh, onCheckTimeouts, searchBox }: Props) {
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
        className={styles.sort ?? ""}
        aria-label={t("sort.label")}
        popupMatchSelectWidth={false}
        value={view.sort}
        onChange={(sort) => onView({ sort })}
        options={BOARD_SORTS.map((value) => ({ value, label: sorts[value] }))}
      />
      <Button
        icon={<Rows4 size={15} aria-hidden="true" />}
        aria-label={t("density.compact")}
        title={t("density.compact")}
        aria-pressed={density === "compact"}
        onClick={() => onDensity(density === "compact" ? "comfortable" : "compact")}
      />
      <Button
        className={styles.tool ?? ""}
        icon={<Columns3 size={15} aria-hidden="true" />}
        title={t("all_lanes")}
        aria-pressed={view.allLanes}
        onClick={() => onView({ allLanes: !view.allLanes })}
      >
        {t("all_lanes")}
      </Button>
      <SavedViews screen={BOARD_VIEWS} className={styles.tool ?? ""} />
      {canSeePool ? (
        <Button
          className={styles.tool ?? ""}
          icon={<Users size={15} aria-hidden="true" />}
          title={t("pool.open")}
          aria-expanded={view.pool}
          onClick={() => onView({ pool: !view.pool, id: null })}
        >
          {t("pool.open")}
        </Button>
      ) : null}
      {canCheckTimeouts ? (
        <Button
          icon={<TimerOff size={15} aria-hidden="true" />}
          aria-label={t("timeout.action")}
          title={t("timeout.action")}
          onClick={onCheckTimeouts}
        />
      ) : null}
      <Button
        icon={<RefreshCw size={15} aria-hidden="true" />}
        aria-label={t("refresh.action")}
        title={t("refresh.action")}
        onClick={onRefresh}
      />
    </>
  );
}
