// Builds the npm packages of web/packages into build/packages/<name>: one module each, the types of
// what it exports, and the files beside them. `node tools/packages.js --pack FOLDER` also packs them.

import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { messages } from "./messages.js";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT = join(WEB, "build", "packages");
const TYPES = join(WEB, "build", "package-types");

/** In TypeScript, and in what Vite would inline, these addresses have other forms. */
const ADDRESSES = {
  KERNEL_URL: 'new URL("./kernel.wasm", import.meta.url)',
  WORKER_URL: 'new URL("./worker.js", import.meta.url)',
};

/**
 * @typedef {object} Package
 * @property {string} description
 * @property {string[]} modules
 * @property {Record<string, string>} files the other files, and where they come from
 * @property {Record<string, string>} exports besides the package itself
 * @property {boolean} sideEffects
 */

/** @type {Record<string, Package>} */
const PACKAGES = {
  board: {
    description: "The RingRift board as a custom element: draws positions and reports selections",
    modules: ["index"],
    files: {},
    exports: {},
    sideEffects: true, // defines the element
  },
  rules: {
    description:
      "The rules of RingRift in WebAssembly: legal moves, explanations, computer players",
    modules: ["index", "worker"],
    files: { "kernel.wasm": join(WEB, "build", "kernel.wasm") },
    exports: { "./kernel.wasm": "./kernel.wasm" },
    sideEffects: false,
  },
};

/**
 * @param {string} name
 * @param {string} module
 */
async function buildModule(name, module) {
  await build({
    configFile: false,
    root: WEB,
    logLevel: "warn",
    publicDir: false,
    plugins: [
      messages({ sourceOnly: true }),
      {
        name: "addresses",
        renderChunk: (code) =>
          code.replace(
            /\b(KERNEL_URL|WORKER_URL)\b/g,
            (found) => ADDRESSES[/** @type {keyof typeof ADDRESSES} */ (found)],
          ),
      },
    ],
    resolve: { alias: { "@package": resolve(WEB, "../src/ringrift") } },
    build: {
      target: "es2022",
      outDir: join(OUTPUT, name),
      emptyOutDir: false,
      lib: {
        entry: join(WEB, "packages", name, `${module}.ts`),
        formats: ["es"],
        fileName: () => `${module}.js`,
      },
      // One file: bundlers of workers often cannot split code.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

/** Writes the declarations of all modules that the packages use into TYPES. */
function emitTypes() {
  rmSync(TYPES, { recursive: true, force: true });
  const entries = Object.keys(PACKAGES).map((name) => join(WEB, "packages", name, "index.ts"));
  const config = join(WEB, "build", "package-types.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: "../tsconfig.json",
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: "..",
        outDir: TYPES,
        paths: { "@package/*": ["../../src/ringrift/*"] },
      },
      include: [],
      files: [...entries, join(WEB, "src", "messages", "messages.d.ts")],
    }),
  );
  execFileSync(join(WEB, "node_modules", ".bin", "tsc"), ["-p", config], { stdio: "inherit" });
}

const SPECIFIER = /((?:from|import)\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g;

/**
 * Copies a declaration file and those that it imports. Specifiers get the extension that Node's
 * module resolution requires.
 *
 * @param {string} file its path within TYPES, without extension
 * @param {string} target
 */
function copyTypes(file, target) {
  const to = join(target, `${file}.d.ts`);
  if (existsSync(to)) return;
  /** @type {string[]} */
  const imported = [];
  const text = readFileSync(join(TYPES, `${file}.d.ts`), "utf8").replace(
    SPECIFIER,
    (_, before, specifier) => {
      const found = normalize(join(dirname(file), specifier));
      const module = existsSync(join(TYPES, `${found}.d.ts`)) ? found : join(found, "index");
      imported.push(module);
      const path = relative(dirname(file), module);
      return `${before}"${path.startsWith(".") ? path : `./${path}`}.js"`;
    },
  );
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  for (const module of imported) copyTypes(module, target);
}

/**
 * The manifest of a package; the version is that of the web client.
 *
 * @param {string} name
 * @param {Package} parts
 */
function manifestOf(name, { description, exports, sideEffects }) {
  const { version, license } = JSON.parse(readFileSync(join(WEB, "package.json"), "utf8"));
  return {
    name: `@ringrift/${name}`,
    version,
    description,
    license,
    type: "module",
    sideEffects,
    types: `./types/packages/${name}/index.d.ts`,
    exports: {
      ".": { types: `./types/packages/${name}/index.d.ts`, default: "./index.js" },
      ...exports,
      "./package.json": "./package.json",
    },
    engines: { node: ">=20" },
  };
}

async function buildPackages() {
  rmSync(OUTPUT, { recursive: true, force: true });
  emitTypes();
  for (const [name, parts] of Object.entries(PACKAGES)) {
    const { modules, files } = parts;
    const target = join(OUTPUT, name);
    for (const module of modules) await buildModule(name, module);
    copyTypes(join("packages", name, "index"), join(target, "types"));
    for (const [file, source] of Object.entries(files)) copyFileSync(source, join(target, file));
    copyFileSync(join(WEB, "packages", name, "README.md"), join(target, "README.md"));
    copyFileSync(join(WEB, "..", "LICENSE"), join(target, "LICENSE"));
    writeFileSync(
      join(target, "package.json"),
      `${JSON.stringify(manifestOf(name, parts), null, 2)}\n`,
    );
  }
}

/** @param {string} folder */
function packPackages(folder) {
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).filter((file) => /^ringrift-.*\.tgz$/.test(file)))
    rmSync(join(folder, old));
  const folders = Object.keys(PACKAGES).map((name) => join(OUTPUT, name));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, ...folders], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackages();
  const at = process.argv.indexOf("--pack");
  if (at > 0) packPackages(resolve(process.argv[at + 1] ?? "."));
}
