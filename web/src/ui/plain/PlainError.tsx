// Error notice with title and reason.
import { useErrorText } from "../errorText";
import { PlainNotice } from "./PlainNotice";

export function PlainError({ title, error }: { title: string; error: unknown }) {
  const errorText = useErrorText();
  return (
    <PlainNotice isError>
      <strong>{title}</strong> {errorText(error)}
    </PlainNotice>
  );
}
