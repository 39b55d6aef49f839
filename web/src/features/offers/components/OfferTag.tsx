// Status of an offer.
import { useTranslation } from "react-i18next";
import type { OfferStatus } from "@/lib/api/types";
import { StageTag, type Tone } from "@/ui/StageTag";

const TONES: Record<OfferStatus, Tone> = {
  draft: "neutral",
  submitted: "attention",
  approved: "good",
  sent: "neutral",
  viewed: "neutral",
  accepted: "good",
  declined: "bad",
  withdrawn: "neutral",
  expired: "attention",
};

export function OfferTag({ status }: { status: OfferStatus }) {
  const { t } = useTranslation("offers");
  const names: Record<OfferStatus, string> = {
    draft: t("status.draft"),
    submitted: t("status.submitted"),
    approved: t("status.approved"),
    sent: t("status.sent"),
    viewed: t("status.viewed"),
    accepted: t("status.accepted"),
    declined: t("status.declined"),
    withdrawn: t("status.withdrawn"),
    expired: t("status.expired"),
  };
  return <StageTag tone={TONES[status]}>{names[status]}</StageTag>;
}
