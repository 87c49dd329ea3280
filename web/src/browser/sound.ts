// Sound effects, synthesised in the browser: each is a few layers of tone and filtered noise with
// envelopes, like pieces of wood and glass on a table.

import { settings } from "./settings";

export type Sound =
  | "place"
  | "move"
  | "capture"
  | "flip"
  | "line"
  | "region"
  | "eliminate"
  | "turn"
  | "win"
  | "loss"
  | "end"
  | "refused"
  | "warning"
  | "begin";

interface Envelope {
  /** Seconds after the start of the sound. */
  at: number;
  attack: number;
  decay: number;
  gain: number;
}

/** An oscillator; its pitch may glide. */
export interface ToneLayer extends Envelope {
  kind: "tone";
  wave: OscillatorType;
  hertz: number;
  glideTo?: number;
}

/** Noise through a filter; the filter's frequency may sweep. */
export interface NoiseLayer extends Envelope {
  kind: "noise";
  filter: BiquadFilterType;
  hertz: number;
  sweepTo?: number;
  q: number;
}

export type SoundLayer = ToneLayer | NoiseLayer;

const tone = (
  hertz: number,
  at: number,
  decay: number,
  gain: number,
  more: Partial<ToneLayer> = {},
): SoundLayer => ({ kind: "tone", wave: "sine", attack: 0.003, hertz, at, decay, gain, ...more });

const noise = (
  hertz: number,
  at: number,
  decay: number,
  gain: number,
  more: Partial<NoiseLayer> = {},
): SoundLayer => ({
  kind: "noise",
  filter: "bandpass",
  q: 1,
  attack: 0.002,
  hertz,
  at,
  decay,
  gain,
  ...more,
});

/** A piece set down on wood: a click, its body and a low knock. */
const knock = (at: number, weight = 1): SoundLayer[] => [
  noise(2100, at, 0.035, 0.3 * weight, { q: 1.4 }),
  tone(520 / (0.7 + 0.3 * weight), at, 0.07, 0.14 * weight, { wave: "triangle" }),
  tone(190, at, 0.13, 0.26 * weight, { glideTo: 120 }),
];

/** A piece that slides over wood. */
const slide = (at: number, duration: number): SoundLayer[] => [
  noise(700, at, duration, 0.1, { attack: duration * 0.4, sweepTo: 1500, q: 0.8 }),
  noise(240, at, duration, 0.12, { attack: duration * 0.3, filter: "lowpass", q: 0.5 }),
];

/** A struck bar: the note, its fourth harmonic and the mallet. */
const bar = (hertz: number, at: number, gain = 0.2, decay = 0.5): SoundLayer[] => [
  tone(hertz, at, decay, gain),
  tone(hertz * 3.93, at, decay * 0.25, gain * 0.28),
  noise(2600, at, 0.02, gain * 0.5, { q: 0.8 }),
];

const notes = (pitches: number[], gap: number, gain?: number, decay?: number): SoundLayer[] =>
  pitches.flatMap((hertz, index) => bar(hertz, index * gap, gain, decay));

const SHIMMER: SoundLayer[] = [
  ...notes([523, 587, 659, 784, 880], 0.055, 0.13, 0.32),
  noise(5200, 0.02, 0.4, 0.05, { attack: 0.2, filter: "highpass", q: 0.4 }),
];

const layers: Record<Sound, SoundLayer[]> = {
  place: knock(0),
  move: [...slide(0, 0.2), ...knock(0.23, 0.8)],
  capture: [
    ...slide(0, 0.14),
    tone(280, 0.14, 0.14, 0.1, { glideTo: 460, attack: 0.02 }),
    ...knock(0.28, 0.7),
    ...knock(0.41, 1.2),
  ],
  flip: [0, 0.05, 0.1].flatMap((at, index) => [
    noise(3000 + 500 * index, at, 0.03, 0.16, { q: 3 }),
    tone(980 + 160 * index, at, 0.05, 0.07, { wave: "triangle" }),
  ]),
  line: SHIMMER,
  region: [
    noise(160, 0, 0.75, 0.4, { attack: 0.25, filter: "lowpass", sweepTo: 90, q: 0.6 }),
    ...[262, 330, 392].map((hertz) => tone(hertz, 0.18, 0.8, 0.09, { attack: 0.16 })),
    ...bar(523, 0.42, 0.16, 0.7),
    ...knock(0.5, 1.3),
  ],
  eliminate: [
    noise(600, 0, 0.3, 0.12, { attack: 0.16, sweepTo: 2800, q: 1.6 }),
    tone(420, 0, 0.28, 0.06, { glideTo: 1100, attack: 0.1 }),
    ...bar(1175, 0.36, 0.13, 0.35),
  ],
  turn: [...bar(587, 0.42, 0.16, 0.4), ...bar(784, 0.53, 0.16, 0.4)], // after the move
  win: [
    ...notes([523, 659, 784, 1047], 0.12, 0.2, 0.8),
    ...[523, 659, 784].map((hertz) => tone(hertz, 0.46, 1.1, 0.07, { attack: 0.12 })),
    noise(6000, 0.46, 0.7, 0.03, { attack: 0.2, filter: "highpass", q: 0.3 }),
  ],
  loss: [
    ...notes([523, 466, 392, 311], 0.16, 0.15, 0.6),
    tone(156, 0.48, 0.9, 0.12, { attack: 0.06 }),
  ],
  end: notes([392, 523, 659], 0.14, 0.17, 0.7),
  refused: [
    tone(150, 0, 0.14, 0.24, { glideTo: 92 }),
    noise(320, 0, 0.07, 0.2, { filter: "lowpass", q: 0.7 }),
  ],
  begin: [...knock(0, 0.7), ...bar(440, 0.1, 0.17, 0.4), ...bar(659, 0.22, 0.17, 0.5)],
  warning: [0, 0.17].flatMap((at) => [
    tone(1250, at, 0.06, 0.16, { wave: "triangle" }),
    noise(2500, at, 0.03, 0.14, { q: 4 }),
  ]),
};

/** The layers of a sound. */
export function layersOf(sound: Sound): readonly SoundLayer[] {
  return layers[sound];
}

let output: { audio: AudioContext; mix: AudioNode; noise: AudioBuffer } | null = null;

/** Plays a sound unless muted. Browsers allow sound only after a first user gesture. */
export function playSound(sound: Sound): void {
  if (!settings.get().sound || !navigator.userActivation?.hasBeenActive) return;
  output ??= createOutput();
  void output.audio.resume();
  for (const layer of layers[sound]) playLayer(output, layer);
}

function createOutput(): NonNullable<typeof output> {
  const audio = new AudioContext();
  const mix = audio.createDynamicsCompressor(); // several sounds at once do not clip
  mix.connect(audio.destination);
  const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return { audio, mix, noise };
}

function playLayer({ audio, mix, noise }: NonNullable<typeof output>, layer: SoundLayer): void {
  const start = audio.currentTime + layer.at;
  const end = start + layer.attack + layer.decay;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(layer.gain, start + layer.attack);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(mix);
  const source =
    layer.kind === "tone" ? toneSource(audio, layer, start, end) : noiseSource(audio, noise);
  if (layer.kind === "tone") source.connect(volume);
  else source.connect(noiseFilter(audio, layer, start, end)).connect(volume);
  source.start(start);
  source.stop(end + 0.02);
}

function noiseSource(audio: AudioContext, noise: AudioBuffer): AudioBufferSourceNode {
  const source = audio.createBufferSource();
  source.buffer = noise;
  return source;
}

function toneSource(
  audio: AudioContext,
  { wave, hertz, glideTo }: ToneLayer,
  start: number,
  end: number,
): OscillatorNode {
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(hertz, start);
  if (glideTo) source.frequency.exponentialRampToValueAtTime(glideTo, end);
  return source;
}

function noiseFilter(
  audio: AudioContext,
  { filter, hertz, sweepTo, q }: NoiseLayer,
  start: number,
  end: number,
): BiquadFilterNode {
  const node = audio.createBiquadFilter();
  node.type = filter;
  node.Q.value = q;
  node.frequency.setValueAtTime(hertz, start);
  if (sweepTo) node.frequency.exponentialRampToValueAtTime(sweepTo, end);
  return node;
}
