export const home = {
  headline: "Rings, lines and territory",
  tagline:
    "Stacks of rings run in straight lines and leave markers behind. Markers become lines, lines become territory, and the board grows small. No luck, no secrets, two to four players.",
  picture: "A board in the middle of a game, with stacks, markers and territory of four players",
  now: {
    title: "Against the computer",
    level: "Opponent",
    levelOption: (level: number, hint: string) => `Level ${level}, ${hint}`,
    board: "Board",
    button: "Play now",
    note: "No account needed. You are blue and begin.",
  },
  ways: {
    friend: {
      title: "With a friend",
      text: "Make a game and send its link.",
      button: "Get a link",
    },
    quick: { title: "Quick match", text: "Meet somebody of about your strength." },
    learn: {
      title: "Learn",
      text: "Every rule as a small task on the board.",
      button: "Learn the game",
    },
    sandbox: {
      title: "Sandbox",
      text: "All seats on one screen; try anything out.",
      button: "Open the sandbox",
    },
  },
  watch: "Being played now",
  all: "All games and the lobby",
  replay: "Replay a game from its record",
  yours: "Your games",
};
