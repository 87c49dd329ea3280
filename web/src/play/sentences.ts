// Case and full stop of short texts.

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `the cell is taken` → `The cell is taken.` */
export function asSentence(text: string): string {
  return `${capitalise(text)}${text.endsWith(".") ? "" : "."}`;
}
