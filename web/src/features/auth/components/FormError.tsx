// Error of a form, unless its fields show it.
import { useFieldErrors } from "@/ui/errorText";
import { PlainError } from "@/ui/plain/PlainError";

export function FormError(props: { what: string; error: unknown }) {
  const fieldErrors = useFieldErrors();
  if (!props.error || Object.keys(fieldErrors(props.error)).length > 0) return null;
  return <PlainError title={props.what} error={props.error} />;
}
