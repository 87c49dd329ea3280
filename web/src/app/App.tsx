// The page: header, the component of the current route, footer, tabs, toasts.

import { type MouseEvent, Suspense, useEffect, useRef } from "react";
import { Link, useRoute } from "../browser/router";
import { Loading } from "../components/Loading";
import { NotFound } from "../components/NotFound";
import { Toasts } from "../components/toasts";
import { messages } from "../messages";
import { BottomTabs } from "./BottomTabs";
import { ErrorBoundary } from "./ErrorBoundary";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { pageComponent } from "./routes";

export function App() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const firstRender = useRef(true);
  const { page, path } = route;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path of the same page also moves the focus
  useEffect(() => {
    const name = page ? messages.shell.pages[page] : messages.shell.notFound.title;
    document.title = name === "" ? messages.shell.name : messages.shell.title({ page: name });
    if (!firstRender.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    firstRender.current = false;
  }, [page, path]);

  // The URL must not change: on some pages its fragment holds the game.
  const skipToContent = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  const Page = page && pageComponent(page);
  return (
    <>
      <Link className="skip-link" to="#main" onClick={skipToContent}>
        {messages.shell.skip}
      </Link>
      <Header route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loading />}>{Page ? <Page route={route} /> : <NotFound />}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer route={route} />
      <BottomTabs route={route} />
      <Toasts />
    </>
  );
}
