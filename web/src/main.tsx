import "./style/fonts.css";
import "./style/tokens.css";
import "./style/themes.css";
import "./style/base.css";
import "./style/components.css";
import "./style/shell.css";
import { createRoot } from "react-dom/client";
import { loadSession } from "./account/loginSession";
import { becomeAnonymous } from "./api/http";
import { App } from "./app/App";
import { followChosenLanguage } from "./app/chosenLanguage";
import { isEmbedded } from "./browser/route";

if (isEmbedded(window.location.pathname)) becomeAnonymous();
else loadSession().catch(() => undefined);
const root = document.getElementById("root");
followChosenLanguage().then(() => root && createRoot(root).render(<App />));
// The page comes first: the service worker fetches all its files.
if (import.meta.env.PROD && !isEmbedded(window.location.pathname))
  window.addEventListener("load", () => window.setTimeout(prepareOffline, 3000));

async function prepareOffline(): Promise<void> {
  try {
    await (await import("./offline/updates")).installServiceWorker();
  } catch {
    window.setTimeout(prepareOffline, 20_000); // the server cannot be reached
  }
}
