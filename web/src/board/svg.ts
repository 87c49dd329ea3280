// Creates SVG elements; lengths have at most two decimals.

export type Attributes = Record<string, string | number>;

const SVG = "http://www.w3.org/2000/svg";

export function formatLength(value: number): string {
  return String(+value.toFixed(2) || 0);
}

export function svgElement(
  name: string,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? formatLength(value) : value);
  }
  element.append(...children);
  return element;
}

/** The attribute that moves something drawn around the origin to a point. */
export function translateTo({ x, y }: { x: number; y: number }): Attributes {
  return { transform: `translate(${formatLength(x)} ${formatLength(y)})` };
}

/** The `d` attribute of a path, from commands and numbers. */
export function pathData(...parts: (string | number)[]): string {
  return parts.map((part) => (typeof part === "number" ? formatLength(part) : part)).join(" ");
}

/** A line of text centred on a point. */
export function centredText(
  text: string,
  x: number,
  y: number,
  size: number,
  attributes: Attributes,
): SVGElement {
  const words = document.createTextNode(text);
  return svgElement(
    "text",
    { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, ...attributes },
    words,
  );
}
