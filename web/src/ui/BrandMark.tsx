// Bole's logo: a horse's head in one line with an eye, cut into a seal.

/** The head's outline on a 64 grid, cut off by the seal's lower edge. */
const HEAD_PATH =
  "M49 67V48c0-17-6.5-28-17.5-32L26 7l-1.5 10.5C20 24.5 16.5 31.5 12 38.5c-2 3.2-1.5 6.5 1 8.5 2.6 2 6 1.2 8.5-1 2.6-2.1 6.2-3 10-3.6.3 8-3.5 15-11 23.6";

export function BrandMark(props: { size?: number; className?: string }) {
  const size = props.size ?? 24;
  return (
    <svg
      className={props.className}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      role="img"
      aria-label="Bole"
      fill="none"
    >
      <rect width="64" height="64" rx="14" fill="var(--green)" />
      <path d={HEAD_PATH} stroke="var(--on-green)" strokeWidth="4.2" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="26.5" cy="26.5" r="2.6" fill="var(--on-green)" />
    </svg>
  );
}
