// The board's style sheet. The theme follows the page's colour scheme unless the attribute `theme`
// sets one.

import { look } from "./look";

const { light, dark } = look.themes;

type ThemeColour = "page" | "line" | "ink" | "quiet" | "highlight";

const colour = (name: ThemeColour): string => `light-dark(${light[name]},${dark[name]})`;
const translucent = (
  name: "shadow" | "glow" | "highlight",
  opacity: "shadowOpacity" | "glowOpacity" | "dotOpacity",
): string =>
  `light-dark(${[light, dark].map((theme) => withOpacity(theme[name], theme[opacity])).join()})`;
const withOpacity = (hex: string, opacity: number): string =>
  hex +
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0");

const tileTones = (kind: "tiles" | "hexTiles", prefix: string): string =>
  light[kind]
    .map((tone, index) => `.${prefix}${index}{fill:light-dark(${tone},${dark[kind][index]})}`)
    .join("");

/**
 * A page can set the seat colours: `--seat-1`, `--seat-1-edge`, `--seat-1-face` … on an ancestor.
 */
const seatColours = look.seats
  .flatMap(({ colour, edge, face }, index) =>
    Object.entries({ "": colour, "-edge": edge, "-face": face }).flatMap(([part, usual]) =>
      ["fill", "stroke", "stop-color"].map(
        (paint) => `[${paint}="${usual}"]{${paint}:var(--seat-${index + 1}${part},${usual})}`,
      ),
    ),
  )
  .join("");

const css = `
${seatColours}
:host{display:block;position:relative;color:${colour("ink")};font-family:${look.font};
--page:${colour("page")};--line:${colour("line")};--ink:${colour("ink")};--highlight:${colour("highlight")};
--focus:light-dark(#1b4596,#8fb4f7)}
:host([hidden]){display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
svg{display:block;width:100%;height:auto;max-height:var(--board-max-height,none);border-radius:${look.tile.pageCorner}px;
background:var(--page);touch-action:pan-x pan-y;user-select:none;-webkit-user-select:none;-webkit-tap-highlight-color:transparent;
font-variant-numeric:tabular-nums;forced-color-adjust:none}
svg.zoomed{touch-action:none;cursor:grab}
svg.dragging{cursor:grabbing}
svg>g{pointer-events:none}
svg>.tiles{pointer-events:auto;stroke:var(--line)}
.tiles path{outline:none}
.tiles .selectable{cursor:pointer}
.tiles .selectable:hover{stroke:var(--highlight)}
${tileTones("tiles", "square")}${tileTones("hexTiles", "hex")}
.quiet{fill:${colour("quiet")}}
.ink{fill:var(--ink)}
.plate{fill:var(--page)}
.notice{stroke:var(--highlight)}
.shadow{fill:${translucent("shadow", "shadowOpacity")}}
.edge{fill:none;stroke:var(--highlight)}
.dot{fill:${translucent("highlight", "dotOpacity")};opacity:var(--dot-strength,1)}
.glow{fill:${translucent("glow", "glowOpacity")};stroke:var(--highlight)}
.route{fill:none;stroke:var(--highlight);stroke-opacity:${look.track.opacity};stroke-linecap:round;stroke-linejoin:round}
.arrow{fill:none;stroke:var(--highlight);stroke-linecap:round;stroke-linejoin:round}
path.focus{fill:none;stroke:var(--focus);stroke-width:3px;vector-effect:non-scaling-stroke}
.piece{transform-box:fill-box;transform-origin:center}
:host([coordinates=off]) .labels{display:none}
.zoom-controls{display:flex;justify-content:flex-end;gap:6px;padding:6px 0 0}
.zoom-controls.overlaid{position:absolute;right:8px;bottom:8px}
.zoom-controls[hidden]{display:none}
button,input{font:600 16px/1 inherit;font-family:inherit;color:var(--ink);background:var(--page);border:1px solid var(--line);border-radius:8px}
button{min-width:36px;height:36px;padding:0 10px;cursor:pointer}
button:disabled{opacity:.5;cursor:default}
:is(button,input):focus-visible{outline:3px solid var(--focus);outline-offset:1px}
form{position:absolute;left:12px;top:12px}
form[hidden]{display:none}
input{width:11em;height:40px;padding:0 12px;box-shadow:0 2px 12px #0004}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

let sheet: CSSStyleSheet | null = null;

/** One sheet for all boards of a page. */
export function boardStyleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
