/** A strip of messages whose middle is replaced by a summary. */
export function Logo() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="var(--keep)"
        d="M2 2h14a1 1 0 011 1v1.4a1 1 0 01-1 1H2a1 1 0 01-1-1V3a1 1 0 011-1zM2 7.3h3a1 1 0 011 1v1.4a1 1 0 01-1 1H2a1 1 0 01-1-1V8.3a1 1 0 011-1zM13 7.3h3a1 1 0 011 1v1.4a1 1 0 01-1 1h-3a1 1 0 01-1-1V8.3a1 1 0 011-1zM6.2 12.6H16a1 1 0 011 1V15a1 1 0 01-1 1H6.2a1 1 0 01-1-1v-1.4a1 1 0 011-1z"
      />
      <path fill="var(--sum)" d="M2 12.6h1a1 1 0 011 1V15a1 1 0 01-1 1H2a1 1 0 01-1-1v-1.4a1 1 0 011-1z" />
    </svg>
  );
}
