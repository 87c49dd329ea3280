// Matches a URL to a page. The server reads the same table of paths to know which URLs are pages.

import paths from "@package/server/page/routes.json";

export type PageName = keyof typeof paths;

export interface Route {
  /** Null if no page has this path. */
  page: PageName | null;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Without the `#`. */
  fragment: string;
}

export interface PageProps {
  route: Route;
}

export function matchRoute(url: URL): Route {
  const path = url.pathname.replace(/(?<=.)\/+$/, "");
  const location = { path, query: url.searchParams, fragment: url.hash.slice(1) };
  for (const [page, pattern] of Object.entries(paths)) {
    const params = matchPath(pattern, path);
    if (params) return { ...location, page: page as PageName, params };
  }
  return { ...location, page: null, params: {} };
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const segments = path.split("/");
  if (expected.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== segment) return null;
    } else if (segment === "") return null;
    else params[part.slice(1)] = decodeOrKeep(segment);
  }
  return params;
}

/** Whether the page may be in a frame of another site: then it has no header and no session. */
export function isEmbedded(path: string): boolean {
  return path.startsWith("/embed/");
}

/** Decodes percent-encoding; returns malformed text unchanged. */
export function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
