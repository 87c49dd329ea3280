// Positions for the home page: a game to look at where nobody has played yet, and the three ideas.

/** Turn 14 of a game between three computers. */
export const EXAMPLE_POSITION =
  "hex8 standard (bb)2b(caac)/1(c)c2C/3c1AA/3a1AAA/(aaab)2Ba(bbba)ACA/2B2CAA/1B4A/2b2b/a3(b) 2 ring_placement 14 h 9,8,11 7,1,2 13,14,12 -,-,- 1/1/-/- off *";

const idea = (cells: string) =>
  `square8 standard ${cells} 1 ring_placement 9 h 14,15 0,0 8,7 -,- -/-/-/- off *`;

export const IDEAS = {
  stack: { position: idea("1a6/1a6/1(aa)6/1a6/7b/7b/5(bb)2/8"), highlight: ["1,2"], arrow: null },
  run: {
    position: idea("1a6/1a6/1a4(aa)1/1a6/7b/7b/5(bb)2/8"),
    highlight: [],
    arrow: { from: "1,2", to: "6,2" },
  },
  ground: {
    position: idea("1A6/1A6/1A4(a)1/1A6/7b/7b/5(bb)2/8"),
    highlight: ["1,0", "1,1", "1,2", "1,3"],
    arrow: null,
  },
} as const;
