// A game that ended without a result: who aborted it, or why the server did.

import { Link } from "../browser/router";
import type { SessionState } from "../live/sessionState";
import { messages } from "../messages";
import { occupantName } from "./describeSeats";

export function AbortedGame({ session: { aborted, seats } }: { session: SessionState }) {
  return (
    <section className="narrow">
      <h1>{messages.game.open.aborted}</h1>
      {aborted && (
        <p>
          {aborted.reason === "operator"
            ? messages.game.closedByOperator
            : messages.game.abortedBy[aborted.reason]({
                name: occupantName(seats[aborted.seat - 1]),
              })}{" "}
          {messages.game.abortedEffect}
        </p>
      )}
      <Link className="button primary" to="/play">
        {messages.game.lobby}
      </Link>
    </section>
  );
}
