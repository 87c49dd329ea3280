// The legend of the board's marks and the keyboard shortcuts.

import { messages } from "../messages";

export function BoardHelp() {
  const { legend, keys, legendTitle, keysTitle } = messages.play.help;
  return (
    <div className="board-help">
      <h3>{legendTitle}</h3>
      <dl className="legend">
        {(Object.keys(legend) as (keyof typeof legend)[]).map((mark) => (
          <div key={mark}>
            <dt>
              <LegendMark mark={mark} />
            </dt>
            <dd>{legend[mark]}</dd>
          </div>
        ))}
      </dl>
      <h3>{keysTitle}</h3>
      <dl className="shortcuts">
        {Object.values(keys).map(({ key, action }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type Mark = keyof typeof messages.play.help.legend;

/** The marks as on the board, in a box of 24 by 24. */
function LegendMark({ mark }: { mark: Mark }) {
  return (
    <svg
      className="legend-mark"
      data-mark={mark}
      viewBox="0 0 24 24"
      width="28"
      height="28"
      aria-hidden="true"
    >
      <path d={LEGEND_PATHS[mark]} />
    </svg>
  );
}

const LEGEND_PATHS: Record<Mark, string> = {
  actor: "M2 12a10 7 0 1 0 20 0 10 7 0 1 0-20 0",
  target: "M8.5 12a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0",
  marker: "M5 12a7 5.5 0 1 0 14 0 7 5.5 0 1 0-14 0M16 4h6",
  capture: "M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5",
  landing: "M12 5l7 7-7 7-7-7z",
  trail: "M3 12h16M14 7l5 5-5 5",
};
