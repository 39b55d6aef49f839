// Scheduled interviews: list, schedule, update, link, and calendar file.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { APPLICATION, APPLICATIONS } from "@/entities/application/paths";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Schedule, ScheduleInput, SchedulePatch } from "@/lib/api/types";

export const SCHEDULES = "/api/organizations/{organization_id}/interview-schedules";
export const AVAILABILITY = "/api/organizations/{organization_id}/interview-availability";
const SCHEDULE = "/api/organizations/{organization_id}/interview-schedules/{schedule_id}";

/** How long a change can be undone; shorter than emails about it are held back. */
export const UNDO_SECONDS = 10;

export interface ScheduleSpan {
  from: string;
  /** Without it, all upcoming ones. */
  to?: string;
  mine: boolean;
}

/** All interviews of a span, earliest first. */
export function useSchedules({ from, to, mine }: ScheduleSpan) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", SCHEDULES, organization_id, { from, to, mine }],
    queryFn: ({ signal }) =>
      fetchAllPages<Schedule>(async (at) => {
        const params = { path: { organization_id }, query: { from, mine, ...at, ...(to ? { to } : {}) } };
        return (await api.GET(SCHEDULES, { params, signal })).data;
      }),
    placeholderData: (former) => former,
  });
}

/** The interviews of one application. */
export function useApplicationSchedules(applicationId: string) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 50 } };
  return query.useQuery("get", SCHEDULES, { params }, { enabled: useCan("schedule:view") });
}

/** An application's interviews, latest first. */
export function useSchedulesOf(application_id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", SCHEDULES, { params: { path: { organization_id }, query: { application_id } } });
}

function useInvalidateSchedules() {
  const client = useQueryClient();
  return () => {
    // The candidate moves as well.
    for (const path of [SCHEDULES, AVAILABILITY, APPLICATIONS, APPLICATION]) {
      void client.invalidateQueries({ queryKey: ["get", path] });
    }
    void client.invalidateQueries({ predicate: ({ queryKey }) => /\/(board|lanes)$/.test(String(queryKey[1])) });
  };
}

export function useCreateSchedule() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateSchedules();
  return useMutation({
    mutationFn: async (body: ScheduleInput) =>
      (await api.POST(SCHEDULES, { params: { path: { organization_id } }, body })).data as Schedule,
    onSettled: changed,
  });
}

/** Updates an interview at the version the change is based on. */
export function useChangeSchedule() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateSchedules();
  return useMutation({
    mutationFn: async ({ schedule, change }: { schedule: Pick<Schedule, "id" | "version">; change: SchedulePatch }) => {
      const params = { path: { organization_id, schedule_id: schedule.id } };
      return (await api.PATCH(SCHEDULE, { params, body: { version: schedule.version, ...change } })).data as Schedule;
    },
    onSettled: changed,
  });
}

/** Links an externally booked interview to a candidate. */
export function useLinkSchedule() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateSchedules();
  return useMutation({
    mutationFn: async ({ id, application_id }: { id: string; application_id: string }) =>
      (
        await api.POST("/api/organizations/{organization_id}/interview-schedules/{schedule_id}/link", {
          params: { path: { organization_id, schedule_id: id } },
          body: { application_id },
        })
      ).data as Schedule,
    onSettled: changed,
  });
}

/** Whether a row is an interview, such as the current one of a stale change. */
export function isSchedule(row: unknown): row is Schedule {
  return typeof row === "object" && row !== null && "version" in row && "start_time" in row;
}

/** URL of an interview's calendar file. */
export function calendarHref(organizationId: string, id: string): string {
  return `/api/organizations/${organizationId}/interview-schedules/${id}/ics`;
}
