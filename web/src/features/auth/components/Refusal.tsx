// Why a form was refused, unless its fields say so themselves.
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { PlainNotice } from "@/ui/plain/PlainNotice";

export function Refusal(props: { error: unknown }) {
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  if (!props.error || Object.keys(fieldErrors(props.error)).length > 0) return null;
  return <PlainNotice bad>{errorText(props.error)}</PlainNotice>;
}
