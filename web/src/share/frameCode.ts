// The HTML that shows a game or a position of this site in another page.

export const EMBED_THEMES = ["auto", "slate", "walnut", "paper", "contrast"] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** What is embedded: the latest position of a game or one of its turns, or a position. */
export type Embedded = { game: string; turn?: number } | { position: string };

/** A game has its players above the board and the controls below it. */
const EXTRA_HEIGHT = { game: 150, position: 45 };
const FRAME_WIDTHS = { small: 320, medium: 480, large: 640 };
export type FrameSize = keyof typeof FRAME_WIDTHS;
export const FRAME_SIZES = Object.keys(FRAME_WIDTHS) as FrameSize[];

/** The HTML of the frame. */
export function frameCode(
  embedded: Embedded,
  { theme, size, title }: { theme: EmbedTheme; size: FrameSize; title: string },
  origin: string = window.location.origin,
): string {
  const url = new URL(
    "game" in embedded ? `/embed/game/${encodeURIComponent(embedded.game)}` : "/embed/position",
    origin,
  );
  if ("position" in embedded) url.searchParams.set("position", embedded.position);
  else if (embedded.turn !== undefined) url.searchParams.set("turn", String(embedded.turn));
  if (theme !== "auto") url.searchParams.set("theme", theme);
  const width = FRAME_WIDTHS[size];
  const attributes = {
    src: url.href,
    width: String(width),
    height: String(width + EXTRA_HEIGHT["game" in embedded ? "game" : "position"]),
    title,
    loading: "lazy",
    style: "border:0;max-width:100%",
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeHtml(value)}"`,
  );
  return `<iframe ${written.join(" ")} allowfullscreen></iframe>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
