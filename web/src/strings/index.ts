// What the page says, in the language that was chosen; English first. A language is one folder with the same files.
// Areas are exports and no object, so that a place brings the words of its own areas and no others.

export * as words from "./en";
