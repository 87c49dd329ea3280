// Positions, games and scenarios in a URL fragment, which browsers never send to a server.

import { messages } from "../messages";

/** Length limit of a decompressed record, far above any real game. */
export const MAX_RECORD_LENGTH = 500_000;

/**
 * The fragment is `#position=…`, `#record=…` (compressed) or `#scenario=…`; `turn=…` names a turn of
 * the record, or of the game that the path names.
 */
export interface SharedGame {
  position?: string;
  record?: string;
  scenario?: string;
  turn?: number;
}

export async function encodeFragment(shared: SharedGame): Promise<string> {
  const { position, record, scenario, turn } = shared;
  const params = new URLSearchParams();
  if (position !== undefined) params.set("position", position);
  if (record !== undefined) params.set("record", await compress(record));
  if (scenario !== undefined) params.set("scenario", scenario);
  if (turn !== undefined) params.set("turn", String(turn));
  return params.toString();
}

/** Accepts a record compressed or as text. Throws a `RangeError` when corrupt or too long. */
export async function decodeFragment(fragment: string): Promise<SharedGame> {
  const params = new URLSearchParams(fragment);
  const shared: SharedGame = {};
  const [position, record, scenario] = ["position", "record", "scenario"].map((name) =>
    params.get(name),
  );
  if (position) shared.position = position;
  if (record && record.length > MAX_RECORD_LENGTH) throw recordTooLong();
  if (record) shared.record = record.startsWith("[") ? record : await decompress(record);
  if (scenario) shared.scenario = scenario;
  const turn = turnInFragment(fragment);
  if (turn !== null) shared.turn = turn;
  return shared;
}

/** The turn that a fragment names; null without one. */
export function turnInFragment(fragment: string): number | null {
  const turn = new URLSearchParams(fragment).get("turn") ?? "";
  return /^[1-9][0-9]{0,5}$/.test(turn) ? Number(turn) : null;
}

async function compress(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function decompress(text: string): Promise<string> {
  let found = "";
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const reader = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    // A few bytes can decompress to gigabytes, so stop at the limit.
    for (
      let part = await reader.read();
      !part.done && found.length <= MAX_RECORD_LENGTH;
      part = await reader.read()
    )
      found += part.value;
    await reader.cancel();
  } catch (error) {
    throw new RangeError(messages.play.linkBroken, { cause: error });
  }
  if (found.length > MAX_RECORD_LENGTH) throw recordTooLong();
  return found;
}

function recordTooLong(): RangeError {
  return new RangeError(messages.play.linkTooLong({ max: MAX_RECORD_LENGTH }));
}
