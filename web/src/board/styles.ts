// The board's style sheet. Symbols are styled by inherited variables: a selector with ancestors does
// not match inside a `use`. Without the attribute `theme`, or with `auto`, the system's preferences
// choose: Contrast for more contrast, Slate in dark mode, else Paper.

import { CELL } from "./layout";
import { look, THEMES, type ThemeName } from "./look";
import themeColours from "./themeColours.json";

type Variables = Record<string, string>;

const declarations = (names: string, values: string): string => {
  const colours = values.split(" ");
  return names
    .split(" ")
    .map((name, index) => `--${name}:#${colours[index]}`)
    .join(";");
};

const themeRules = (selector: (rest: string) => string, name: ThemeName): string => {
  const { names, clearNames, themes } = themeColours;
  const { usual, clear } = themes[name];
  return `${selector("")}{${declarations(names, usual)}}${selector("[colours=clear]")}{${declarations(clearNames, clear)}}`;
};

const NO_THEME = ":not([theme=slate],[theme=walnut],[theme=paper],[theme=contrast])";
const fallback = (rest: string): string => `:host(${NO_THEME}${rest})`;

const themes = [
  themeRules(fallback, "paper"),
  `@media (prefers-color-scheme:dark){${themeRules(fallback, "slate")}}`,
  `@media (prefers-contrast:more){${themeRules(fallback, "contrast")}}`,
  ...THEMES.map((name) => themeRules((rest) => `:host([theme=${name}]${rest})`, name)),
].join("");

const { ring, marker, detail } = look;
const scale = (wide: number, plain: number): string => (wide / plain).toFixed(4);

const css = `
${themes}
:host{display:block;direction:ltr;position:relative;font-family:var(--board-font,${look.font})}
:host([hidden]){display:none}
svg{--badge-r:${look.badge.r * CELL}px;--badge-text:${look.badge.r * look.badge.text * CELL}px;--label-size:${look.label.text * CELL}px;display:block;width:100%;height:auto;max-height:var(--board-max-height,none);
touch-action:pan-x pan-y;user-select:none;will-change:transform;-webkit-user-select:none;-webkit-tap-highlight-color:transparent;
font-variant-numeric:tabular-nums;forced-color-adjust:none;position:relative}
svg.backdrop{position:absolute;inset:0 0 auto;pointer-events:none;overflow:visible}
svg.backdrop.zoomed{overflow:hidden}
.slab-shadow{fill:var(--shadow);fill-opacity:.14;stroke:var(--shadow);stroke-opacity:.14}
svg.zoomed{cursor:grab;touch-action:none}
svg.dragging{cursor:grabbing}
svg>g{pointer-events:none}
svg>.tiles{pointer-events:auto}
.tiles path{fill:none;pointer-events:fill;outline:none}
.tiles .selectable{cursor:pointer}
.slab{fill:var(--frame)}
.slab-edge{fill:none;stroke:var(--frame-lit)}
.well{fill:var(--cell-line)}
.tone0{fill:var(--cell-a)}.tone1{fill:var(--cell-b)}.tone2{fill:var(--cell-c)}
.bevel{fill:none;stroke:var(--light);stroke-width:1.6}
.grain,.grain-lit{fill:none;stroke:var(--grain);stroke-width:1.6;display:none}
.grain-lit{stroke:var(--grain-lit)}
:host([theme=walnut]) :is(.grain,.grain-lit){display:inline}
.labels text{fill:var(--coordinates);font-weight:700;font-size:var(--label-size)}
:host([coordinates=off]) .labels{display:none}
svg.medium,svg.coarse{--relief:none;--hole:${scale(ring.wideHole, ring.hole)};--coin:${scale(marker.wideRx, marker.rx)},${scale(marker.wideRy, marker.ry)}}
svg.coarse{--glossy:none}
.relief{display:var(--relief,inline)}
.gloss{display:var(--glossy,inline)}
.hole{transform:scale(var(--hole,1))}
.coin{transform:scale(var(--coin,1))}
.badge{fill:var(--plate);r:var(--badge-r)}
.badge-text{fill:var(--plate-ink);font-weight:700;font-size:var(--badge-text)}
.badge-text.wide{font-size:calc(var(--badge-text)*${(look.badge.wideText / look.badge.text).toFixed(3)})}
.plate{fill:var(--plate)}
.plate-ink{fill:var(--plate-ink)}
.plate-danger{fill:var(--plate-danger)}
.callout{stroke:var(--coordinates);stroke-linejoin:round}
.pill,.tag-body{transform:scale(var(--text-scale,1))}
.halo-line,.target-line,.capture-line,.trail-line,.danger-line,.better-line,.green-line,.red-line,.blue-line,.yellow-line{fill:none;stroke-linecap:butt;stroke-linejoin:round}
.halo-line{stroke:var(--halo)}
.target-line{stroke:var(--target)}
.capture-line{stroke:var(--capture)}
.trail-line{stroke:var(--trail)}
.danger-line{stroke:var(--board-danger)}
.better-line,.green-line{stroke:var(--seat-3)}
.red-line{stroke:var(--seat-2)}
.blue-line{stroke:var(--seat-1)}
.yellow-line{stroke:var(--seat-4)}
.dot,.diamond{stroke:var(--halo);stroke-width:${2 * look.target.halo * CELL};paint-order:stroke;stroke-linejoin:round}
.dot{fill:var(--target)}
.diamond{fill:var(--capture)}
.chosen-ground{fill:var(--light)}
.highlight-ground{fill:var(--target);fill-opacity:.22}
.line-ground{fill:var(--target);fill-opacity:.16}
.tag rect{fill:var(--halo)}
.target-tag rect{stroke:var(--target)}.target-tag text{fill:var(--target)}
.danger-tag rect{stroke:var(--board-danger)}.danger-tag text{fill:var(--board-danger)}
.trail-tag rect{stroke:var(--trail)}.trail-tag text{fill:var(--trail)}
.focus path{fill:none;stroke:var(--target);stroke-width:3px;vector-effect:non-scaling-stroke}
.focus{filter:drop-shadow(0 0 1px var(--halo)) drop-shadow(0 0 1px var(--halo))}
.piece{transform-box:fill-box;transform-origin:center}
.dimmed{opacity:.4}
.lifted{translate:0 ${-look.chosen.lift * CELL}px}
.lifted .shadow{translate:0 ${look.chosen.lift * CELL}px}
.zoom-controls{display:flex;justify-content:flex-end;gap:6px;padding:6px 0 0}
.zoom-controls.overlaid{position:absolute;right:8px;bottom:8px}
.zoom-controls[hidden]{display:none}
button,input{font:600 16px/1 inherit;font-family:inherit;color:var(--plate-ink);background:var(--plate);border:1px solid var(--coordinates);border-radius:8px}
button{min-width:36px;height:36px;padding:0 10px;cursor:pointer}
button:disabled{opacity:.5;cursor:default}
:is(button,input):focus-visible{outline:3px solid var(--target);outline-offset:1px}
form{position:absolute;left:12px;top:12px}
form[hidden]{display:none}
input{width:11em;height:40px;padding:0 12px;box-shadow:0 2px 12px #0004}
.lens{position:absolute;z-index:2;width:132px;height:132px;border-radius:50%;overflow:hidden;pointer-events:none;border:3px solid var(--target);box-shadow:0 6px 20px #0008,0 0 0 2px var(--halo);background:var(--frame)}
.lens[hidden]{display:none}
.lens svg{width:132px;height:132px;max-height:none}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** The detail that fits cells of this size on the screen. */
export function detailFor(pixels: number): "fine" | "medium" | "coarse" {
  if (pixels >= detail.fine) return "fine";
  return pixels >= detail.medium ? "medium" : "coarse";
}

/** The sizes that have a least size in pixels, as CSS variables, and the scale of labels. */
export function textSizes(pixels: number): { variables: Variables; textScale: number } {
  const units = CELL / pixels; // units per pixel
  const radius = Math.max(look.badge.r * CELL, look.badge.leastPixels * units);
  const label = Math.max(look.label.text * CELL, look.label.leastPixels * units);
  const tag = look.tag.text * CELL;
  const textScale = Math.max(1, (look.tag.leastPixels * units) / tag);
  return {
    textScale,
    variables: {
      "--badge-r": `${radius.toFixed(2)}px`,
      "--badge-text": `${(radius * look.badge.text).toFixed(2)}px`,
      "--label-size": `${Math.min(label, 44).toFixed(2)}px`,
      "--text-scale": textScale.toFixed(3),
    },
  };
}

let sheet: CSSStyleSheet | null = null;

/** One sheet for all boards of a page. */
export function boardStyleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
