// Actions on cards: menu items by their state and my role.
import type { MenuProps } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ARCHIVE_REASONS, useArchiveReasonName } from "@/entities/application/archive";
import type { BoardMove } from "@/entities/application/boardCache";
import type { BoardCard } from "@/entities/application/boardLogic";
import { manualTargets } from "@/entities/application/moves";
import { STAGE, SUB_STATUS, useSubStatusName } from "@/entities/application/stages";
import { useCanMove } from "@/entities/application/useCanMove";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import type { MoveKind } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { stepOf } from "../logic/nextStep";

export type CommandItem = NonNullable<NonNullable<MenuProps["items"]>[number]>;

/** Action of a card's button. */
export type NextStep = "invite" | "schedule" | "interview" | "pass" | "intent" | "offer" | "reject";
/** By the server's next move; without those my role may not take. */
export type NextSteps = ReadonlyMap<MoveKind, NextStep>;

interface Handlers {
  open: (card: BoardCard) => void;
  move: (move: BoardMove, cards: readonly BoardCard[]) => void;
  eliminate: (cards: readonly BoardCard[]) => void;
  schedule: (card: BoardCard) => void;
  interview: (card: BoardCard) => void;
  /** Opens the email page; null without permission. */
  email: ((cards: readonly BoardCard[]) => void) | null;
  /** Toggles the talent pool mark; null without permission. */
  star: ((id: string) => void) | null;
}

export function useCardCommands({ open, move, eliminate, schedule, interview, email, star }: Handlers) {
  const { t } = useTranslation("pipeline");
  const subStatusName = useSubStatusName();
  const reasonName = useArchiveReasonName();
  const canMove = useCan("pipeline:move");
  const allows = useCanMove();
  const canSchedule = useCan("pipeline:schedule");
  const canOpenInterview = useCanOpenRoute("interview");
  const canOpenPeople = useCanOpenRoute("candidate");
  const canOpenOffers = useCanOpenRoute("offerWorkbench");
  const navigate = useNavigate();

  const writes = email !== null;
  // The next step of a declined offer only.
  const canReject = allows("eliminate", { status: STAGE.offer, sub_status: SUB_STATUS.offerDeclined });
  const steps = useMemo<NextSteps>(() => {
    const allowed = new Map<MoveKind, NextStep>();
    if (canMove) allowed.set("mark_passed", "pass");
    if (canReject) allowed.set("eliminate", "reject");
    if (canSchedule) allowed.set("book", "schedule");
    if (canOpenInterview) allowed.set("complete_interview", "interview");
    if (canOpenOffers) {
      for (const kind of ["prepare_offer", "send_offer", "accept_offer", "begin_onboarding", "onboard"] as const) {
        allowed.set(kind, "offer");
      }
    }
    if (writes) {
      allowed.set("send_online_invitation", "invite").set("send_onsite_invitation", "invite");
      // The candidate's intent is recorded before an offer is prepared.
      allowed.set("prepare_offer", "intent");
    }
    return allowed;
  }, [canMove, canReject, canSchedule, canOpenInterview, canOpenOffers, writes]);

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
    cards.some((card) => allows("archive", card))
      ? ARCHIVE_REASONS.map((reason) => ({
          key: `archive-${reason}`,
          label: reasonName(reason),
          onClick: () => move({ kind: "archive", reason }, cards),
        }))
      : [];

  const eliminable = (cards: readonly BoardCard[]) => cards.filter((card) => allows("eliminate", card));
  const passable = (cards: readonly BoardCard[]) => cards.filter((card) => allows("mark_passed", card));
  const schedulable = (cards: readonly BoardCard[]) =>
    canSchedule ? cards.filter(({ status }) => status === STAGE.online || status === STAGE.onsite) : [];

  /** The statuses that some of the cards can be set to, with how many. */
  const statusItems = (cards: readonly BoardCard[]): CommandItem[] => {
    const movable = cards.filter((card) => allows("set_by_hand", card));
    const targets = [...new Set(movable.flatMap((card) => manualTargets(card)))];
    return targets.map((sub_status) => {
      const which = movable.filter((card) => manualTargets(card).includes(sub_status));
      return {
        key: `set-${sub_status}`,
        label: t("lane.option", { name: subStatusName(sub_status), number: which.length }),
        onClick: () => move({ kind: "set", sub_status }, which),
      };
    });
  };

  /** The menu of one card; of an opened one without what opens it. */
  const menuOf = (card: BoardCard, isOpen = false): CommandItem[] => {
    const items: CommandItem[] = isOpen ? [] : [{ key: "open", label: t("menu.open"), onClick: () => open(card) }];
    if (canOpenPeople) {
      items.push({
        key: "candidate",
        label: t("menu.candidate"),
        onClick: () => void navigate(href("candidate", { id: card.person.id, application: card.id })),
      });
    }
    const canEliminate = allows("eliminate", card);
    if (allows("mark_passed", card)) {
      items.push({ key: "pass", label: t("menu.pass"), onClick: () => move({ kind: "mark_passed" }, [card]) });
      if (canEliminate) items.push({ key: "fail", label: t("menu.fail"), onClick: () => eliminate([card]) });
    }
    if (allows("drag", card)) {
      items.push({ key: "drag", label: t("menu.to_onsite"), onClick: () => move({ kind: "drag" }, [card]) });
    }
    if (email) items.push({ key: "email", label: t("menu.email"), onClick: () => email([card]) });
    if (card.status === STAGE.online || card.status === STAGE.onsite) {
      if (canSchedule) items.push({ key: "schedule", label: t("menu.schedule"), onClick: () => schedule(card) });
      if (canOpenInterview)
        items.push({ key: "interview", label: t("menu.interview"), onClick: () => interview(card) });
    }
    // The next step of the card's button, which the keyboard does not reach.
    if (stepOf(card, steps) === "offer") {
      items.push({ key: "offer", label: t("next.offer"), onClick: () => takeStep(card, "offer") });
    }
    const targets = allows("set_by_hand", card) ? manualTargets(card) : [];
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
    if (canEliminate) {
      items.push(
        { type: "divider" },
        { key: "eliminate", danger: true, label: t("menu.eliminate"), onClick: () => eliminate([card]) },
      );
    }
    return items;
  };

  return { menuOf, archiveItems, statusItems, eliminable, passable, schedulable, canMove, steps, takeStep };
}
