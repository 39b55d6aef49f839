// People: record, notes, changes, and search.
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export const PERSON = "/api/organizations/{organization_id}/people/{person_id}";
const PEOPLE = "/api/organizations/{organization_id}/people";
const NOTES = "/api/organizations/{organization_id}/people/{person_id}/notes";
const CHANGES = "/api/organizations/{organization_id}/people/{person_id}/changes";
const SAME_CONTACT = "/api/organizations/{organization_id}/people/{person_id}/same-contact";
const KEEP_APART = "/api/organizations/{organization_id}/people/{person_id}/keep-apart";
const MERGES = "/api/organizations/{organization_id}/people/{person_id}/merges";
const MERGE = "/api/organizations/{organization_id}/people/{person_id}/merges/{merge_id}";

/** The number of notes and changes shown. */
const SHOWN = 100;

export function usePerson(id: string | null, enabled = true) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id, person_id: id ?? "" } };
  return query.useQuery("get", PERSON, { params }, { enabled: enabled && id !== null });
}

/** The number of a person's open applications; undefined until it is known, and without an id. */
export function useOpenApplications(id: string | null): number | undefined {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id, person_id: id ?? "" } };
  return query.useQuery("get", PERSON, { params }, { enabled: id !== null }).data?.open_applications;
}

/** Whether the member can edit people's records. */
export function useCanEditPeople(): boolean {
  return [useCan("ai-review:review"), useCan("pipeline:edit"), useCan("talent-pool:edit")].some(Boolean);
}

/** Whether the member can write notes. */
export function useCanWriteNotes(): boolean {
  return [useCanEditPeople(), useCan("schedule:review")].some(Boolean);
}

function isOfPeople(path: unknown): boolean {
  return typeof path === "string" && /\/(people|talent-pool|applications|board|lanes)(\/|$)/.test(path);
}

/** Invalidates all queries that show the person. */
function useInvalidatePeople(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => isOfPeople(path) }),
    [client],
  );
}

export function useSavePerson() {
  const invalidate = useInvalidatePeople();
  return query.useMutation("patch", PERSON, { onSettled: () => void invalidate() });
}

/** Whether the member can permanently delete people. */
export function useCanDeletePeople(): boolean {
  return useCan("organization:manage");
}

/** Permanently deletes a person and removes all cached data of people. */
export function useDeletePerson() {
  const client = useQueryClient();
  return query.useMutation("delete", PERSON, {
    onSuccess: () => client.removeQueries({ predicate: ({ queryKey: [, path] }) => isOfPeople(path) }),
  });
}

/** Newest first. */
export function useNotes(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", NOTES, {
    params: { path: { organization_id, person_id: id }, query: { limit: SHOWN } },
  });
}

export function useAddNote() {
  const invalidate = useInvalidatePeople();
  return query.useMutation("post", NOTES, { onSuccess: () => void invalidate() });
}

/** Changes of the person by members, newest first. */
export function usePersonChanges(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", CHANGES, {
    params: { path: { organization_id, person_id: id }, query: { limit: SHOWN } },
  });
}

/** People who share an address or number with a person, and may be the same. */
export function useSameContact(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", SAME_CONTACT, { params: { path: { organization_id, person_id: id } } });
}

export function useKeepApart() {
  const invalidate = useInvalidatePeople();
  return query.useMutation("post", KEEP_APART, { onSettled: () => void invalidate() });
}

/** The people merged into a person, latest first. */
export function useMerges(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", MERGES, { params: { path: { organization_id, person_id: id } } });
}

export function useMergePeople() {
  const invalidate = useInvalidatePeople();
  return query.useMutation("post", MERGES, { onSettled: () => void invalidate() });
}

export function useUndoMerge() {
  const invalidate = useInvalidatePeople();
  return query.useMutation("delete", MERGE, { onSettled: () => void invalidate() });
}

/** People whose name, address, number or job matches. */
export function usePeopleSearch(words: string, limit: number, enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    PEOPLE,
    { params: { path: { organization_id }, query: { search: words, limit } } },
    { enabled: enabled && words !== "", placeholderData: keepPreviousData },
  );
}
