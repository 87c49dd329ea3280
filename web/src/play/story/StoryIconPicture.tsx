// Small pictures of the story's events.

import type { StoryIcon } from "./words";

/** Strokes in a box of 16 by 16. */
const PATHS: Record<StoryIcon, string> = {
  place:
    "M8 1.5v7M5.5 6 8 8.5 10.5 6M2.5 11c0-1.4 2.5-2.3 5.5-2.3s5.5.9 5.5 2.3-2.5 2.6-5.5 2.6S2.5 12.4 2.5 11z",
  move: "M2 8h11.5M10 4.5 13.5 8 10 11.5",
  capture:
    "M3 5c0-1.4 2.2-2.4 5-2.4s5 1 5 2.4-2.2 2.4-5 2.4S3 6.4 3 5zM8 7.4v6.4M5.5 11.3 8 13.8l2.5-2.5",
  turn: "M13 6.5A5.3 5.3 0 0 0 3.6 5M3 9.5a5.3 5.3 0 0 0 9.4 1.5M13.2 2.8v3.7H9.6M2.8 13.2V9.5h3.6",
  territory: "M2.5 3.5h11v9h-11zM2.5 7.5 6.5 3.5M2.5 11.5l8-8M6 12.5l7.5-7.5M10 12.5l3.5-3.5",
  eliminate:
    "M2.5 6c0-1.4 2.5-2.5 5.5-2.5s5.5 1.1 5.5 2.5-2.5 2.5-5.5 2.5S2.5 7.4 2.5 6zM5 11.2l6 3M11 11.2l-6 3",
  line: "M1.8 5.5h12.4a0 0 0 0 1 0 0v5a0 0 0 0 1 0 0H1.8zM4 8h.01M6.7 8h.01M9.4 8h.01M12 8h.01",
  region: "M3 3h6v3.5h4V13H3zM3 8l5-5M3 12l6-5.5M6 13l6.5-6",
  recover: "M3 11.5 8 6.5l5 5M3 7.5l5-5 5 5",
  skip: "M3 8h10",
  swap: "M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13",
  alone: "M8 2.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM3.5 13.5c.5-3 2.2-4.5 4.5-4.5s4 1.5 4.5 4.5",
  end: "M4 14V2.5h8l-2 3 2 3H4",
};

export function StoryIconPicture({ icon }: { icon: StoryIcon }) {
  return (
    <svg
      className="story-icon"
      data-icon={icon}
      viewBox="0 0 16 16"
      width="17"
      height="17"
      aria-hidden="true"
    >
      <path d={PATHS[icon]} />
    </svg>
  );
}
