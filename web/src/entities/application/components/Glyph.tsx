// Icon of a verdict. The shape carries the meaning; colour only supports it.
import type { Verdict } from "@/lib/api/types";
import styles from "./EvidenceStrip.module.css";

export function Glyph(props: { verdict: Verdict; size?: number }) {
  const size = props.size ?? 14;
  return (
    <svg className={styles[props.verdict]} width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      {shape(props.verdict)}
    </svg>
  );
}

function shape(verdict: Verdict) {
  switch (verdict) {
    case "met":
      return <circle cx="7" cy="7" r="5" fill="currentColor" />;
    case "partly":
      return (
        <>
          <circle cx="7" cy="7" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.4" />
          <path d="M7 2.7a4.3 4.3 0 0 0 0 8.6z" fill="currentColor" />
        </>
      );
    case "not":
      return <circle cx="7" cy="7" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.4" />;
    case "unknown":
      return (
        <>
          <path
            d="M5 5.2a2 2 0 1 1 3 1.75c-.65.38-1 .75-1 1.45"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
          <circle cx="7" cy="10.6" r=".85" fill="currentColor" />
        </>
      );
  }
}
