// What surrounds an embedded board: a heading above, controls and a link to the site below.

import type { CSSProperties, ReactNode } from "react";
import { messages } from "../messages";
import "./embed.css";

interface EmbedFrameProps {
  heading?: ReactNode;
  /** The path of the same game or position on the site. */
  path: string;
  size: number | null;
  controls?: ReactNode;
  children: ReactNode;
}

export function EmbedFrame({ heading, path, size, controls, children }: EmbedFrameProps) {
  const style = size === null ? {} : ({ "--embed-size": `${size}px` } as CSSProperties);
  return (
    <main className="embed" style={style}>
      {heading && <header className="embed-heading">{heading}</header>}
      <div className="embed-board">{children}</div>
      {controls}
      <footer className="embed-footer">
        <a href={path} target="_blank" rel="noopener" title={messages.embed.openNewTab}>
          {messages.embed.open}
        </a>
      </footer>
    </main>
  );
}
