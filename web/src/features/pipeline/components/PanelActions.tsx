// What can be done with the candidate beside the board, and the ways to the candidates before and after.
import { Button } from "antd";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { type Key, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MenuButton } from "@/ui/MenuButton";
import type { Beside } from "../logic/beside";
import styles from "./CandidatePanel.module.css";
import type { CommandItem, NextStep } from "./useCardCommands";
import { useStepNames } from "./useStepNames";

/** Actions with a button of their own; the others are in the menu only. */
const SHOWN = ["pass", "email", "eliminate"];
/** The buttons that a step replaces. */
const SAME_AS: Partial<Record<NextStep, string>> = {
  invite: "email",
  intent: "email",
  pass: "pass",
  reject: "eliminate",
};

export type Direction = "previous" | "next";

interface ShownItem {
  key: Key;
  label: ReactNode;
  danger?: boolean;
  onClick?: () => void;
}

interface Props {
  /** The candidate's menu; null while nothing can be done. */
  items: CommandItem[] | null;
  step: NextStep | undefined;
  onStep: (step: NextStep) => void;
  beside: Beside;
  onOpen: (id: string, direction: Direction) => void;
  /** The button that led here, which keeps the focus. */
  cameBy: Direction | null;
}

export function PanelActions({ items, step, onStep, beside, onOpen, cameBy }: Props) {
  const { t } = useTranslation("pipeline");
  const names = useStepNames();
  const steps = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (cameBy) steps.current?.querySelector<HTMLElement>(`[data-direction="${cameBy}"]`)?.focus();
  }, [cameBy]);
  const shown = (items ?? []).flatMap((item) => {
    if (!("label" in item) || !SHOWN.includes(String(item.key))) return [];
    if (step && SAME_AS[step] === item.key) return [];
    return [item as unknown as ShownItem];
  });
  const stepTo = (direction: Direction) => {
    const id = beside[direction];
    const label = direction === "next" ? t("keys.down") : t("keys.up");
    const Icon = direction === "next" ? ChevronRight : ChevronLeft;
    return (
      <Button
        type="text"
        aria-label={label}
        title={label}
        // Not disabled, which would lose the focus.
        aria-disabled={id === null}
        data-direction={direction}
        icon={<Icon size={18} aria-hidden="true" />}
        onClick={() => id && onOpen(id, direction)}
      />
    );
  };
  return (
    <div className={styles.actions} role="toolbar" aria-label={t("panel.actions")}>
      {step ? (
        <Button type="primary" onClick={() => onStep(step)}>
          {names[step]}
        </Button>
      ) : null}
      {shown.map(({ key, label, danger, onClick }) => (
        <Button key={key} danger={danger === true} onClick={() => onClick?.()}>
          {label}
        </Button>
      ))}
      {items && items.length > 0 ? (
        <MenuButton items={items} icon={<ChevronDown size={15} aria-hidden="true" />} iconPlacement="end">
          {t("panel.all_actions")}
        </MenuButton>
      ) : null}
      <span ref={steps} className={styles.steps}>
        {stepTo("previous")}
        {stepTo("next")}
      </span>
    </div>
  );
}
