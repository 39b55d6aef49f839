// Actions on all selected cards, at the bottom of the board.
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { type BoardCard, dropOn } from "@/entities/application/boardLogic";
import { STAGE } from "@/entities/application/stages";
import { SelectionBar } from "@/ui/SelectionBar";
import type { CommandItem } from "./useCardCommands";

interface Props {
  cards: readonly BoardCard[];
  /** Those that my role may eliminate. */
  eliminable: readonly BoardCard[];
  canMove: boolean;
  archiveItems: CommandItem[];
  onMove: (cards: readonly BoardCard[]) => void;
  onEliminate: (cards: readonly BoardCard[]) => void;
  onEmail: ((cards: readonly BoardCard[]) => void) | null;
  onClear: () => void;
}

export function BulkBar(props: Props) {
  const { cards, eliminable, canMove, archiveItems, onMove, onEliminate, onEmail, onClear } = props;
  const { t } = useTranslation("pipeline");
  const movable = cards.filter(({ status }) => dropOn(status, STAGE.onsite) === "allowed");
  return (
    <SelectionBar label={t("bulk.label")} selected={t("bulk.selected", { count: cards.length })}>
      {canMove && movable.length > 0 ? (
        <Button onClick={() => onMove(movable)}>{t("bulk.to_onsite", { count: movable.length })}</Button>
      ) : null}
      {onEmail ? <Button onClick={() => onEmail(cards)}>{t("bulk.email", { count: cards.length })}</Button> : null}
      {archiveItems.length > 0 ? (
        <Dropdown trigger={["click"]} menu={{ items: archiveItems }}>
          <Button>{t("bulk.archive")}</Button>
        </Dropdown>
      ) : null}
      {eliminable.length > 0 ? (
        <Button danger onClick={() => onEliminate(eliminable)}>
          {t("bulk.eliminate", { count: eliminable.length })}
        </Button>
      ) : null}
      <Button type="text" onClick={onClear}>
        {t("bulk.clear")}
      </Button>
    </SelectionBar>
  );
}
