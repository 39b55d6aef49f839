// Where the letter of an offer is downloaded.
import { useOrganizationId } from "@/entities/session/session";
import type { EmailLanguage } from "@/lib/api/types";

/** The address of an offer's letter as PDF: of a version, and in a language; as it is without them. */
export function useLetterHref(offerId: string) {
  const organizationId = useOrganizationId();
  return (query: { version?: number; language?: EmailLanguage }): string => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return `/api/organizations/${organizationId}/offers/${offerId}/letter${search === "" ? "" : `?${search}`}`;
  };
}
