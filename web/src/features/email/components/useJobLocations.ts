// The job's interview locations that an invitation may name.
import { useInterviewLocations } from "@/entities/job/locations";
import type { EmailType, InterviewLocation, Job } from "@/lib/api/types";

const isLink = (details: string) => /^https?:/.test(details);

/** Addresses of the job's onsite interviews, for onsite invitations. */
export function useAddresses(job: Job | undefined, type: EmailType): readonly InterviewLocation[] {
  const locations = useInterviewLocations();
  if (type !== "onsite_invitation") return [];
  return (locations.data ?? []).filter(
    ({ id, type: kind, details }) => job?.location_ids.includes(id) && kind === "onsite" && !isLink(details),
  );
}

/** The job's interview links that fit the invitation, as options. */
export function useBookingLinks(job: Job | undefined, type: EmailType): { value: string; label: string }[] {
  const locations = useInterviewLocations();
  const wanted = type === "onsite_invitation" ? "onsite" : "online";
  return (locations.data ?? [])
    .filter((one) => job?.location_ids.includes(one.id) && one.type === wanted && isLink(one.details))
    .map(({ name, details }) => ({ value: details, label: `${name} · ${details}` }));
}
