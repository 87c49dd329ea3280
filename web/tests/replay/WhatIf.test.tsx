import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import type { PositionView, Step } from "../../src/engine/engine";
import { WhatIf } from "../../src/replay/WhatIf";
import type { TurnLine } from "../../src/study/useTurnLines";
import "../reactAct";

const view = {
  state: { board: { type: "square8" }, currentPlayer: 1, winner: null },
} as unknown as PositionView;

const place = (x: number): TurnLine => {
  const move = { type: "place_ring", to: { x, y: 0 }, placementCount: 1 };
  return { steps: [{ move, view } as unknown as Step], answer: [], shares: [0.5, 0.5] };
};

it("a row keeps its button and the focus when the engine finds other turns", async () => {
  const [first, second, third] = [place(1), place(2), place(3)];
  const walked: (Step | undefined)[] = [];
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = (lines: TurnLine[], thinking: boolean) =>
    act(async () =>
      root.render(
        <WhatIf
          view={view}
          found={{ lines, nodes: 2000, thinking }}
          played={null}
          available
          live={false}
          nameOf={String}
          onWalk={(steps) => walked.push(steps[0])}
          onTry={() => undefined}
          onPlayOn={() => undefined}
        />,
      ),
    );
  await show([first, second], true);
  const button = document.querySelector<HTMLButtonElement>(".what-if-lines button");
  button?.focus();
  await show([third, second], false);
  expect(document.activeElement).toBe(button);
  await act(async () => button?.click());
  expect(walked).toEqual(third.steps);
  await act(async () => root.unmount());
});
