// Sound effects, synthesised in the browser.

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
  /** Seconds after the start of the sound. */
  at: number;
  duration: number;
  gain: number;
}

const tone = (hertz: number, at: number, duration: number, gain = 0.16): Tone => ({
  hertz,
  at,
  duration,
  gain,
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

/** Plays a sound unless muted. Browsers allow sound only after a first user gesture. */
export function playSound(sound: Sound): void {
  if (!settings.get().sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const each of tones[sound]) playTone(context, each);
}

function playTone(audio: AudioContext, { hertz, at, duration, gain }: Tone): void {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = "triangle";
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(gain, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + duration);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + duration + 0.02);
}
