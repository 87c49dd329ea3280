// An account as the staff sees it, and what can be done about it.

import { useState } from "react";
import { formatTime } from "../account/formatTime";
import { useSession } from "../account/loginSession";
import {
  type AccountDetails,
  ban,
  closeGame,
  fetchAccount,
  liftSanction,
  rename,
  resetPassword,
  setRole,
  suspend,
} from "../api/administration";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { ErrorNotice } from "../components/ErrorNotice";
import { SelectField } from "../components/fields";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { ActionForm, type ActionValues } from "./ActionForm";
import { AuditLog } from "./AuditLog";
import { describeSanction } from "./describeSanction";

interface AccountPanelProps {
  id: string;
  onAccount(id: string): void;
}

export function AccountPanel({ id, onAccount }: AccountPanelProps) {
  const { data, error, refetch } = useFetch(() => fetchAccount(id), id);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <div className="form">
      <Facts details={data} onAccount={onAccount} />
      <Actions details={data} refetch={refetch} />
      <h3>{messages.administration.accounts.log}</h3>
      <AuditLog key={`${id} ${data.sanctions.length}`} target={id} />
    </div>
  );
}

function Facts({ details, onAccount }: { details: AccountDetails; onAccount(id: string): void }) {
  const words = messages.administration.accounts;
  const { account, role, owner, bots, sanctions } = details;
  return (
    <>
      <h3>{account.name}</h3>
      <p className="quiet">
        {role ? words.roles[role] : words.kinds[account.kind]} ·{" "}
        {words.created({ date: formatTime(details.created_at) })} ·{" "}
        {details.seen_at === null
          ? words.neverSeen
          : words.seen({ date: formatTime(details.seen_at) })}
      </p>
      <p>{words.reports({ open: details.open_reports, upheld: details.upheld_reports })}</p>
      {owner && (
        <Button kind="quiet" onClick={() => onAccount(owner.id)}>
          {words.owner({ name: owner.name })}
        </Button>
      )}
      {bots.length > 0 && <p>{words.bots({ names: bots.map(({ name }) => name).join(", ") })}</p>}
      <p>
        <Link to={`/player/${encodeURIComponent(account.name)}`}>{words.profile}</Link>
      </p>
      {details.active_games.length > 0 && (
        <>
          <h4>{words.games}</h4>
          <ul className="plain">
            {details.active_games.map((game) => (
              <li key={game}>
                <Link to={`/game/${game}`}>{game.slice(0, 8)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {sanctions.length > 0 && (
        <>
          <h4>{words.sanctions}</h4>
          <ul className="plain">
            {sanctions.map((sanction) => (
              <li key={sanction.id} className={sanction.active ? undefined : "quiet"}>
                {describeSanction(sanction)}
                {!sanction.active && ` (${words.over})`}: {sanction.reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type ActionName =
  | "suspend"
  | "ban"
  | "lift"
  | "rename"
  | "resetPassword"
  | "appoint"
  | "dismissModerator"
  | "closeGame";

/** The actions that the account and the role of the staff allow. */
function actionsFor(details: AccountDetails, isAdmin: boolean): ActionName[] {
  const { account, role, sanction, active_games } = details;
  if (role) return isAdmin && role === "moderator" ? ["dismissModerator"] : [];
  const registered = account.kind === "person";
  return [
    "suspend" as const,
    ...(isAdmin ? (["ban"] as const) : []),
    ...(sanction && (isAdmin || sanction.kind === "suspension") ? (["lift"] as const) : []),
    "rename" as const,
    ...(active_games.length > 0 ? (["closeGame"] as const) : []),
    ...(isAdmin && registered ? (["resetPassword", "appoint"] as const) : []),
  ];
}

function Actions({ details, refetch }: { details: AccountDetails; refetch(): void }) {
  const words = messages.administration.actions;
  const session = useSession();
  const allowed = actionsFor(details, session.role === "admin");
  const [chosen, setChosen] = useState<ActionName>("suspend");
  const [game, setGame] = useState(details.active_games[0] ?? "");
  const [link, setLink] = useState<{ link: string; expires_at: number } | null>(null);
  const { id } = details.account;
  if (session.account?.id === id || allowed.length === 0) return null;
  const action = allowed.includes(chosen) ? chosen : (allowed[0] as ActionName);

  const run = async ({ reason, days, name }: ActionValues) => {
    switch (action) {
      case "suspend":
        await suspend(id, reason, days ?? 1);
        break;
      case "ban":
        await ban(id, reason, days);
        break;
      case "lift":
        await liftSanction(id, reason);
        break;
      case "rename":
        await rename(id, name, reason);
        break;
      case "resetPassword":
        setLink(await resetPassword(id, reason));
        break;
      case "appoint":
      case "dismissModerator":
        await setRole(id, action === "appoint" ? "moderator" : null, reason);
        break;
      case "closeGame":
        await closeGame(game, reason);
        break;
    }
    refetch();
  };
  const asks = { suspend: "days", ban: "days or forever", rename: "name" } as const;
  return (
    <>
      <SelectField
        label={words.action}
        value={action}
        options={allowed.map((value) => ({ value, label: words[value] }))}
        onChange={setChosen}
      />
      {action === "closeGame" && (
        <SelectField
          label={messages.administration.accounts.games}
          value={game}
          options={details.active_games.map((value) => ({ value, label: value.slice(0, 8) }))}
          onChange={setGame}
        />
      )}
      <ActionForm
        key={action}
        label={words[action]}
        asks={action in asks ? asks[action as keyof typeof asks] : undefined}
        forPerson={action === "suspend" || action === "ban"}
        danger={action === "ban" || action === "suspend"}
        run={run}
      />
      {link && (
        <CopyField label={words.link({ date: formatTime(link.expires_at) })} text={link.link} />
      )}
    </>
  );
}
