// Everything people read on the page, by area. The areas are exports of a module rather than fields
// of an object: a page loads only the areas it uses. Write `messages.play`: the build takes
// `const { play } = messages` for a use of all areas.

export * as messages from "./areas";
