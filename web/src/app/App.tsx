// The page: header, the component of the current route, footer, tabs, toasts.

import { type MouseEvent, Suspense, useEffect, useRef } from "react";
import { isEmbedded } from "../browser/route";
import { Link, useRoute } from "../browser/router";
import { useLanguage } from "../browser/useLanguage";
import { Loading } from "../components/Loading";
import { NotFound } from "../components/NotFound";
import { Toasts } from "../components/toasts";
import { messages } from "../messages";
import { BottomTabs } from "./BottomTabs";
import { ErrorBoundary } from "./ErrorBoundary";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { pageComponent } from "./routes";

/** Renders the page again in another language: texts are not state, so nothing else follows it. */
export function App() {
  return <Page key={useLanguage()} />;
}

function Page() {
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

  const Content = page && pageComponent(page);
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<Loading />}>
        {Content ? <Content route={route} /> : <NotFound />}
      </Suspense>
    </ErrorBoundary>
  );
  if (isEmbedded(path)) return content;
  return (
    <>
      <Link className="skip-link" to="#main" onClick={skipToContent}>
        {messages.shell.skip}
      </Link>
      <Header route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        {content}
      </main>
      <Footer route={route} />
      <BottomTabs route={route} />
      <Toasts />
    </>
  );
}
