// The cards of the board in each state.
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import {
  SAMPLE_LATE,
  SAMPLE_LEVELS,
  SAMPLE_NOW,
  SAMPLE_SINCE,
  sampleId,
  useSamples,
} from "@/entities/application/samples";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { Sample } from "@/ui/samples/Sample";
import { Card, type CardActions } from "../components/Card";
import type { NextSteps } from "../components/useCardCommands";

const NOTHING = () => undefined;
const ACTIONS: CardActions = { open: NOTHING, select: NOTHING, menu: NOTHING, next: NOTHING, star: NOTHING };
const READ_ONLY: CardActions = { ...ACTIONS, star: null };
const STEPS: NextSteps = new Map([
  ["send_online_invitation", "invite"],
  ["book", "schedule"],
  ["mark_passed", "pass"],
]);
const NO_STEPS: NextSteps = new Map();

interface State {
  name: string;
  card: BoardCard;
  selected?: boolean;
  steps?: NextSteps;
  actions?: CardActions;
}

export function CardSamples() {
  const { t } = useTranslation("styleguide");
  const samples = useSamples();
  const card = (at: number, change: Partial<BoardCard> = {}): BoardCard => {
    const [level, score] = SAMPLE_LEVELS[at] ?? [null, null];
    return {
      id: sampleId(at),
      version: 1,
      person: {
        id: sampleId(100 + at),
        name: samples.name,
        current_position: samples.position,
        current_company: samples.company,
        years: 6,
      },
      status: STAGE.online,
      sub_status: SUB_STATUS.onlineInvitationPending,
      sub_status_since: SAMPLE_SINCE,
      level,
      score,
      strip: level ? samples.criteria : [],
      summary: level ? samples.summary : null,
      starred: false,
      flags: [],
      next: "send_online_invitation",
      ...change,
    };
  };
  const states: State[] = [
    ...SAMPLE_LEVELS.map((_, at) => ({ name: t("card.state.level", { number: at + 1 }), card: card(at) })),
    { name: t("card.state.selected"), card: card(0), selected: true },
    { name: t("card.state.starred"), card: card(0, { starred: true }) },
    {
      name: t("card.state.late"),
      card: card(1, { sub_status: SUB_STATUS.onlineInvitationExpired, sub_status_since: SAMPLE_LATE }),
    },
    {
      name: t("card.state.flags"),
      card: card(1, { flags: [{ kind: "employment_gap" }, { kind: "prompt_injection" }] }),
    },
    { name: t("card.state.stood_in"), card: card(1, { stood_in: true }) },
    { name: t("card.state.booked"), card: card(1, { sub_status: SUB_STATUS.onlineScheduled, next: null }) },
    { name: t("card.state.passed"), card: card(0, { sub_status: SUB_STATUS.interviewCompleted, next: "mark_passed" }) },
    {
      name: t("card.state.nameless"),
      card: card(4, { person: { id: sampleId(104), name: null, current_position: null, current_company: null } }),
    },
    {
      name: t("card.state.long"),
      card: card(2, {
        person: {
          id: sampleId(102),
          name: `${samples.name} `.repeat(6).trim(),
          current_position: `${samples.position} `.repeat(4).trim(),
          current_company: samples.company,
          years: 31,
        },
        summary: samples.summary.repeat(3),
      }),
    },
    { name: t("card.state.read_only"), card: card(1, { starred: true }), steps: NO_STEPS, actions: READ_ONLY },
  ];
  return states.map(({ name, card: shown, selected = false, steps = STEPS, actions = ACTIONS }) => (
    <Sample key={name} name={name}>
      <Card
        card={shown}
        selected={selected}
        opened={false}
        compact={false}
        steps={steps}
        now={SAMPLE_NOW}
        criteria={null}
        actions={actions}
      />
    </Sample>
  ));
}
