// Going from place to place without loading the page anew.

import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useSyncExternalStore } from "react";
import { matchRoute, type Route } from "./route";

let route = matchRoute(new URL(window.location.href));
const listeners = new Set<() => void>();

function look(): void {
  route = matchRoute(new URL(window.location.href));
  for (const listener of listeners) listener();
}

window.addEventListener("popstate", look);
window.addEventListener("hashchange", look);

/** Goes to a place of this page; `replace` leaves no way back to where one was. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  look();
}

export function currentRoute(): Route {
  return route;
}

export function useRoute(): Route {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentRoute);
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/** A real link (it can be opened in another tab), followed within the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere || rest.target) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}
