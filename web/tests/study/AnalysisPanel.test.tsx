import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PositionView } from "../../src/engine/engine";
import { AnalysisPanel } from "../../src/study/AnalysisPanel";
import type { AnalysisState } from "../../src/study/useAnalysis";

it("shows the search speed as a whole number", () => {
  const report = { depth: 7, nodes: 100_000, seconds: 0.2, nodesPerSecond: 443_262.411, lines: [] };
  const analysis = { status: "done", report, note: "" } as unknown as AnalysisState;
  const ignore = () => {};
  const shown = renderToStaticMarkup(
    <AnalysisPanel
      analysis={analysis}
      enabled
      gameOver={false}
      lineCount={3}
      onToggle={ignore}
      onRestart={ignore}
      onLineCount={ignore}
      view={{} as PositionView}
      lines={[]}
      nameOf={String}
      onPlayLine={ignore}
    />,
  );
  expect(shown).toContain("100,000 nodes");
  expect(shown).toContain("443,262 nodes/s");
});
