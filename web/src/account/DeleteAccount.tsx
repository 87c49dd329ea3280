// Taking one's data along, and deleting the account.

import { type FormEvent, useState } from "react";
import { exportAccount } from "../api/accounts";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { words } from "../strings";
import { deleteAccount } from "./loginSession";

export function DownloadData() {
  const told = words.account.data;
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
      <h2>{told.title}</h2>
      <p className="quiet">{told.text}</p>
      <div className="buttons">
        <Button onClick={download}>{told.button}</Button>
      </div>
    </section>
  );
}

export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState("");
  const told = words.account.leave;

  const leave = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await deleteAccount(password);
      setAsking(false);
      showToast(told.done);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="panel">
      <h2>{told.title}</h2>
      <p className="quiet">{told.text}</p>
      <div className="buttons">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {told.button}
        </Button>
      </div>
      {asking && (
        <Dialog title={told.title} onClose={() => setAsking(false)}>
          <form className="form" onSubmit={leave}>
            <p>{told.text}</p>
            {hasPassword && (
              <TextField
                label={told.password}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={setPassword}
                required
              />
            )}
            <Button kind="danger" type="submit">
              {told.sure}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
