// What a picture consists of, to compare the board with the Python picture.

/** Name or kind, and place. */
export type Shape = string;

export interface Drawing {
  /** Rings, sides, shadows and markers, in drawing order. */
  pieces: Shape[];
  /** Outlines of territories. */
  land: Shape[];
  /** Badges, counts and labels. */
  texts: Shape[];
  /** Marks and trails: colour and geometry. */
  lines: Shape[];
}

type Theme = { target: string; capture: string; trail: string };

const TONES: Record<string, string> = { target: "target", capture: "capture", trail: "trail" };

/** The Python picture in a theme. */
export function drawingOf(svg: string, theme: Theme): Drawing {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
  const { target, capture, trail } = theme;
  const tones: Record<string, string> = {
    [target]: "target",
    [capture]: "capture",
    [trail]: "trail",
  };
  return drawing(picture, (shape) => tones[shape.getAttribute("stroke") ?? ""] ?? "");
}

export function drawingOn(root: ShadowRoot): Drawing {
  const board = root.querySelector("svg:not(.backdrop)") as SVGElement;
  return drawing(board, (shape) => TONES[shape.getAttribute("class")?.split("-")[0] ?? ""] ?? "");
}

/** A closed path may start anywhere. */
function pointsOf(d: string): string {
  return (d.match(/-?[\d.]+ -?[\d.]+(?= [LAZM])/g) ?? []).toSorted().join(" ");
}

function drawing(picture: ParentNode, toneOf: (shape: Element) => string): Drawing {
  const all = (selector: string): Element[] =>
    [...picture.querySelectorAll(selector)].filter((one) => !one.closest("defs, .focus"));
  return {
    pieces: all("use")
      .filter((use) => /(ring|side|shadow|coin)\d$/.test(use.getAttribute("href") ?? ""))
      .map((use) => {
        const name = /(ring|side|shadow|coin)\d$/.exec(use.getAttribute("href") ?? "")?.[0];
        return `${name} ${use.getAttribute("x")} ${use.getAttribute("y")}`;
      }),
    land: all('path[fill*="land"][stroke]').map((path) => pointsOf(path.getAttribute("d") ?? "")),
    texts: all("text")
      .map((text) => text.textContent ?? "")
      .filter((text) => text !== "taken"),
    lines: all("path, ellipse").flatMap((shape) => {
      const tone = toneOf(shape);
      const geometry = ["cx", "cy", "rx", "ry", "d"].flatMap(
        (name) => shape.getAttribute(name) ?? [],
      );
      return tone ? [[tone, ...(geometry.join(" ").match(/-?[\d.]+/g) ?? [])].join(" ")] : [];
    }),
  };
}
