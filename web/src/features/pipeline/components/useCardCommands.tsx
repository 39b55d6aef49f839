// What may be done to cards: menu entries by their state and my role.
import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ARCHIVE_REASONS, useArchiveReasonName } from "@/entities/application/archive";
import type { BoardMove } from "@/entities/application/board";
import { type BoardCard, canMarkPassed, dropOn, handTargets } from "@/entities/application/boardLogic";
import { STAGE, useSubStatusName } from "@/entities/application/stages";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";

export type CommandItem = NonNullable<NonNullable<MenuProps["items"]>[number]>;

interface Handlers {
  open: (card: BoardCard) => void;
  move: (move: BoardMove, cards: readonly BoardCard[]) => void;
  eliminate: (cards: readonly BoardCard[]) => void;
  /** Opens the scheduling dialog. */
  schedule: (card: BoardCard) => void;
  /** Opens the interview. */
  interview: (card: BoardCard) => void;
  /** Opens the email screen; null where there is none for me. */
  email: ((cards: readonly BoardCard[]) => void) | null;
}

export function useCardCommands({ open, move, eliminate, schedule, interview, email }: Handlers) {
  const { t } = useTranslation("pipeline");
  const subStatusName = useSubStatusName();
  const reasonName = useArchiveReasonName();
  const canMove = useCan("pipeline:move");
  const canEdit = useCan("pipeline:edit");
  const canArchive = useCan("pipeline:archive");
  const canSchedule = useCan("pipeline:schedule");
  const opensInterview = useCanOpenRoute("interview");
  const opensPeople = useCanOpenRoute("candidate");
  const navigate = useNavigate();

  const archiveItems = (cards: readonly BoardCard[]): CommandItem[] =>
    canArchive
      ? ARCHIVE_REASONS.map((reason) => ({
          key: `archive-${reason}`,
          label: reasonName(reason),
          onClick: () => move({ kind: "archive", reason }, cards),
        }))
      : [];

  /** The context menu of one card. */
  const menuOf = (card: BoardCard): CommandItem[] => {
    const items: CommandItem[] = [{ key: "open", label: t("menu.open"), onClick: () => open(card) }];
    if (opensPeople) {
      items.push({
        key: "candidate",
        label: t("menu.candidate"),
        onClick: () => void navigate(href("candidate", { id: card.person.id, application: card.id })),
      });
    }
    if (canMove && canMarkPassed(card)) {
      items.push(
        { key: "pass", label: t("menu.pass"), onClick: () => move({ kind: "mark_passed" }, [card]) },
        { key: "fail", label: t("menu.fail"), onClick: () => eliminate([card]) },
      );
    }
    if (canMove && dropOn(card.status, STAGE.onsite) === "allowed") {
      items.push({ key: "drag", label: t("menu.to_onsite"), onClick: () => move({ kind: "drag" }, [card]) });
    }
    if (email) items.push({ key: "email", label: t("menu.email"), onClick: () => email([card]) });
    if (card.status === STAGE.online || card.status === STAGE.onsite) {
      if (canSchedule) items.push({ key: "schedule", label: t("menu.schedule"), onClick: () => schedule(card) });
      if (opensInterview) items.push({ key: "interview", label: t("menu.interview"), onClick: () => interview(card) });
    }
    const targets = canEdit ? handTargets(card) : [];
    if (targets.length > 0) {
      items.push({
        key: "set",
        label: t("menu.set"),
        children: targets.map((sub_status) => ({
          key: `set-${sub_status}`,
          label: subStatusName(sub_status),
          onClick: () => move({ kind: "set", sub_status }, [card]),
        })),
      });
    }
    const archive = archiveItems([card]);
    if (archive.length > 0) items.push({ key: "archive", label: t("menu.archive"), children: archive });
    if (canMove) {
      items.push(
        { type: "divider" },
        { key: "eliminate", danger: true, label: t("menu.eliminate"), onClick: () => eliminate([card]) },
      );
    }
    return items;
  };

  return { menuOf, archiveItems, canMove };
}
