// Which place an address leads to. The paths are one table that the server reads too: it answers each of them with the page.

import paths from "@package/server/page/routes.json";

export type PageName = keyof typeof paths;

export interface Route {
  /** Null: no place has this address. */
  place: PageName | null;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Without its `#`. */
  fragment: string;
}

export interface PageProps {
  route: Route;
}

export function matchRoute(address: URL): Route {
  const path = address.pathname.replace(/(?<=.)\/+$/, "");
  const found = { path, query: address.searchParams, fragment: address.hash.slice(1) };
  for (const [place, pattern] of Object.entries(paths)) {
    const params = matched(pattern, path);
    if (params) return { ...found, place: place as PageName, params };
  }
  return { ...found, place: null, params: {} };
}

function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== value) return null;
    } else if (value === "") return null;
    else params[part.slice(1)] = decodeOrKeep(value);
  }
  return params;
}

/** As it is where it is broken. */
export function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
