// /interview/{application_id}: conducts an interview.
import { Skeleton } from "antd";
import { useParams } from "react-router";
import { useCandidate } from "@/entities/application/queries";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { QueryView } from "@/ui/states/QueryView";
import { useInterviewGuide } from "../api/guide";
import { Cockpit } from "../components/Cockpit";
import styles from "./InterviewRoute.module.css";

export function InterviewRoute() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const candidate = useCandidate(id);
  const guide = useInterviewGuide(id);
  const skeleton = (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton active paragraph={{ rows: 12 }} />
    </div>
  );
  return (
    <QueryView query={candidate} skeleton={skeleton}>
      {(detail) => (
        <QueryView query={guide} skeleton={skeleton}>
          {(questions) => <Cockpit key={id} detail={detail} guide={questions} scheduleId={params.get("schedule")} />}
        </QueryView>
      )}
    </QueryView>
  );
}
