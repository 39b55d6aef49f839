// Actions on all selected cards, at the bottom of the board. Each says how many of them it concerns.
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { type BoardCard, dropOn } from "@/entities/application/boardLogic";
import { STAGE } from "@/entities/application/stages";
import { SelectionBar } from "@/ui/SelectionBar";
import type { CommandItem } from "./useCardCommands";

interface Props {
  cards: readonly BoardCard[];
  /** Those that my role may mark as passed, schedule, or eliminate. */
  passable: readonly BoardCard[];
  schedulable: readonly BoardCard[];
  eliminable: readonly BoardCard[];
  canMove: boolean;
  statusItems: CommandItem[];
  archiveItems: CommandItem[];
  onPass: (cards: readonly BoardCard[]) => void;
  onMove: (cards: readonly BoardCard[]) => void;
  onSchedule: (cards: readonly BoardCard[]) => void;
  onEliminate: (cards: readonly BoardCard[]) => void;
  onEmail: ((cards: readonly BoardCard[]) => void) | null;
  onClear: () => void;
}

export function BulkBar(props: Props) {
  const { cards, passable, schedulable, eliminable, canMove, statusItems, archiveItems, onEmail } = props;
  const { t } = useTranslation("pipeline");
  const movable = cards.filter(({ status }) => dropOn(status, STAGE.onsite) === "allowed");
  return (
    <SelectionBar label={t("bulk.label")} selected={t("bulk.selected", { count: cards.length })}>
      {passable.length > 0 ? (
        <Button onClick={() => props.onPass(passable)}>{t("bulk.pass", { count: passable.length })}</Button>
      ) : null}
      {canMove && movable.length > 0 ? (
        <Button onClick={() => props.onMove(movable)}>{t("bulk.to_onsite", { count: movable.length })}</Button>
      ) : null}
      {onEmail ? <Button onClick={() => onEmail(cards)}>{t("bulk.email", { count: cards.length })}</Button> : null}
      {schedulable.length > 0 ? (
        <Button onClick={() => props.onSchedule(schedulable)}>
          {t("bulk.schedule", { count: schedulable.length })}
        </Button>
      ) : null}
      {statusItems.length > 0 ? (
        <Dropdown trigger={["click"]} placement="top" menu={{ items: statusItems }}>
          <Button>{t("menu.set")}</Button>
        </Dropdown>
      ) : null}
      {archiveItems.length > 0 ? (
        <Dropdown trigger={["click"]} placement="top" menu={{ items: archiveItems }}>
          <Button>{t("bulk.archive")}</Button>
        </Dropdown>
      ) : null}
      {eliminable.length > 0 ? (
        <Button danger onClick={() => props.onEliminate(eliminable)}>
          {t("bulk.eliminate", { count: eliminable.length })}
        </Button>
      ) : null}
      <Button type="text" onClick={props.onClear}>
        {t("bulk.clear")}
      </Button>
    </SelectionBar>
  );
}
