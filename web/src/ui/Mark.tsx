// The mark of Bole: a horse's head, drawn in one line inside a seal.

export function Mark(props: { size?: number; className?: string }) {
  const size = props.size ?? 24;
  return (
    <svg
      className={props.className}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role="img"
      aria-label="Bole"
      fill="none"
    >
      <rect width="32" height="32" rx="8" fill="var(--green)" />
      <path
        d="M9 25c1-6 2.500-11 7.500-14.500L17 6.500l3 3c2 1.500 3 3.500 4 6.500l.8 2.200-2.300 1.800-5-1.600c.2 2.600 1.500 4.200 2.500 6.600"
        stroke="var(--on-green)"
        strokeWidth="1.900"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
