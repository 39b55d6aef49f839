// The mark drawn large, as a line: a horse turning its head to be seen.

export function HorseLine(props: { className?: string | undefined }) {
  return (
    <svg className={props.className} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        d="M9 25c1-6 2.500-11 7.500-14.500L17 6.500l3 3c2 1.500 3 3.500 4 6.500l.8 2.200-2.300 1.800-5-1.600c.2 2.600 1.500 4.200 2.500 6.600"
        stroke="currentColor"
        strokeWidth="0.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
