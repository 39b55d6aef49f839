// What failed, and why.
import { useErrorText } from "../errorText";
import { PlainNotice } from "./PlainNotice";

export function PlainFailure({ what, error }: { what: string; error: unknown }) {
  const errorText = useErrorText();
  return (
    <PlainNotice bad>
      <strong>{what}</strong> {errorText(error)}
    </PlainNotice>
  );
}
