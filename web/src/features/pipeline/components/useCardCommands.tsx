// What may be done to cards: menu entries by their state and my role.
import type { MenuProps } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ARCHIVE_REASONS, useArchiveReasonName } from "@/entities/application/archive";
import type { BoardMove } from "@/entities/application/board";
import { type BoardCard, canMarkPassed, dropOn, handTargets } from "@/entities/application/boardLogic";
import { STAGE, useSubStatusName } from "@/entities/application/stages";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import type { MoveKind } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

export type CommandItem = NonNullable<NonNullable<MenuProps["items"]>[number]>;

/** What a card's button does. */
export type NextStep = "invite" | "schedule" | "interview" | "pass" | "intent" | "offer" | "reject";
/** By what the server says comes next; without what my role does not do. */
export type NextSteps = ReadonlyMap<MoveKind, NextStep>;

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
  /** Keeps the person for the talent pool, or no more; null where my role does not. */
  star: ((id: string) => void) | null;
}

export function useCardCommands({ open, move, eliminate, schedule, interview, email, star }: Handlers) {
  const { t } = useTranslation("pipeline");
  const subStatusName = useSubStatusName();
  const reasonName = useArchiveReasonName();
  const canMove = useCan("pipeline:move");
  const canEdit = useCan("pipeline:edit");
  const canArchive = useCan("pipeline:archive");
  const canSchedule = useCan("pipeline:schedule");
  const opensInterview = useCanOpenRoute("interview");
  const opensPeople = useCanOpenRoute("candidate");
  const opensOffers = useCanOpenRoute("offerWorkbench");
  const navigate = useNavigate();

  const writes = email !== null;
  const steps = useMemo<NextSteps>(() => {
    const mine = new Map<MoveKind, NextStep>();
    if (canMove) mine.set("mark_passed", "pass").set("eliminate", "reject");
    if (canSchedule) mine.set("book", "schedule");
    if (opensInterview) mine.set("complete_interview", "interview");
    if (opensOffers) {
      for (const kind of ["prepare_offer", "send_offer", "accept_offer", "begin_onboarding", "onboard"] as const) {
        mine.set(kind, "offer");
      }
    }
    if (writes) {
      mine.set("send_online_invitation", "invite").set("send_onsite_invitation", "invite");
      // Before an offer is prepared the candidate is asked.
      mine.set("prepare_offer", "intent");
    }
    return mine;
  }, [canMove, canSchedule, opensInterview, opensOffers, writes]);

  const takeStep = (card: BoardCard, step: NextStep): void => {
    const take: Record<NextStep, () => void> = {
      invite: () => email?.([card]),
      schedule: () => schedule(card),
      interview: () => interview(card),
      pass: () => move({ kind: "mark_passed" }, [card]),
      intent: () => email?.([card]),
      offer: () => void navigate(href("offerWorkbench", { id: card.id })),
      reject: () => eliminate([card]),
    };
    take[step]();
  };

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
    if (star) {
      const label = card.starred ? t("menu.unstar") : t("menu.star");
      items.push({ key: "star", label, onClick: () => star(card.id) });
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

  return { menuOf, archiveItems, canMove, steps, takeStep };
}
