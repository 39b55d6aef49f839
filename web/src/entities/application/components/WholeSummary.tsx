// The summary of a candidate's evaluation, whole, with its translation.
import { Skeleton } from "antd";
import { TranslatableText } from "@/entities/translation/TranslatableText";
import { QueryView } from "@/ui/states/QueryView";
import { useCandidate } from "../queries";

export function WholeSummary({ applicationId }: { applicationId: string }) {
  const candidate = useCandidate(applicationId);
  return (
    <QueryView query={candidate} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
      {({ ai_eval }) => (ai_eval ? <TranslatableText text={ai_eval.summary} /> : null)}
    </QueryView>
  );
}
