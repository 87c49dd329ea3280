// Finds accounts by the beginning of their name.

import { type FormEvent, useState } from "react";
import { type FoundAccount, findAccounts } from "../api/administration";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { describeSanction } from "./describeSanction";

export function AccountSearch({ onAccount }: { onAccount(id: string): void }) {
  const words = messages.administration.accounts;
  const [text, setText] = useState("");
  const [found, setFound] = useState<FoundAccount[] | null>(null);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    try {
      setFound(await findAccounts(text.trim()));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <form className="form" onSubmit={search}>
        <TextField label={words.search} value={text} onChange={setText} required maxLength={40} />
        <div className="buttons">
          <Button kind="primary" type="submit">
            {words.submit}
          </Button>
        </div>
      </form>
      {found?.length === 0 && <p>{words.none}</p>}
      <ul className="credentials">
        {found?.map(({ account, role, sanction, open_reports }) => (
          <li key={account.id}>
            <div>
              <strong>{account.name}</strong>
              <p className="quiet">
                {[
                  words.kinds[account.kind],
                  role && words.roles[role],
                  sanction && describeSanction(sanction),
                  open_reports > 0 && words.reports({ open: open_reports, upheld: 0 }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <Button onClick={() => onAccount(account.id)}>
              {messages.administration.reports.account}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
