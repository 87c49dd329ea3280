// Everything people read on the page, by area. The areas are exports of a module rather than fields
// of an object: a page loads only the areas it uses.

export * as messages from "./areas";
