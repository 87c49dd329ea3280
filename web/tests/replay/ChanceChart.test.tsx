import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RecordReplay } from "../../src/engine/engine";
import { ChanceChart } from "../../src/replay/ChanceChart";
import type { JudgedTurn } from "../../src/replay/judgedTurns";
import { sampleEvenly } from "../../src/replay/useJudgedGame";

const record = {
  setup: { board: "square8", players: 3, edition: "standard", swap: false },
  names: ["Mara", "Niko", "Juno"],
  tags: {},
  steps: [],
} as unknown as RecordReplay;
const turn = (number: number, mark: JudgedTurn["mark"], after: number[]): JudgedTurn => {
  const seat = number as JudgedTurn["seat"];
  return {
    number,
    seat,
    player: seat,
    from: number,
    to: number + 1,
    before: after,
    after,
    loss: 0,
    mark,
    better: [],
  };
};
const judged = [turn(1, "", [0.3, 0.3, 0.4]), turn(2, "??", [0.5, 0.1, 0.4])];
const turns = [...judged, turn(3, "", [])];
const chart = (selected: number) => {
  const html = renderToStaticMarkup(
    <ChanceChart
      record={record}
      turns={turns}
      judged={judged}
      after={[...judged.map(({ after }) => after), null]}
      selected={selected}
      onJump={() => undefined}
    />,
  );
  return new DOMParser().parseFromString(html, "text/html");
};
const described = (selected: number) =>
  chart(selected).querySelector("[role=slider]")?.getAttribute("aria-valuetext");

describe("the chart of chances", () => {
  it("has a column per turn, stacked by seat, with the mover on top", () => {
    const columns = [...chart(0).querySelectorAll(".chart-column")];
    expect(columns.map((one) => one.querySelectorAll(".chart-stack > span").length)).toEqual([
      3, 3, 0,
    ]);
    expect(
      columns.map((one) => one.querySelector(".chart-mover")?.getAttribute("data-seat")),
    ).toEqual(["1", "2", "3"]);
    expect(columns.map((one) => one.querySelector(".chart-badge")?.textContent)).toEqual([
      "",
      "?",
      "",
    ]);
  });

  it("says the shown column in words, and all of them in a table", () => {
    expect(described(1)).toBe("Turn 2, Niko: Mara 50%, Niko 10%, Juno 40% (blunder)");
    expect(described(2)).toBe("Turn 3, Juno: not analysed yet");
    expect(described(3)).toBe("The end");
    const rows = [...chart(0).querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows[0]).toEqual(["1", "Mara", "30%", "30%", "40%"]);
  });
});

it("a server evaluates some turns, the first and the last among them", () => {
  const turnNumbers = Array.from({ length: 100 }, (_, i) => i);
  const sampled = sampleEvenly(turnNumbers, 16);
  expect(sampled).toHaveLength(16);
  expect([sampled[0], sampled.at(-1)]).toEqual([0, 99]);
  expect(sampleEvenly([1, 2], 16)).toEqual([1, 2]);
});
