// URL of an offer's letter.
import { useOrganizationId } from "@/entities/session/session";
import type { EmailLanguage } from "@/lib/api/types";

/** URL of the letter as PDF, optionally of a version and in a language. */
export function useLetterHref(offerId: string) {
  const organizationId = useOrganizationId();
  return (query: { version?: number; language?: EmailLanguage }): string => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return `/api/organizations/${organizationId}/offers/${offerId}/letter${search === "" ? "" : `?${search}`}`;
  };
}
