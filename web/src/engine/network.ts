// The networks of the package. This module and each network are fetched when the first timed search
// of a setup needs them.

import type { BoardName, Edition } from "../rules/wire";

interface NetworkFile {
  format: string;
  numbers: string;
}

const FORMAT = "ringrift-network-2";
/** The first search of a setup waits so long; the network then serves a later one. */
const PATIENCE_MS = 3_000;
const files = import.meta.glob<NetworkFile>("@package/players/networks/*.json", {
  import: "default",
});
/** What is fetched or being fetched. A failure is null. */
const loads = new Map<string, Promise<Int32Array | null>>();
/** The setups whose searches do not wait again. */
const late = new Set<string>();

/** The numbers of a setup's network; null if it has none, or if it cannot be fetched now. */
export async function loadNetwork(
  board: BoardName,
  players: number,
  edition: Edition,
): Promise<Int32Array | null> {
  const name = `${board}-${players}-${edition}.json`;
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1];
  return load ? loadPatiently(name, load) : null;
}

/** The network of a name; null if `load` fails or takes too long. */
export async function loadPatiently(
  name: string,
  load: () => Promise<NetworkFile>,
): Promise<Int32Array | null> {
  let network = loads.get(name);
  if (network === undefined) {
    network = load()
      .then(readNetwork)
      .catch((error: unknown) => {
        console.warn(`The search does without its network (${error}).`);
        loads.delete(name); // the next search tries again
        return null;
      });
    loads.set(name, network);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(
      () => {
        late.add(name);
        resolve(null);
      },
      late.has(name) ? 0 : PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([network, limit]);
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
