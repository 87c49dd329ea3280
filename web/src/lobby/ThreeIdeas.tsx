// The whole game in three pictures.

import { useMemo } from "react";
import { MiniBoard } from "../board/MiniBoard";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import { IDEAS } from "./exampleGame";

const names = ["stack", "run", "ground"] as const;

export function ThreeIdeas() {
  return (
    <section className="panel">
      <div className="heading-row">
        <h2>{messages.home.ideas.title}</h2>
        <Link to="/learn/start">{messages.home.ideas.start}</Link>
      </div>
      <ol className="plain ideas">
        {names.map((name) => (
          <li key={name}>
            <Idea name={name} />
            <h3>{messages.home.ideas[name].title}</h3>
            <p className="quiet">{messages.home.ideas[name].text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Idea({ name }: { name: (typeof names)[number] }) {
  const { position, highlight, arrow } = IDEAS[name];
  const state = useMemo(() => parsePosition(position), [position]);
  return (
    <MiniBoard
      state={state}
      label={messages.home.ideas[name].picture}
      highlight={[...highlight]}
      {...(arrow ? { arrows: [{ ...arrow, weight: 1, tone: "hint" }] } : {})}
    />
  );
}
