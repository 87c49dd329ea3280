// Taking one's data along, and deleting the account.

import { type FormEvent, useState } from "react";
import { exportAccount } from "../api/accounts";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { deleteAccount } from "./loginSession";

export function DownloadData() {
  const download = async () => {
    try {
      const file = new Blob([JSON.stringify(await exportAccount(), null, 2)], {
        type: "application/json",
      });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = "ringrift-account.json";
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="panel">
      <h2>{messages.account.data.title}</h2>
      <p className="quiet">{messages.account.data.text}</p>
      <div className="buttons">
        <Button onClick={download}>{messages.account.data.download}</Button>
      </div>
    </section>
  );
}

export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState("");

  const leave = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await deleteAccount(password);
      setAsking(false);
      showToast(messages.account.delete.done);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="panel">
      <h2>{messages.account.delete.title}</h2>
      <p className="quiet">{messages.account.delete.text}</p>
      <div className="buttons">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {messages.account.delete.open}
        </Button>
      </div>
      {asking && (
        <Dialog title={messages.account.delete.title} onClose={() => setAsking(false)}>
          <form className="form" onSubmit={leave}>
            <p>{messages.account.delete.text}</p>
            {hasPassword && (
              <TextField
                label={messages.account.delete.password}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={setPassword}
                required
              />
            )}
            <Button kind="danger" type="submit">
              {messages.account.delete.confirm}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
