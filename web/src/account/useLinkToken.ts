// The one-time token of a link. It is in the fragment, which browsers send to no server, and it
// leaves the address at once: histories and screenshots keep addresses.

import { useEffect, useState } from "react";
import type { Route } from "../browser/route";
import { navigate } from "../browser/router";

export function useLinkToken({ path, fragment }: Route): string {
  const [token, setToken] = useState(fragment);
  useEffect(() => {
    if (!fragment) return;
    setToken(fragment);
    navigate(path, { replace: true });
  }, [fragment, path]);
  return token;
}
