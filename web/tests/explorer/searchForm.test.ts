// @vitest-environment node
// The search form: what is typed becomes a query, and a saved query fills the form again.

import { describe, expect, it } from "vitest";
import { EMPTY_FORM, formOf, queryOf } from "../../src/explorer/searchForm";

describe("the search form", () => {
  it("leaves out what is empty", () => {
    expect(queryOf(EMPTY_FORM)).toEqual({});
    expect(queryOf({ ...EMPTY_FORM, player: " ", result: "won", minTurns: "many" })).toEqual({});
  });

  it("makes a query that fills it again", () => {
    const form = {
      ...EMPTY_FORM,
      player: "Ada",
      result: "won" as const,
      rated: "no" as const,
      level: "3",
      since: "2026-02-28",
      until: "2026-03-01",
      minTurns: "10",
    };
    const query = queryOf(form);
    expect(query).toMatchObject({ player: "Ada", rated: false, level: 3, min_turns: 10 });
    expect((query.until ?? 0) - (query.since ?? 0)).toBeGreaterThan(86_400);
    expect(formOf(query)).toEqual(form);
  });
});
