import "./style/fonts.css";
import "./style/tokens.css";
import "./style/themes.css";
import "./style/base.css";
import "./style/components.css";
import "./style/shell.css";
import { createRoot } from "react-dom/client";
import { loadSession } from "./account/loginSession";
import { App } from "./app/App";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
loadSession().catch(() => undefined);
