// Offers: candidates of the workbench, their offers, and actions.
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { APPLICATION, APPLICATIONS } from "@/entities/application/paths";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import { ApiProblem } from "@/lib/api/problem";
import type { Application, Offer, OfferInput, Stage, SubStatus } from "@/lib/api/types";

const OFFERS = "/api/organizations/{organization_id}/offers";
const OFFER = "/api/organizations/{organization_id}/offers/{offer_id}";
const ATTACHMENTS = "/api/organizations/{organization_id}/offers/{offer_id}/attachments";
const ATTACHMENT = "/api/organizations/{organization_id}/offers/{offer_id}/attachments/{attachment_id}";
const PENDING = "/api/organizations/{organization_id}/offers/pending";
const ONBOARDING = "/api/organizations/{organization_id}/applications/onboarding";

/** States of the candidates that wait for a step of the workbench. */
const OPEN_PLACES: readonly Place[] = [
  { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending },
  { status: STAGE.offer },
  { status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingPending },
];
/** States of those whose onboarding is over; with the years they become many. */
const CLOSED_PLACES: readonly Place[] = [
  { status: STAGE.onboarding, sub_status: SUB_STATUS.onboarded },
  { status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingGivenUp },
];
/** How many of each of these are shown at first, and added by showing more. */
const CLOSED_SHOWN = 25;

interface Place {
  status: Stage;
  sub_status?: SubStatus;
}

export interface OfferCandidate {
  application: Application;
  /** The latest offer. */
  offer: Offer | null;
}

/** The offers of one application. */
export function useApplicationOffers(applicationId: string) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 50 } };
  return query.useQuery("get", OFFERS, { params }, { enabled: useCan("offer-workbench:view") });
}

/** The offers that wait for the user, by what they have to do. */
export function usePendingOffers(enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", PENDING, { params: { path: { organization_id } } }, { enabled });
}

/**
 * The applications with their latest offers. Offers come latest first and ids are in the order of time, so those older
 * than each application without one aren't read.
 */
async function withLatestOffers(
  organization_id: string,
  applications: readonly Application[],
  signal: AbortSignal,
): Promise<OfferCandidate[]> {
  const latest = new Map<string, Offer>();
  const missing = new Set<string>();
  let read: string | undefined;
  await fetchAllPages<Offer>(async (at) => {
    if ("offset" in at && at.offset === 0) {
      read = undefined;
      latest.clear();
      for (const { id } of applications) missing.add(id);
    }
    const first = [...missing].toSorted()[0];
    if (first === undefined || (read !== undefined && read < first)) return undefined;
    const { data } = await api.GET(OFFERS, { params: { path: { organization_id }, query: { ...at } }, signal });
    for (const offer of data?.items ?? []) {
      if (missing.delete(offer.application_id)) latest.set(offer.application_id, offer);
      read = offer.id;
    }
    return data;
  });
  return applications.map((application) => ({ application, offer: latest.get(application.id) ?? null }));
}

/** Candidates from the offer intent until their first day. */
export function useOpenOfferCandidates() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", OFFERS, organization_id, "open"],
    queryFn: async ({ signal }): Promise<OfferCandidate[]> => {
      const applications = await Promise.all(
        OPEN_PLACES.map((place) =>
          fetchAllPages<Application>(async (at) => {
            const query = { ...place, sort: "waiting" as const, ...at };
            return (await api.GET(APPLICATIONS, { params: { path: { organization_id }, query }, signal })).data;
          }),
        ),
      );
      return withLatestOffers(organization_id, applications.flat(), signal);
    },
  });
}

/** The newest candidates whose onboarding is over, of those with the text in their name, address or the like. */
export function useClosedOfferCandidates(search: string) {
  const organization_id = useOrganizationId();
  return useInfiniteQuery({
    queryKey: ["get", OFFERS, organization_id, "closed", search],
    queryFn: async ({ signal, pageParam }) => {
      const pages = await Promise.all(
        CLOSED_PLACES.map(async (place) => {
          const page = { limit: CLOSED_SHOWN, offset: pageParam * CLOSED_SHOWN };
          const query = { ...place, ...(search ? { search } : {}), sort: "newest" as const, ...page };
          const { data } = await api.GET(APPLICATIONS, { params: { path: { organization_id }, query }, signal });
          return { items: data?.items ?? [], total: data?.total ?? 0 };
        }),
      );
      const applications = pages.flatMap(({ items }) => items);
      const candidates = await withLatestOffers(organization_id, applications, signal);
      const total = pages.reduce((sum, page) => sum + page.total, 0);
      return { candidates, total, hasMore: pages.some(({ items }) => items.length === CLOSED_SHOWN) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length : null),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      candidates: pages.flatMap(({ candidates }) => candidates),
      total: pages.at(-1)?.total ?? 0,
    }),
  });
}

/** One candidate with the latest offer; null without an id. */
export function useOfferCandidate(id: string | null) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", OFFERS, organization_id, "candidate", id],
    queryFn: async ({ signal }): Promise<OfferCandidate | null> => {
      const path = { organization_id, application_id: id ?? "" };
      const [application, offers] = await Promise.all([
        api.GET(APPLICATION, { params: { path }, signal }),
        api.GET(OFFERS, {
          params: { path: { organization_id }, query: { application_id: path.application_id, limit: 1 } },
          signal,
        }),
      ]);
      return application.data ? { application: application.data, offer: offers.data?.items[0] ?? null } : null;
    },
    enabled: id !== null,
  });
}

/** One offer with its history. */
export function useOffer(id: string | null) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    OFFER,
    { params: { path: { organization_id, offer_id: id ?? "" } } },
    { enabled: id !== null },
  );
}

function useInvalidateOffers() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => /\/(offers|applications|board|lanes)/.test(String(queryKey[1])),
    });
}

/** Shows a saved draft where its candidate is listed; drafts are saved too often to read the lists again. */
function useReplaceDraft() {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  const replaced = (one: OfferCandidate, saved: Offer) => (one.offer?.id === saved.id ? { ...one, offer: saved } : one);
  return (saved: Offer) => {
    client.setQueryData<OfferCandidate[]>(["get", OFFERS, organization_id, "open"], (all) =>
      all?.map((one) => replaced(one, saved)),
    );
    client.setQueryData<OfferCandidate | null>(
      ["get", OFFERS, organization_id, "candidate", saved.application_id],
      (one) => (one ? replaced(one, saved) : one),
    );
    void client.invalidateQueries({ queryKey: ["get", OFFER] });
  };
}

/** Creates an offer, or updates the draft at the version shown. */
export function useSaveOffer() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  const replaceDraft = useReplaceDraft();
  return useMutation({
    mutationFn: async ({ offer, body }: { offer: Offer | null; body: OfferInput }): Promise<Offer> => {
      const path = { organization_id };
      const { data } = offer
        ? await api.PATCH(OFFER, {
            params: { path: { ...path, offer_id: offer.id } },
            body: { ...body, version: offer.version },
          })
        : await api.POST(OFFERS, { params: { path }, body });
      return data as Offer;
    },
    onSettled: (saved, error, { offer }) => {
      if (!offer || !saved || error) return changed();
      replaceDraft(saved);
      return undefined;
    },
  });
}

/** Download URL of an attachment. */
export function useAttachmentHref(offerId: string) {
  const organizationId = useOrganizationId();
  return (id: string) => `/api/organizations/${organizationId}/offers/${offerId}/attachments/${id}`;
}

/** Adds an attachment to a draft. */
export function useAddAttachment(offer_id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: (file: File) =>
      api.POST(ATTACHMENTS, {
        params: { path: { organization_id, offer_id }, query: { name: file.name } },
        // The document types binary bodies as text; the file is sent unchanged.
        body: file as unknown as string,
        bodySerializer: (bytes) => bytes as unknown as File,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    onSettled: changed,
  });
}

/** Removes an attachment from a draft. */
export function useRemoveAttachment(offer_id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: (attachment_id: string) =>
      api.DELETE(ATTACHMENT, { params: { path: { organization_id, offer_id, attachment_id } } }),
    onSettled: changed,
  });
}

/** The candidate's link, which is only returned once, and the address it was emailed to. */
export interface SentOffer {
  link: string;
  emailedTo: string | null;
}

export type OfferStepName = "submit" | "approve" | "return" | "send" | "withdraw";

export interface OfferStep {
  offer: Offer;
  step: OfferStepName;
  comment?: string;
  /** Whether the candidate is emailed; for a withdrawal. */
  notifiesCandidate?: boolean;
}

/** Applies an action to an offer; sending returns the candidate's link. */
export function useOfferStep() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: async (given: OfferStep): Promise<SentOffer | null> => {
      const { offer, step, comment = "", notifiesCandidate = false } = given;
      const params = { path: { organization_id, offer_id: offer.id } };
      const body = { version: offer.version, comment };
      const init = { params, body };
      switch (step) {
        case "submit":
          await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/submit", init);
          return null;
        case "approve":
          await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/approve", init);
          return null;
        case "return":
          await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/return", init);
          return null;
        case "withdraw":
          await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/withdraw", {
            params,
            body: { ...body, notify_candidate: notifiesCandidate },
          });
          return null;
        case "send": {
          const { data } = await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/send", init);
          return data ? { link: data.link, emailedTo: data.emailed_to ?? null } : null;
        }
      }
    },
    onSettled: changed,
  });
}

export type OnboardingStep = "begin" | "onboard" | "give_up";

/** Moves a candidate through onboarding. */
export function useOnboardingStep() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: async ({ id, version, action }: { id: string; version: number; action: OnboardingStep }) => {
      const { data } = await api.POST(ONBOARDING, {
        params: { path: { organization_id } },
        body: { action, items: [{ id, version }] },
      });
      const refused = data?.results.find(({ status }) => status !== "ok");
      if (refused) throw new ApiProblem({ status: 409, code: refused.code ?? "server.internal" });
    },
    onSettled: changed,
  });
}
