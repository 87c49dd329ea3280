export const rulebook = {
  title: "Rulebook",
  lead: "How to play, with boards that can be tried; below it the exact rules. Every rule has its number.",
  toLessons: "Rather learn by playing?",
  search: "Search the rules",
  searchHint: "Words, or a rule number such as R091",
  found: (n: number) => (n === 0 ? "Nothing was found." : n === 1 ? "1 passage" : `${n} passages`),
  exactBadge: "exact",
  contents: "Contents",
  tryIt: "Try it in the sandbox",
  before: "Show before",
  play: (left: number) => (left === 1 ? "Play the move" : "Play the next move"),
};
