// What was refused and why, unless the form's fields say so themselves.
import { useFieldErrors } from "@/ui/errorText";
import { PlainFailure } from "@/ui/plain/PlainFailure";

export function Refusal(props: { what: string; error: unknown }) {
  const fieldErrors = useFieldErrors();
  if (!props.error || Object.keys(fieldErrors(props.error)).length > 0) return null;
  return <PlainFailure what={props.what} error={props.error} />;
}
