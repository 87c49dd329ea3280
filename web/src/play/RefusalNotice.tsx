// Why something cannot be done, near the board, with the rule.

import { words } from "../strings";
import type { RefusalText } from "./useMoveBuilder";

export function RefusalNotice({
  refused,
  onDismiss,
}: {
  refused: RefusalText | null;
  onDismiss(): void;
}) {
  return (
    <div className="refusal-place" role="alert">
      {refused && (
        <div className="refusal">
          <p>
            {refused.text} {/* Beside the game, which is not left for it. */}
            {refused.rule && (
              <a href={`/rulebook#${refused.rule}`} target="_blank" rel="noopener">
                {words.play.rule(refused.rule)}
              </a>
            )}
          </p>
          <button
            type="button"
            className="close"
            aria-label={words.play.dismiss}
            onClick={onDismiss}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}
