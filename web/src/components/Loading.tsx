import { messages } from "../messages";

/** Shown only after a moment (see the style): what comes at once does not flicker. */
export function Loading({ what }: { what?: string }) {
  return (
    <p className="loading" role="status">
      {what ?? messages.shell.loading}
    </p>
  );
}
