// Content of the guide in the user's language, each entry with its search text.
import { useTranslation } from "react-i18next";
import type { StageEmail } from "@/entities/application/moves";
import type { MoveKind } from "@/entities/application/moves.gen";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { PAGES_OF } from "@/entities/member/roles.gen";
import type { Role } from "@/lib/api/types";
import { actorOf, statusAfter, statusRows } from "./statuses";
import { TEMPLATES } from "./templates.gen";

export interface GuideEntry {
  key: string;
  title?: string;
  text: string;
  words: string;
}

export interface RoleEntry extends GuideEntry {
  pages: readonly string[];
}

export interface StatusEntry extends GuideEntry {
  stage: string;
  moves: readonly { key: string; name: string; actor: string }[];
}

export interface EmailEntry extends GuideEntry {
  type: StageEmail;
  leadsTo: string;
}

const FLOW = ["job", "evaluate", "promote", "review", "interview", "offer"] as const;
const FAQ = ["decide", "score", "unknown", "failed", "duplicate", "undo", "who", "languages"] as const;
const TIPS = ["criteria", "points", "keyboard", "quote", "names", "pool"] as const;

/** The move that sending an email makes. */
const EMAIL_MOVES = {
  online_invitation: "send_online_invitation",
  onsite_invitation: "send_onsite_invitation",
  offer_intent: "send_offer_intent",
  offer_sent: "send_offer",
  rejection: "send_rejection",
} as const satisfies Record<StageEmail, MoveKind>;

export function useFlow(): GuideEntry[] {
  const { t } = useTranslation("guide");
  return FLOW.map((key) => entry(key, t(`flow.${key}`), t(`flow.${key}_text`)));
}

export function useFaq(): GuideEntry[] {
  const { t } = useTranslation("guide");
  return FAQ.map((key) => entry(key, t(`faq.${key}`), t(`faq.${key}_text`)));
}

export function useTips(): GuideEntry[] {
  const { t } = useTranslation("guide");
  return TIPS.map((key) => ({ key, text: t(`tip.${key}`), words: t(`tip.${key}`) }));
}

export function useRoles(): RoleEntry[] {
  const { t } = useTranslation(["guide", "shell", "organization"]);
  return (Object.keys(PAGES_OF) as Role[]).map((role) => {
    const pages = PAGES_OF[role].map((page) => t(`organization:page.${page}`));
    const described = entry(role, t(`shell:role.${role}`), t(`shell:role_note.${role}`));
    return { ...described, pages, words: `${described.words} ${pages.join(" ")}` };
  });
}

export function useStatuses(): StatusEntry[] {
  const { t } = useTranslation("guide");
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  return statusRows().map((row) => {
    const stage = stageName(row.stage);
    const moves = row.moves.map((move) => ({
      key: move as string,
      name: t(`move.${move}`),
      actor: t(`actor.${actorOf(move)}`),
    }));
    if (row.isStart) moves.unshift({ key: "promote", name: t("move.promote"), actor: t("actor.member") });
    const described = entry(`${row.stage}/${row.status}`, subStatusName(row.status), t(`meaning.${row.key}`));
    return {
      ...described,
      stage,
      moves,
      words: `${stage} ${described.words} ${moves.map(({ name }) => name).join(" ")}`,
    };
  });
}

export function useEmailTypes(): EmailEntry[] {
  const { t } = useTranslation(["guide", "prompts"]);
  const subStatusName = useSubStatusName();
  return (Object.keys(EMAIL_MOVES) as StageEmail[]).map((type) => {
    const described = entry(type, t(`prompts:type.${type}`), t(`email.${type}`));
    const texts = Object.values(TEMPLATES[type]).map(({ subject, body }) => `${subject} ${body}`);
    return {
      ...described,
      type,
      leadsTo: subStatusName(statusAfter(EMAIL_MOVES[type])),
      words: `${described.words} ${texts.join(" ")}`,
    };
  });
}

function entry(key: string, title: string, text: string): GuideEntry {
  return { key, title, text, words: `${title} ${text}` };
}
