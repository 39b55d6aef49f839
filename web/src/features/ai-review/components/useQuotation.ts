// The quotation shown in the resume, and the tab where both panes do not fit.
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { centre } from "@/entities/application/components/resume/scroll";
import type { CriterionResult } from "@/lib/api/types";
import type { Tab } from "./CandidateTabs";

/** A criterion chosen by its mark in the list; a new object for each choice. */
export interface ChosenCriterion {
  /** The application of the row. */
  id: string;
  criterion: CriterionResult;
}

interface Options {
  chosen: ChosenCriterion | null;
  isLoaded: boolean;
  /** The pane with the criteria. */
  pane: RefObject<HTMLElement | null>;
}

export function useQuotation({ chosen, isLoaded, pane }: Options) {
  const [quote, setQuote] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>("evaluation");
  const onQuote = (text: string) => {
    // Reset first, so that the same quotation is scrolled to again.
    setQuote(null);
    requestAnimationFrame(() => setQuote(text));
    setTab("resume");
  };

  useEffect(() => {
    if (tab === "evaluation") pane.current?.scrollTo({ top: 0 });
  }, [tab, pane]);

  const open = useEffectEvent(({ criterion: name, quote: text }: CriterionResult) => {
    if (text) onQuote(text);
    else {
      setQuote(null);
      setTab("evaluation");
    }
    requestAnimationFrame(() => {
      const rows = pane.current?.querySelectorAll<HTMLElement>("[data-criterion]") ?? [];
      const row = [...rows].find(({ dataset }) => dataset["criterion"] === name);
      if (row) centre(row);
    });
  });
  useEffect(() => {
    if (chosen && isLoaded) open(chosen.criterion);
  }, [chosen, isLoaded]);

  return { quote, tab, setTab, onQuote };
}
