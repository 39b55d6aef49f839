// The draft of an interview, stored on the server per user and in this browser.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useCurrentOrganization } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";
import { listenForSendingMoments } from "@/ui/forms/sendingMoments";
import type { DraftContent } from "../logic/draft";
import { type DraftServer, DraftSync, type DraftView, type ServerDraft } from "../logic/draftSync";

const DRAFT = "/api/organizations/{organization_id}/interview-drafts/{application_id}";

function serverOf(organization_id: string, application_id: string): DraftServer {
  const params = { path: { organization_id, application_id } };
  return {
    load: async () => {
      try {
        const { data } = await api.GET(DRAFT, { params });
        return data ? { content: data.content, version: data.version } : null;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
    put: async (content: DraftContent, version: number) => {
      try {
        // The schema calls any JSON object `Record<string, never>`.
        const body = { content: content as unknown as Record<string, never>, version };
        const { data } = await api.PUT(DRAFT, { params, body });
        return { version: data?.version ?? version + 1 };
      } catch (error) {
        if (error instanceof ApiProblem && error.code === "request.stale" && error.current) {
          return { later: error.current as ServerDraft };
        }
        throw error;
      }
    },
    remove: async () => {
      await api.DELETE(DRAFT, { params });
    },
  };
}

/** My interview draft for the application. */
export function useInterviewDraft(applicationId: string): { sync: DraftSync; view: DraftView } {
  const { session, membership } = useCurrentOrganization();
  const [sync] = useState(() => {
    const organization = membership.organization.id;
    const key = `interview.${organization}.${session.user.id}.${applicationId}`;
    return new DraftSync(serverOf(organization, applicationId), {
      read: () => readPrivate(key),
      write: (value) => writePrivate(key, value),
      remove: () => removePrivate(key),
    });
  });
  const view = useSyncExternalStore(sync.subscribe, sync.view);
  useEffect(() => {
    void sync.open();
    const stop = listenForSendingMoments(() => void sync.flush());
    return () => {
      stop();
      void sync.flush();
    };
  }, [sync]);
  return { sync, view };
}
