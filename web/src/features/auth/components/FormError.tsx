// Error of a form, unless its fields show it.
import { useFieldErrors } from "@/ui/errorText";
import { LiteError } from "@/ui/lite/LiteError";

export function FormError(props: { what: string; error: unknown }) {
  const fieldErrors = useFieldErrors();
  if (!props.error || Object.keys(fieldErrors(props.error)).length > 0) return null;
  return <LiteError title={props.what} error={props.error} />;
}
