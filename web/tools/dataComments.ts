// A Vite plugin that leaves the comments of data files out of what the page loads.

import type { Plugin } from "vite";

export function dataComments(): Plugin {
  return {
    name: "data-comments",
    enforce: "pre", // before JSON becomes a module
    transform: {
      filter: { id: /\.json$/, code: '"$comment"' },
      handler(code) {
        const { $comment, ...data } = JSON.parse(code);
        return { code: JSON.stringify(data), map: null };
      },
    },
  };
}
