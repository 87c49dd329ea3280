// Your name in the header: opens a menu with your profile, your account and the settings.

import { useSession } from "../account/loginSession";
import type { Account } from "../api/types";
import { Link } from "../browser/router";
import { usePopover } from "../components/usePopover";
import { messages } from "../messages";

export function AccountMenu({ account }: { account: Account }) {
  const { role } = useSession();
  const { open, button, toggle, container } = usePopover();
  return (
    <div className="account-menu" {...container}>
      <button
        ref={button}
        type="button"
        className="account-button"
        aria-expanded={open}
        onClick={toggle}
      >
        <Avatar name={account.name} />
        <span className="account-link">{account.name}</span>
      </button>
      {open && (
        <ul className="plain">
          <li>
            <Link to={`/player/${encodeURIComponent(account.name)}`}>{messages.shell.profile}</Link>
          </li>
          <li>
            <Link to="/account">{messages.shell.pages.account}</Link>
          </li>
          {role && (
            <li>
              <Link to="/admin">{messages.shell.pages.administration}</Link>
            </li>
          )}
          <li>
            <Link to="/settings">{messages.shell.pages.settings}</Link>
          </li>
        </ul>
      )}
    </div>
  );
}

function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {[...name.replace(/^Guest /, "")][0]?.toUpperCase()}
    </span>
  );
}
