// The user's saved views as commands: of the pool, and of the board and the review for the selected job.
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useStoredJob } from "@/entities/job/selection";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useSavedViews } from "@/entities/view/queries";
import { href } from "@/lib/routes/href";
import type { Command } from "./commands";

export function useViewCommands(): Command[] {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const jobId = useStoredJob();
  const opensBoard = useCanOpenRoute("pipeline") && jobId !== null;
  const opensReview = useCanOpenRoute("aiReview") && jobId !== null;
  const board = useSavedViews("pipeline", opensBoard).data?.items ?? [];
  const review = useSavedViews("ai-review", opensReview).data?.items ?? [];
  const pool = useSavedViews("talent-pool", useCanOpenRoute("talentPool")).data?.items ?? [];
  return [
    ...board.map((view) => ({ ...view, page: t("nav.pipeline"), to: `${href("pipeline", { job_id: jobId })}&` })),
    ...review.map((view) => ({ ...view, page: t("nav.review"), to: `${href("aiReview", { job_id: jobId })}&` })),
    ...pool.map((view) => ({ ...view, page: t("nav.talent_pool"), to: `${href("talentPool")}?` })),
  ].map(({ id, name, query, page, to }) => ({
    key: `view ${id}`,
    group: "go_to",
    label: name,
    hint: page,
    run: () => void navigate(to + query),
  }));
}
