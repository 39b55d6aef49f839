// The brand's illustration.

export function BrandIllustration(props: { className?: string | undefined }) {
  return (
    <svg className={props.className} viewBox="8 4 50 60" fill="none" aria-hidden="true" preserveAspectRatio="xMaxYMax">
      <g stroke="currentColor" strokeWidth="0.34" strokeLinecap="round" strokeLinejoin="round">
        <path d="M31.5 16 26 7l-1.5 10.5C20 24.5 16.5 31.5 12 38.5c-2 3.2-1.5 6.5 1 8.5 2.6 2 6 1.2 8.5-1 2.6-2.1 6.2-3 10-3.6.8 9-1 17-5 25" />
        <path d="M31.5 16C42.5 20 49 31 50 48c.5 8 1.7 14 4 20" />
        <path d="M31.5 42.4c2.7-1.7 4.5-4.5 5.2-8.4" />
        <path d="M35.5 19.8C42.3 25 45.9 34.5 46.8 48.5" />
        <path d="M37.6 25.5C41.8 31.5 43.7 40 44.2 53" />
        <path d="M39.4 33C41.4 39 42 46 42.1 57" />
        <path d="M14.3 41.6c.8-.7 1.8-.8 2.7-.3" />
        <path d="M28.4 11.6c-.8 1.8-1.2 3.6-1.3 5.6" />
        <path d="M24 25.7c1.2-1.5 3.3-1.7 4.7-.4" />
      </g>
      <circle cx="26.5" cy="26.9" r="0.95" fill="currentColor" />
    </svg>
  );
}
