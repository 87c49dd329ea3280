import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";
import { createRoot } from "react-dom/client";
import { arrive } from "./account/session";
import { App } from "./app/App";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
arrive().catch(() => undefined);
