// A text with parts in tags, each shown by its own component; react-i18next's parser of HTML is too heavy for a page
// before sign-in.
import { Fragment, type ReactNode } from "react";

interface MarkedTextProps {
  /** With its placeholders, so that a value is never taken for a tag. */
  text: string;
  values?: Readonly<Record<string, string>>;
  /** What shows the content of a tag, by the tag's name. */
  parts: Readonly<Record<string, (content: string) => ReactNode>>;
}

export function MarkedText({ text, values = {}, parts }: MarkedTextProps) {
  const filled = (piece: string) => piece.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, at) => {
    // Text, a tag's name and its content alternate.
    if (at % 3 === 0) return filled(piece);
    if (at % 3 === 1) return null;
    const content = filled(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity
    return <Fragment key={at}>{parts[pieces[at - 1] ?? ""]?.(content) ?? content}</Fragment>;
  });
}
