// Short tones made in the browser: a move, a capture, the end, a warning. Nothing is fetched; a setting mutes them.

import { settings } from "./settings";

export type Sound =
  | "place"
  | "move"
  | "capture"
  | "collapse"
  | "eliminate"
  | "refused"
  | "end"
  | "warning"
  | "begin";

interface Tone {
  hertz: number;
  /** Seconds after the beginning. */
  at: number;
  lasts: number;
  loud: number;
}

const tone = (hertz: number, at: number, lasts: number, loud = 0.16): Tone => ({
  hertz,
  at,
  lasts,
  loud,
});

const tones: Record<Sound, Tone[]> = {
  place: [tone(330, 0, 0.08)],
  move: [tone(392, 0, 0.09)],
  capture: [tone(294, 0, 0.08), tone(220, 0.06, 0.14)],
  collapse: [tone(523, 0, 0.1, 0.12), tone(659, 0.07, 0.1, 0.12), tone(784, 0.14, 0.18, 0.12)],
  eliminate: [tone(247, 0, 0.1), tone(185, 0.09, 0.2)],
  refused: [tone(160, 0, 0.12, 0.1)],
  begin: [tone(440, 0, 0.12), tone(587, 0.12, 0.2)],
  end: [tone(523, 0, 0.16), tone(659, 0.15, 0.16), tone(784, 0.3, 0.36)],
  warning: [tone(880, 0, 0.1), tone(880, 0.16, 0.1)],
};

let context: AudioContext | null = null;

/** Plays a sound, unless it is muted or the browser does not allow any before somebody has touched the page. */
export function playSound(sound: Sound): void {
  if (!settings.get().sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const each of tones[sound]) strike(context, each);
}

function strike(audio: AudioContext, { hertz, at, lasts, loud }: Tone): void {
  const begin = audio.currentTime + at;
  const source = audio.createOscillator();
  const level = audio.createGain();
  source.type = "triangle";
  source.frequency.value = hertz;
  level.gain.setValueAtTime(0.0001, begin);
  level.gain.exponentialRampToValueAtTime(loud, begin + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  source.connect(level).connect(audio.destination);
  source.start(begin);
  source.stop(begin + lasts + 0.02);
}
