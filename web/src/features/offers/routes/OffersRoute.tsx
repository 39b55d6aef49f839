// /offer-workbench: candidates from the offer intent to the first day, by the next step of their offer.

import { Button, Segmented, Skeleton } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { STAGE, SUB_STATUS, useApplicationStateName } from "@/entities/application/stages";
import {
  type OfferCandidate,
  useClosedOfferCandidates,
  useOfferCandidate,
  useOpenOfferCandidates,
} from "@/entities/offer/queries";
import { useFormats } from "@/i18n/format";
import type { SubStatus } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { useOpenedItem } from "@/ui/forms/unsavedStore";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { StageTag, type Tone } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { OfferGroupList } from "../components/OfferGroupList";
import { OfferTag } from "../components/OfferTag";
import { type Group, groupsOf, isFinished } from "../logic/groups";
import { useDeadlineDay } from "../logic/useDeadlineDay";
import styles from "./OffersRoute.module.css";

const ONBOARDING_TONES: Partial<Record<SubStatus, Tone>> = {
  [SUB_STATUS.onboarded]: "good",
  [SUB_STATUS.onboardingGivenUp]: "bad",
};

// Loaded when an offer is opened.
const OfferPanel = lazyPart(async () => ({ default: (await import("../components/OfferPanel")).OfferPanel }));

export function OffersRoute() {
  const { t } = useTranslation("offers");
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState("");
  const waiting = useOpenOfferCandidates();
  const closed = useClosedOfferCandidates(search);
  const openId = params.get("id");
  const showsFinished = params.get("show") === "finished";
  // A candidate who moves between the two requests is in both.
  const byId = new Map(
    [...(closed.data?.candidates ?? []), ...(waiting.data ?? [])].map((candidate) => [
      candidate.application.id,
      candidate,
    ]),
  );
  const all = [...byId.values()];
  const listed = byId.get(openId ?? "");
  // One whose onboarding is over may not be among those shown.
  const single = useOfferCandidate(waiting.data && closed.data && !listed ? openId : null).data;
  const opened = useOpenedItem(listed ?? single ?? undefined, openId);
  const address = (id: string | null, finished: boolean) => ({
    ...(id ? { id } : {}),
    ...(finished ? { show: "finished" } : {}),
  });
  const open = (id: string | null) => setParams(address(id, showsFinished), { replace: true });
  const found = groupsOf(all, search);
  const groups = found.filter(({ group }) => isFinished(group) === showsFinished);
  const openCount = found
    .filter(({ group }) => !isFinished(group))
    .reduce((sum, { candidates }) => sum + candidates.length, 0);
  const names: Record<Group, string> = {
    prepare: t("group.prepare"),
    approve: t("group.approve"),
    send: t("group.send"),
    answer: t("group.answer"),
    answered: t("group.answered"),
    onboarding: t("group.onboarding"),
    done: t("group.done"),
  };
  return (
    <>
      <PageHeader title={t("title")} actions={<SearchBox label={t("search")} value={search} onChange={setSearch} />} />
      <div className={styles.filter}>
        <Segmented<"open" | "finished">
          aria-label={t("show.label")}
          value={showsFinished ? "finished" : "open"}
          onChange={(show) => setParams(address(null, show === "finished"), { replace: true })}
          options={[
            { value: "open", label: t("show.open", { total: openCount }) },
            { value: "finished", label: t("show.finished", { total: closed.data?.total ?? 0 }) },
          ]}
        />
      </div>
      <div className={styles.stage} data-panel={opened !== undefined}>
        <QueryView query={waiting} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
          {() => {
            if (groups.length === 0 && closed.data) {
              if (search !== "") return <EmptyState text={t("empty.nothing_found")} />;
              if (showsFinished) return <EmptyState text={t("empty.finished")} />;
              return <EmptyState text={t("empty.text")} hint={t("empty.hint")} />;
            }
            return groups.map(({ group, candidates: those }) => (
              <OfferGroupList
                key={group}
                name={names[group]}
                candidates={those}
                total={isFinished(group) ? closed.data?.total : undefined}
                row={(candidate) => (
                  <Row
                    key={candidate.application.id}
                    candidate={candidate}
                    isOpen={candidate.application.id === openId}
                    onOpen={() => open(candidate.application.id)}
                  />
                )}
              />
            ));
          }}
        </QueryView>
        {waiting.data && showsFinished ? (
          <QueryView query={closed} skeleton={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
            {() =>
              closed.hasNextPage ? (
                <Button loading={closed.isFetchingNextPage} onClick={() => void closed.fetchNextPage()}>
                  {t("more_closed")}
                </Button>
              ) : null
            }
          </QueryView>
        ) : null}
      </div>
      <Suspense fallback={null}>
        <UnsavedScope params={["id"]}>
          {opened ? <OfferPanel key={opened.application.id} candidate={opened} onClose={() => open(null)} /> : null}
        </UnsavedScope>
      </Suspense>
    </>
  );
}

function Row({ candidate, isOpen, onOpen }: { candidate: OfferCandidate; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation(["offers", "interview"]);
  const formats = useFormats();
  const stateName = useApplicationStateName();
  const { application, offer } = candidate;
  const deadlineDay = useDeadlineDay();
  const deadline = offer?.expires_at;
  const terms = [offer?.position === application.job_title ? null : offer?.position, offer?.salary];
  return (
    <li>
      <button type="button" className={styles.row} data-open={isOpen} onClick={onOpen}>
        <span className={styles.who}>
          <strong>{application.person.name ?? t("interview:nameless")}</strong>
          <span>{application.job_title}</span>
        </span>
        <span className={styles.terms}>{terms.filter(Boolean).join(" · ")}</span>
        <span className={styles.when}>
          {deadline && (offer.status === "sent" || offer.status === "viewed")
            ? t("until", { date: deadlineDay(deadline) })
            : t("since", { ago: formats.ago(application.sub_status_since) })}
        </span>
        <span className={styles.state}>
          {offer && application.status !== STAGE.onboarding ? (
            <OfferTag status={offer.status} />
          ) : (
            <StageTag tone={ONBOARDING_TONES[application.sub_status] ?? "neutral"}>{stateName(application)}</StageTag>
          )}
        </span>
      </button>
    </li>
  );
}
