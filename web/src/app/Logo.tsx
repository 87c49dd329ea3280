/** The mark of the game: two rings and the gap that a marker will close. */
export function Logo() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <ellipse cx="16" cy="21" rx="12" ry="6.5" fill="var(--seat-1-edge)" />
      <ellipse cx="16" cy="18.5" rx="12" ry="6.5" fill="var(--seat-1)" />
      <ellipse cx="16" cy="15" rx="12" ry="6.5" fill="var(--seat-2-edge)" />
      <ellipse cx="16" cy="12" rx="12" ry="6.5" fill="var(--seat-2)" />
      <ellipse cx="16" cy="11.5" rx="12" ry="6.2" fill="var(--seat-2-face)" />
      <ellipse cx="16" cy="11.5" rx="5" ry="2.4" fill="var(--seat-2-edge)" />
    </svg>
  );
}
