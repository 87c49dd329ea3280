// Installs the service worker, and exchanges the page for a newer version when that disturbs nobody:
// never during a game, a puzzle or a study, at the latest when all tabs are closed.

import { currentRoute, subscribeToRoute } from "../browser/router";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { currentLanguage, subscribeToLanguage } from "../messages/language";

const CHECK_INTERVAL_MS = 60 * 60 * 1000;
const RETRY_INTERVAL_MS = 20_000;
/** Pages with work that a reload would interrupt. */
const BUSY_PAGES: readonly unknown[] = ["game", "puzzles", "study"];
const isBusy = (): boolean => BUSY_PAGES.includes(currentRoute().page);

export async function installServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration: ServiceWorkerRegistration | undefined =
    await serviceWorker.register("/sw.js");
  if (!registration) return; // blocked, as by a browser that a test controls
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.isBusy) ports[0]?.postMessage(isBusy());
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener("controllerchange", () => void reloadIfOld());
  watchForUpdates(registration);
  const ready = await serviceWorker.ready;
  const keepLanguage = () => ready.active?.postMessage({ keepLanguage: currentLanguage() });
  keepLanguage();
  subscribeToLanguage(keepLanguage);
}

function watchForUpdates(registration: ServiceWorkerRegistration): void {
  let told = false;
  const look = async () => {
    const { waiting } = registration;
    if (!waiting || isBusy()) return;
    if (await isCurrent()) await activate(waiting);
    else if (!told) {
      told = true;
      const { text, action } = messages.shell.update;
      showToast(text, "info", { label: action, run: () => void activate(waiting) });
    }
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => void look());
  });
  void look();
  // The next page is loaded anyway: it can as well be that of the newer version.
  let { path } = currentRoute();
  subscribeToRoute(() => {
    if (path === currentRoute().path) return;
    path = currentRoute().path;
    if (registration.waiting && !isBusy()) void activate(registration.waiting);
  });
  // A game that was in the way may be over.
  window.setInterval(() => void look(), RETRY_INTERVAL_MS);
  window.setInterval(() => registration.update().catch(() => undefined), CHECK_INTERVAL_MS);
}

/** Resolves to false if a game in another tab must not be disturbed. */
function activate(waiting: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    waiting.postMessage({ update: true }, [port2]);
  });
}

/** Another version has taken over: its files are kept now, and those of this page are not. */
async function reloadIfOld(): Promise<void> {
  if (!isBusy() && !(await isCurrent())) window.location.reload();
}

/** Whether the newest version that is kept is that of this page. */
async function isCurrent(): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith("ringrift-page-"));
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  const newest = names.at(-1);
  return newest === undefined || (await (await caches.open(newest)).match(script)) !== undefined;
}
