// Error notice with title and reason.
import { useErrorText } from "../errorText";
import { LiteNotice } from "./LiteNotice";

export function LiteError({ title, error }: { title: string; error: unknown }) {
  const errorText = useErrorText();
  return (
    <LiteNotice isError>
      <strong>{title}</strong> {errorText(error)}
    </LiteNotice>
  );
}
