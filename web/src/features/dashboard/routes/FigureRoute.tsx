// /dashboard/candidates: the candidates counted by a figure of the dashboard.
import { Pagination, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { zoneOf } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { useDaysIn } from "@/i18n/format";
import type { FigureCandidates } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useLastPage } from "@/ui/lists/useLastPage";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { FIGURE_PAGE_SIZE, useFigureCandidates, useMemberName } from "../api/figure";
import { FigureCandidateTable } from "../components/FigureCandidateTable";
import { useFigureName } from "../components/useFigureName";
import { figureOf, isCurrentFigure } from "../logic/figures";
import styles from "./FigureRoute.module.css";

const SKELETON = <Skeleton active title={false} paragraph={{ rows: 8 }} />;

/** Whether a bound of the period is a day; as the end, it is included. */
const isDay = (bound: string) => /^\d{4}-\d{2}-\d{2}$/.test(bound);
/** An end is exclusive: the last day is that of the moment before. */
const justBefore = (end: string) => new Date(Date.parse(end) - 1).toISOString();

export function FigureRoute() {
  const { t } = useTranslation("dashboard");
  const dayOf = useDaysIn(zoneOf(useCurrentOrganization().membership.organization));
  const dayNamed = useDaysIn("UTC");
  const figureName = useFigureName();
  const [params, setParams] = useSearchParams();
  const figure = figureOf(params);
  const page = Math.max(1, Math.floor(Number(params.get("page"))) || 1);
  const candidates = useFigureCandidates(figure, page);
  const member = useMemberName(figure);
  const show = (next: number, replace = false) => {
    setParams(
      (former) => {
        const address = new URLSearchParams(former);
        address.set("page", String(next));
        return address;
      },
      { replace },
    );
    window.scrollTo(0, 0);
  };
  const isLeavingPage = useLastPage({
    query: candidates,
    page,
    pageSize: FIGURE_PAGE_SIZE,
    onPage: (last) => show(last, true),
  });
  const { from, to, job_id } = figure;
  const context = [
    candidates.data ? countText(candidates.data) : null,
    job_id ? candidates.data?.items[0]?.job_title : t("all_jobs"),
    from && to && !isCurrentFigure(figure.figure)
      ? `${isDay(from) ? dayNamed(from) : dayOf(from)} – ${isDay(to) ? dayNamed(to) : dayOf(justBefore(to))}`
      : null,
  ].filter(Boolean);
  function countText({ total, figure: counted }: FigureCandidates): string {
    const people = t("figure.candidates", { count: total });
    return counted === total ? people : t("figure.times", { count: counted, candidates: people });
  }

  return (
    <>
      <PageHeader
        title={figureName(figure, member)}
        context={<span role="status">{context.join(" · ")}</span>}
        actions={<Link to={href("dashboard", { job_id, days: params.get("days") })}>{t("figure.back")}</Link>}
      />
      <QueryView query={candidates} skeleton={SKELETON}>
        {({ items, total }) =>
          isLeavingPage ? (
            SKELETON
          ) : items.length === 0 ? (
            <EmptyState text={t("figure.nobody")} />
          ) : (
            <>
              <FigureCandidateTable candidates={items} />
              {total > FIGURE_PAGE_SIZE ? (
                <Pagination
                  className={styles.pages ?? ""}
                  current={page}
                  pageSize={FIGURE_PAGE_SIZE}
                  total={total}
                  showSizeChanger={false}
                  onChange={(next) => show(next)}
                />
              ) : null}
            </>
          )
        }
      </QueryView>
    </>
  );
}
