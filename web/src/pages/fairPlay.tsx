// Fair play: which help is allowed when.

import { Link } from "../browser/router";
import { messages } from "../messages";

export default function FairPlayPage() {
  const { title, lead, rated, others, cheating } = messages.home.fairPlay;
  return (
    <div className="page fair-play">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {[rated, others, cheating].map((part) => (
        <section key={part.title} className="panel">
          <h2>{part.title}</h2>
          <ul>
            {Object.entries(part)
              .filter(([name]) => name !== "title")
              .map(([name, text]) => (
                <li key={name}>{text}</li>
              ))}
          </ul>
        </section>
      ))}
      <p>
        <Link to="/play">{messages.home.fairPlay.play}</Link>
      </p>
    </div>
  );
}
