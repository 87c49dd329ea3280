// @vitest-environment node

import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findViolations, readFolderOrder } from "../../tools/importOrder.js";

const ORDER = ["rules", "board", "pages"];

describe("the order of the folders", () => {
  it("lists every folder of src", () => {
    const folders = readdirSync("src", { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(readFolderOrder()).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  it("allows imports from lower folders and from the same one", () => {
    const source = 'import { a } from "../rules/a";\nimport { b } from "./b";';
    expect(findViolations("board/element.ts", source, ORDER)).toEqual([]);
  });

  it("forbids imports from higher folders, lazy ones included", () => {
    const source = 'const page = () => import("../pages/home");';
    expect(findViolations("board/element.ts", source, ORDER)).toEqual([
      "board/element.ts: src/board may not import from src/pages (../pages/home)",
    ]);
  });
});
