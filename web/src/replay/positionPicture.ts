// The shown board as an SVG file of its own, with the style sheet of the board.

const SVG = "http://www.w3.org/2000/svg";
/** `:host(…)` with at most one level of parentheses inside, or `:host` alone. */
const HOST = /:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g;
const HOST_ATTRIBUTES = ["theme", "colours", "coordinates"];

/** Returns the picture of a board element as SVG text; null before the board is drawn. */
export function drawPicture(board: Element): string | null {
  const root = board.shadowRoot;
  const layers = [...(root?.querySelectorAll("svg") ?? [])].filter(
    (layer) => layer.parentNode === root || layer.closest("button") === null,
  );
  const main = layers.at(-1);
  if (!root || !main) return null;
  const { x, y, width, height } = main.viewBox.baseVal;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("xmlns", SVG);
  picture.setAttribute("class", "host");
  picture.setAttribute("viewBox", [x, y, width, height].join(" "));
  for (const name of HOST_ATTRIBUTES) {
    const value = board.getAttribute(name);
    if (value !== null) picture.setAttribute(name, value);
  }
  const style = document.createElementNS(SVG, "style");
  style.textContent = standaloneCss(root.adoptedStyleSheets);
  picture.append(style, ...layers.map((layer) => layer.cloneNode(true)));
  return new XMLSerializer().serializeToString(picture);
}

/** The rules of the sheets for a file in which the root element stands for the board. */
export function standaloneCss(sheets: readonly CSSStyleSheet[]): string {
  const rules = sheets.flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText));
  return rules.join("\n").replaceAll(HOST, (_, argument: string = "") => `svg.host${argument}`);
}
