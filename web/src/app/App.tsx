// The page: header, the place that the address names, what is told in passing.

import { type MouseEvent, Suspense, useEffect, useRef } from "react";
import { Loading } from "../parts/Loading";
import { Toasts } from "../parts/toasts";
import { words } from "../strings";
import { Fallen } from "./Fallen";
import { Header } from "./Header";
import { Lost } from "./Lost";
import { placeOf } from "./places";
import { Link, useRoute } from "./router";

export function App() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { place, path } = route;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path within a place is another page to its reader
  useEffect(() => {
    document.title = words.shell.title(place ? words.shell.places[place] : words.shell.lost.title);
    if (!first.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [place, path]);

  // The address stays: in some places what stands behind its `#` is the game that is shown.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  const Place = place && placeOf(place);
  return (
    <>
      <Link className="skip-link" to="#main" onClick={skip}>
        {words.shell.skip}
      </Link>
      <Header route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        <Fallen key={path}>
          <Suspense fallback={<Loading />}>{Place ? <Place route={route} /> : <Lost />}</Suspense>
        </Fallen>
      </main>
      <Toasts />
    </>
  );
}
