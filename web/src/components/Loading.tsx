import { words } from "../strings";

/** Shown only after a moment (see the style): what comes at once does not flicker. */
export function Loading({ what }: { what?: string }) {
  return (
    <p className="loading" role="status">
      {what ?? words.shell.loading}
    </p>
  );
}
