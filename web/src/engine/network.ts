// The networks of the package. This module and each network are fetched when the first tree search
// of a setup needs them.

import type { BoardName, Edition } from "../rules/wire";

interface NetworkFile {
  format: string;
  numbers: string;
}

const FORMAT = "ringrift-network-2";
/** A search does not wait longer; the network then serves a later one. */
const PATIENCE_MS = 3_000;
const files = import.meta.glob<NetworkFile>("@package/players/networks/*.json", {
  import: "default",
});
const loaded = new Map<string, Promise<Int32Array>>();

/** The numbers of a setup's network; null if it has none, or if it cannot be fetched now. */
export async function loadNetwork(
  board: BoardName,
  players: number,
  edition: Edition,
): Promise<Int32Array | null> {
  const name = `${board}-${players}-${edition}.json`;
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (load === undefined) return null;
  let network = loaded.get(name);
  if (network === undefined) {
    network = load().then(readNetwork);
    loaded.set(name, network);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([network, late]);
  } catch (error) {
    console.warn(`The search does without its network (${error}).`);
    loaded.delete(name); // the next search tries again
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The numbers of a file: 32-bit integers in base64. The kernel checks them. */
function readNetwork({ format, numbers }: NetworkFile): Int32Array {
  if (format !== FORMAT) throw new Error(`the network has the format ${format}, not ${FORMAT}`);
  const bytes = Uint8Array.from(atob(numbers), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => view.getInt32(4 * at, true));
}
