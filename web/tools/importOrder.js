// Checks that each folder of src imports only from the folders listed above it in README.md.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const IMPORT = /(?:\bfrom\s|\bimport\s|\bimport\()\s*"(\.{1,2}\/[^"]+)"/g;
const FOLDER_ROW = /^\| `src\/(\w+)` \|/gm;

/** The folders of src from the lowest to the highest, as the table in the README lists them. */
export function readFolderOrder(readme = readFileSync(join(WEB, "README.md"), "utf8")) {
  return [...readme.matchAll(FOLDER_ROW)].map(([, folder = ""]) => folder);
}

/**
 * The imports of a file that break the order, a line each.
 *
 * @param {string} file its path within src
 * @param {string} source
 * @param {readonly string[]} order
 */
export function findViolations(file, source, order) {
  const [own = ""] = file.split("/");
  return [...source.matchAll(IMPORT)].flatMap(([, target = ""]) => {
    const [folder = ""] = normalize(join(dirname(file), target)).split("/");
    if (folder === own || folder === "..") return [];
    if (!order.includes(folder)) return [`${file}: src/${folder} is not listed in README.md`];
    if (order.indexOf(folder) < order.indexOf(own)) return [];
    return [`${file}: src/${own} may not import from src/${folder} (${target})`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const order = readFolderOrder();
  const files = readdirSync(join(WEB, "src"), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => /\/.*\.tsx?$/.test(file));
  const found = modules.flatMap((file) =>
    findViolations(file, readFileSync(join(WEB, "src", file), "utf8"), order),
  );
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
