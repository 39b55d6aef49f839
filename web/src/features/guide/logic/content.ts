// What the guide says, in the reader's language, each entry with the words it is found by.
import { useTranslation } from "react-i18next";
import { SUB_STATUS, useStageName, useSubStatusName } from "@/entities/application/stages";
import { PAGES_OF } from "@/entities/member/roles.gen";
import type { EmailType, Role, SubStatus } from "@/lib/api/types";
import { actorOf, statusRows } from "./statuses";
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
  type: EmailType;
  leadsTo: string;
}

const FLOW = ["job", "evaluate", "promote", "review", "interview", "offer"] as const;
const FAQ = ["decide", "score", "unknown", "failed", "duplicate", "undo", "who", "languages"] as const;
const TIPS = ["criteria", "points", "keyboard", "quote", "names", "pool"] as const;

/** Where each kind of email leads once it is sent. */
const EMAIL_TYPES: readonly (readonly [EmailType, SubStatus])[] = [
  ["online_invitation", SUB_STATUS.onlineInvitationSent],
  ["onsite_invitation", SUB_STATUS.onsiteInvitationSent],
  ["offer_intent", SUB_STATUS.offerIntentPending],
  ["offer_sent", SUB_STATUS.offerSent],
  ["rejection", SUB_STATUS.rejectionSent],
];

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
  return EMAIL_TYPES.map(([type, status]) => {
    const described = entry(type, t(`prompts:type.${type}`), t(`email.${type}`));
    const texts = Object.values(TEMPLATES[type]).map(({ subject, body }) => `${subject} ${body}`);
    return {
      ...described,
      type,
      leadsTo: subStatusName(status),
      words: `${described.words} ${texts.join(" ")}`,
    };
  });
}

function entry(key: string, title: string, text: string): GuideEntry {
  return { key, title, text, words: `${title} ${text}` };
}
