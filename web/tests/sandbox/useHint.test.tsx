import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, expect, it } from "vitest";
import type { Engine, PositionView } from "../../src/engine/engine";
import { useHint } from "../../src/sandbox/useHint";
import { until } from "../reactAct";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());

function HintProbe(props: {
  engine: Engine;
  view: PositionView;
  onRender(hint: ReturnType<typeof useHint>): void;
}) {
  props.onRender(useHint(props.engine, props.view));
  return null;
}

it("a hint is the move of the strongest level, for which it thinks half a second", async () => {
  const view = await reference.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: false,
  });
  const move = await reference.parseMove(view.state, "@d4");
  const requests: unknown[][] = [];
  const engine = {
    chooseMove: async (_state: unknown, ...rest: unknown[]) => {
      requests.push(rest);
      return move;
    },
  } as unknown as Engine;
  let hint: ReturnType<typeof useHint> | null = null;
  const root = createRoot(document.createElement("div"));
  const onRender = (now: ReturnType<typeof useHint>) => {
    hint = now;
  };
  await act(async () => root.render(<HintProbe engine={engine} view={view} onRender={onRender} />));
  await act(async () => hint?.requestHint());
  await until(() => expect(hint?.arrows).toHaveLength(1));
  expect(requests).toEqual([[10, 0, 0.5, true]]);
  await act(async () => root.unmount());
});
