// Offers: the candidates who are to get one, their offers, and what is done to these.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { APPLICATIONS } from "@/entities/application/queries";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import { ApiProblem } from "@/lib/api/problem";
import type { Application, Offer, OfferInput, Stage, SubStatus } from "@/lib/api/types";

const OFFERS = "/api/organizations/{organization_id}/offers";
const OFFER = "/api/organizations/{organization_id}/offers/{offer_id}";
const ATTACHMENTS = "/api/organizations/{organization_id}/offers/{offer_id}/attachments";
const ATTACHMENT = "/api/organizations/{organization_id}/offers/{offer_id}/attachments/{attachment_id}";
const ONBOARDING = "/api/organizations/{organization_id}/applications/onboarding";

/** Where candidates of the workbench are. */
const PLACES: readonly { status: Stage; sub_status?: SubStatus }[] = [
  { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending },
  { status: STAGE.offer },
  { status: STAGE.onboarding },
];

export interface OfferCandidate {
  application: Application;
  /** The latest one. */
  offer: Offer | null;
}

/** Everyone from the offer intent on, with their latest offer. */
export function useOfferCandidates() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", OFFERS, organization_id, "candidates"],
    queryFn: async ({ signal }): Promise<OfferCandidate[]> => {
      const path = { organization_id };
      const applications = Promise.all(
        PLACES.map((place) =>
          fetchAllPages<Application>(async (limit, offset) => {
            const { data } = await api.GET(APPLICATIONS, {
              params: { path, query: { ...place, sort: "waiting", limit, offset } },
              signal,
            });
            return data;
          }),
        ),
      );
      const offers = fetchAllPages<Offer>(
        async (limit, offset) => (await api.GET(OFFERS, { params: { path, query: { limit, offset } }, signal })).data,
      );
      const latest = new Map<string, Offer>();
      // The latest come first.
      for (const offer of await offers) {
        if (!latest.has(offer.application_id)) latest.set(offer.application_id, offer);
      }
      return (await applications)
        .flat()
        .map((application) => ({ application, offer: latest.get(application.id) ?? null }));
    },
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

/** Begins an offer, or changes the draft of the version that is shown. */
export function useSaveOffer() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
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
    onSettled: changed,
  });
}

/** Where a file of an offer is downloaded. */
export function useAttachmentHref(offerId: string) {
  const organizationId = useOrganizationId();
  return (id: string) => `/api/organizations/${organizationId}/offers/${offerId}/attachments/${id}`;
}

/** Adds a file to a draft. */
export function useAddAttachment(offer_id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: (file: File) =>
      api.POST(ATTACHMENTS, {
        params: { path: { organization_id, offer_id }, query: { name: file.name } },
        // The document can only say "binary text"; a file is sent as it is.
        body: file as unknown as string,
        bodySerializer: (bytes) => bytes as unknown as File,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    onSettled: changed,
  });
}

/** Takes a file away from a draft. */
export function useRemoveAttachment(offer_id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: (attachment_id: string) =>
      api.DELETE(ATTACHMENT, { params: { path: { organization_id, offer_id, attachment_id } } }),
    onSettled: changed,
  });
}

/** The candidate's link, which is told once, and where it was emailed to. */
export interface SentOffer {
  link: string;
  emailedTo: string | null;
}

export type OfferStepName = "submit" | "approve" | "return" | "send" | "withdraw";

/** Takes an offer a step on; sending answers the candidate's link, once. */
export function useOfferStep() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateOffers();
  return useMutation({
    mutationFn: async (given: { offer: Offer; step: OfferStepName; comment?: string }): Promise<SentOffer | null> => {
      const { offer, step, comment = "" } = given;
      const init = {
        params: { path: { organization_id, offer_id: offer.id } },
        body: { version: offer.version, comment },
      };
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
          await api.POST("/api/organizations/{organization_id}/offers/{offer_id}/withdraw", init);
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

/** Takes a candidate through onboarding. */
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
