// The rows of the ranked list in each state.
import { useTranslation } from "react-i18next";
import { SAMPLE_LEVELS, useSamples } from "@/entities/application/samples";
import type { Application } from "@/lib/api/types";
import { Sample } from "@/ui/samples/Sample";
import { CandidateRow } from "../components/CandidateList";
import styles from "./CardSamples.module.css";

const NOTHING = () => undefined;

interface State {
  name: string;
  item: Application;
  selected?: boolean;
  /** Null if it cannot be selected. */
  ticked?: boolean | null;
}

export function CardSamples() {
  const { t } = useTranslation("styleguide");
  const { application, person } = useSamples();
  const states: State[] = [
    ...SAMPLE_LEVELS.map((_, at) => ({ name: t("card.state.level", { number: at + 1 }), item: application(at) })),
    { name: t("card.state.open"), item: application(0), selected: true },
    { name: t("card.state.selected"), item: application(1), ticked: true },
    {
      name: t("card.state.nameless"),
      item: { ...application(4), person: { ...person("nameless"), name: null }, resume_file_name: "resume-0412.pdf" },
    },
    { name: t("card.state.read_only"), item: application(1), ticked: null },
  ];
  return states.map(({ name, item, selected = false, ticked = false }) => (
    <Sample key={name} name={name}>
      <div className={styles.list}>
        <CandidateRow item={item} selected={selected} onSelect={NOTHING} ticked={ticked} onTick={NOTHING} />
      </div>
    </Sample>
  ));
}
