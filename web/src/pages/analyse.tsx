// Analyse: where to look at a position, a record, or play every seat.

import { Link } from "../browser/router";
import { messages } from "../messages";
import "../style/home.css";

const choices = [
  ["/study", "study"],
  ["/analyse/studies", "studies"],
  ["/analyse/openings", "openings"],
  ["/analyse/games", "games"],
  ["/sandbox", "sandbox"],
  ["/replay", "replay"],
] as const;

export default function AnalysePage() {
  return (
    <div className="page">
      <h1>{messages.shell.pages.analyse}</h1>
      <div className="cards">
        {choices.map(([to, name]) => (
          <section key={to} className="panel">
            <h2>{messages.home.analyse[name].title}</h2>
            <p>{messages.home.analyse[name].text}</p>
            <Link className="button" to={to}>
              {messages.home.analyse[name].start}
            </Link>
          </section>
        ))}
      </div>
      <p className="quiet">
        {messages.home.analyse.fairPlay}{" "}
        <Link to="/fair-play">{messages.shell.pages.fairPlay}</Link>
      </p>
    </div>
  );
}
