// How the strongest player searches a state. Mirrors ringrift.players.search_plan.

import type { State } from "../rules/wire";
import {
  defaultMethod,
  LEARNED_SECONDS,
  learnedMethod,
  timedMethod,
  timedSettingsFor,
} from "./levelSettings";
import type { SearchSettings } from "./wasm";

/** A search method, the settings that differ from the kernel's, and the network of the setup. */
export interface SearchPlan {
  /** The kernel's number of the method. */
  method: number;
  settings: SearchSettings;
  network: Int32Array | null;
}

/** The plan of searches with a limit of nodes, which find the same everywhere. */
export function countedPlan({ board, players }: State): SearchPlan {
  return kernelPlan(defaultMethod(board.type, players.length));
}

/** A method with the kernel's own settings. */
export function kernelPlan(method: number): SearchPlan {
  return { method, settings: {}, network: null };
}

/** The strongest plan for a time limit. A network that cannot be fetched is left out. */
export async function strongestPlan(
  { board, players, edition }: State,
  seconds: number,
): Promise<SearchPlan> {
  const { type } = board;
  const network = await import("./network").then(
    ({ loadNetwork }) => loadNetwork(type, players.length, edition),
    () => null,
  );
  const method = timedMethod(type, players.length);
  const settings = timedSettingsFor(type, players.length);
  // A network serves the method that won matches with it.
  const learned = learnedMethod(type, players.length);
  return network && (seconds >= LEARNED_SECONDS || learned === method)
    ? { method: learned, settings, network }
    : { method, settings, network: null };
}

/** The same plan, for a search that uses its whole time unless a win is proved. */
export function withoutEarlyStop(plan: SearchPlan): SearchPlan {
  return { ...plan, settings: { ...plan.settings, early_stop: 0 } };
}
