// A Vite plugin that writes sw.js, the service worker, with the list of the page's files. Files of
// translations are listed by language: they are kept only where the language is used.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("../src/offline/serviceWorker.js", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));
/** The module of a translation: `messages:play/de`, `messages:catalogue/de`. */
const TRANSLATION = /^\0messages:(\w+)\/([\w-]+)$/;
const TRANSLATION_FILE = /^assets\/translations\/([\w-]+)\//;
const SOURCE_LANGUAGE = "en";
/** Fonts of these subsets belong to single languages; a browser fetches them when it needs them. */
const OTHER_SCRIPTS = /-(cyrillic|latin-ext)-/;

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // After the worker of the engine and index.html have been added.
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle).map((file) => file.fileName);
        const content = Object.values(bundle)
          .filter(({ fileName }) => fileName === "index.html")
          .map((file) => (file.type === "asset" ? String(file.source) : ""));
        const version = createHash("sha256")
          .update([...files.sort(), ...content].join("\n"))
          .digest("hex")
          .slice(0, 12);
        const source = readFileSync(SOURCE, "utf8").replace(
          "/** @type {any} */ (self).__PAGE__",
          () => JSON.stringify({ version, ...listFiles(files) }),
        );
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

/** The files that every user needs, and those of each translation. */
export function listFiles(built: readonly string[]): {
  files: string[];
  languages: Record<string, string[]>;
} {
  const files = ["/", ...readdirSync(PUBLIC).map((file) => `/${file}`)];
  const languages: Record<string, string[]> = {};
  for (const file of built) {
    const language = TRANSLATION_FILE.exec(file)?.[1];
    if (language !== undefined) {
      languages[language] ??= [];
      languages[language].push(`/${file}`);
    } else if (file.startsWith("assets/") && !OTHER_SCRIPTS.test(file)) files.push(`/${file}`);
  }
  return { files: files.sort(), languages };
}

/** Names the files of a translation after its language. */
export function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, area, language] = TRANSLATION.exec(facadeModuleId ?? "") ?? [];
  return language === undefined || language === SOURCE_LANGUAGE
    ? "assets/[name]-[hash].js"
    : `assets/translations/${language}/${area}-[hash].js`;
}
