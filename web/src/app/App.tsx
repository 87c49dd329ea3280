// The page: header, the place that the address names, what is told in passing.

import { type MouseEvent, Suspense, useEffect, useRef } from "react";
import { Link, useRoute } from "../browser/router";
import { Loading } from "../components/Loading";
import { Toasts } from "../components/toasts";
import { messages } from "../messages";
import { ErrorBoundary } from "./ErrorBoundary";
import { Header } from "./Header";
import { NotFound } from "./NotFound";
import { pageComponent } from "./routes";

export function App() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { place, path } = route;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path within a place is another page to its reader
  useEffect(() => {
    const name = place ? messages.shell.pages[place] : messages.shell.notFound.title;
    document.title = name === "" ? messages.shell.name : messages.shell.title({ page: name });
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

  const Place = place && pageComponent(place);
  return (
    <>
      <Link className="skip-link" to="#main" onClick={skip}>
        {messages.shell.skip}
      </Link>
      <Header route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loading />}>
            {Place ? <Place route={route} /> : <NotFound />}
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
    </>
  );
}
