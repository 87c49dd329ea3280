// The shapes of a picture, to compare the board with the Python picture.

/** Type, size and place, and its paint if it depends on the seat. */
export type Shape = string;

export interface Drawing {
  /** In drawing order. */
  shapes: Shape[];
  /** Tiles and outlines of cells with their places. */
  outlines: Shape[];
}

const SHAPES = "path,ellipse,circle,text,rect";
const GEOMETRY = ["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "font-size"];
const SEAT_PAINT = /^#[0-9a-f]{6}$/i;

/** The Python picture draws outlines by `use`. */
export function drawingOf(svg: string, themeColours: Set<string>): Drawing {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
  const outlines = [...picture.querySelectorAll("use")].map((use) => {
    const kind = use.getAttribute("href")?.endsWith("inner") ? "inner" : "tile";
    return `${kind} ${use.getAttribute("x")} ${use.getAttribute("y")}`;
  });
  const shapes = [...picture.querySelectorAll(SHAPES)].filter(
    (shape) => !shape.closest("defs") && !isPage(shape),
  );
  return { shapes: shapes.map((shape) => shapeOf(shape, themeColours)), outlines };
}

/** On the board each tile and outline is a path. */
export function drawingOn(root: ShadowRoot): Drawing {
  const outlined = [...root.querySelectorAll(".tiles path, .glows path, .trail path[transform]")];
  const shapes = [...root.querySelectorAll(SHAPES)].filter(
    (shape) => !outlined.includes(shape) && !shape.closest("defs, .focus"),
  );
  const outlines = outlined.map(
    (shape) => `${shape.closest(".tiles") ? "tile" : "inner"} ${placeOf(shape)}`,
  );
  return { shapes: shapes.map((shape) => shapeOf(shape, new Set())), outlines };
}

function shapeOf(shape: Element, themeColours: Set<string>): Shape {
  const kind = shape.tagName === "text" ? `text ${shape.textContent}` : shape.tagName;
  const sizes = GEOMETRY.flatMap((name) => shape.getAttribute(name) ?? []);
  const way = shape.getAttribute("d")?.match(/[a-z]|-?[\d.]+/gi) ?? [];
  const place = placeOf(shape.closest("g[transform]") ?? shape);
  return [kind, ...sizes, ...way, paintOf(shape, themeColours), place].filter(Boolean).join(" ");
}

function paintOf(shape: Element, themeColours: Set<string>): string {
  const fill = shape.getAttribute("fill") ?? "";
  const [, kind, seat] = /#\w*?(side|land|s|t)(\d)\)$/.exec(fill) ?? [];
  if (kind) return `${{ s: "side", t: "land" }[kind] ?? kind} of ${seat}`;
  return SEAT_PAINT.test(fill) && !themeColours.has(fill) ? fill : "";
}

function placeOf(shape: Element): string {
  const [, x, y] = /translate\((\S+) (\S+)\)/.exec(shape.getAttribute("transform") ?? "") ?? [];
  return x === undefined ? "" : `${x} ${y}`;
}

/** The background; on the board it is the element itself. */
function isPage(shape: Element): boolean {
  return shape.tagName === "rect" && !shape.hasAttribute("stroke");
}
