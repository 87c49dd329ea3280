// Links and the language at the end of every page except a game.

import type { Route } from "../browser/route";
import { Link } from "../browser/router";
import { LanguageSelect } from "../components/LanguageSelect";
import { messages } from "../messages";

const links = [
  ["/watch", "watch"],
  ["/analyse", "analyse"],
  ["/leaders", "leaders"],
  ["/rulebook", "rulebook"],
  ["/faq", "faq"],
  ["/fair-play", "fairPlay"],
  ["/settings", "settings"],
] as const;

export function Footer({ route }: { route: Route }) {
  if (route.page === "game") return null;
  return (
    <footer className="site-footer">
      <ul className="plain">
        {links.map(([to, page]) => (
          <li key={to}>
            <Link to={to}>{messages.shell.pages[page]}</Link>
          </li>
        ))}
      </ul>
      {route.page !== "settings" && (
        <div className="footer-language">
          <label htmlFor="footer-language">{messages.shell.language.label}</label>
          <LanguageSelect id="footer-language" />
        </div>
      )}
    </footer>
  );
}
