// Keyboard shortcuts of the board.
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import type { Beside } from "../logic/beside";
import { neighbour } from "../logic/neighbour";

interface Keys {
  lanes: readonly (readonly BoardCard[])[];
  /** The card with keyboard focus. */
  current: string | null;
  /** The candidate that is open beside the board, and those before and after; it follows the focus. */
  opened: ({ id: string } & Beside) | null;
  search: () => void;
  focus: (id: string) => void;
  open: (id: string) => void;
  select: (id: string, range: boolean) => void;
  menu: (id: string) => void;
  eliminate: (id: string) => void;
  /** Toggles the talent pool mark; null without permission. */
  star: ((id: string) => void) | null;
  /** Writes an email; null without permission. */
  write: ((id: string) => void) | null;
}

export function useBoardKeys({ lanes, current, opened, search, star, write, ...run }: Keys): void {
  const { t } = useTranslation("pipeline");
  const ids = lanes.map((lane) => lane.map(({ id }) => id));
  const isShown = (id: string) => ids.some((lane) => lane.includes(id));
  const at = [current, opened?.id].find((id) => id != null && isShown(id)) ?? null;
  const go = (across: -1 | 0 | 1, down: -1 | 0 | 1) => {
    const from = opened && isShown(opened.id) ? opened.id : at;
    const next = opened && down !== 0 ? opened[down > 0 ? "next" : "previous"] : neighbour(ids, from, across, down);
    if (!next) return;
    run.focus(next);
    if (opened) run.open(next);
  };
  const here = (act: (id: string) => void) => () => at && act(at);
  const enabled = at !== null;
  useHotkeys([
    { keys: "/", label: t("keys.search"), run: search },
    { keys: "ArrowDown", label: t("keys.down"), run: () => go(0, 1) },
    { keys: "ArrowUp", label: t("keys.up"), run: () => go(0, -1) },
    // As in the other lists.
    { keys: "j", label: t("keys.down"), run: () => go(0, 1) },
    { keys: "k", label: t("keys.up"), run: () => go(0, -1) },
    { keys: "ArrowRight", label: t("keys.right"), run: () => go(1, 0) },
    { keys: "ArrowLeft", label: t("keys.left"), run: () => go(-1, 0) },
    { keys: "Enter", label: t("keys.open"), run: here(run.open), enabled },
    { keys: "x", label: t("keys.select"), run: here((id) => run.select(id, false)), enabled },
    { keys: "X", label: t("keys.select_range"), run: here((id) => run.select(id, true)), enabled },
    { keys: "m", label: t("keys.move"), run: here(run.menu), enabled },
    { keys: "e", label: t("keys.eliminate"), run: here(run.eliminate), enabled },
    { keys: "w", label: t("menu.email"), run: here((id) => write?.(id)), enabled: enabled && write !== null },
    { keys: "s", label: t("keys.star"), run: here((id) => star?.(id)), enabled: enabled && star !== null },
  ]);
}
