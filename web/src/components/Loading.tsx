import { messages } from "../messages";

/** Becomes visible after a delay (in the style sheet), so fast loads do not flicker. */
export function Loading({ what }: { what?: string }) {
  return (
    <p className="loading" role="status">
      {what ?? messages.shell.loading}
    </p>
  );
}
