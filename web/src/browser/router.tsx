// Client-side navigation.

import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useSyncExternalStore } from "react";
import { matchRoute, type Route } from "./route";

let route = matchRoute(new URL(window.location.href));
const listeners = new Set<() => void>();

function updateRoute(): void {
  route = matchRoute(new URL(window.location.href));
  for (const listener of listeners) listener();
}

window.addEventListener("popstate", updateRoute);
window.addEventListener("hashchange", updateRoute);

export function subscribeToRoute(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a path of this site; `replace` replaces the current history entry. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  updateRoute();
}

export function currentRoute(): Route {
  return route;
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribeToRoute, currentRoute);
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/** A link that is followed without a page load. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || opensElsewhere || rest.target) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}
