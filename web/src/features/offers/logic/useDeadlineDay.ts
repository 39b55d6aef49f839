// The day of an offer's deadline, as in its form: in the organization's time zone, not the reader's.
import { zoneOf } from "@/entities/organization/queries";
import { useCurrentMembership } from "@/entities/session/session";
import { useDaysIn } from "@/i18n/format";

export function useDeadlineDay(): (iso: string) => string {
  return useDaysIn(zoneOf(useCurrentMembership().organization));
}
