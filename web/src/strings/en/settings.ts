export const settings = {
  title: "Settings",
  kept: "They are kept in this browser and hold at once.",
  theme: { label: "Theme", auto: "As the system", light: "Light", dark: "Dark" },
  colours: {
    label: "Colours of the seats",
    hint: "Clear: told apart by lightness too, for eyes that see colours otherwise.",
    usual: "Usual",
    clear: "Clear",
  },
  patterns: {
    label: "Patterns",
    hint: "Territory always has its owner's pattern. Strong: rings and markers show their seat without colour too.",
    plain: "Plain",
    strong: "Strong",
  },
  motion: { label: "Motion", auto: "As the system", on: "On", off: "Off" },
  sound: { label: "Sound", hint: "Short tones for moves, captures, the end and little time." },
  coordinates: { label: "Coordinates", hint: "Letters and numbers beside the board." },
  language: { label: "Language", en: "English" },
};
