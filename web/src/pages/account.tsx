// The account: register, log in and out, password, bots, data, deletion.

import { type FormEvent, useState } from "react";
import { BotAccounts } from "../account/BotAccounts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../account/estimateStrength";
import { deleteAccount, logIn, logOut, register, useSession } from "../account/loginSession";
import { PasswordStrength } from "../account/PasswordStrength";
import { Sessions } from "../account/Sessions";
import { usePasswordPrompt } from "../account/usePasswordPrompt";
import { changePassword, exportAccount } from "../api/accounts";
import { ServerRefusal } from "../api/http";
import type { Account } from "../api/types";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { describeError } from "../components/errorText";
import { TextField } from "../components/fields";
import { Loading } from "../components/Loading";
import { PasswordField } from "../components/PasswordField";
import { Tabs } from "../components/Tabs";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

export default function AccountPage({ route }: PageProps) {
  const { loaded, account } = useSession();
  if (!loaded) return <Loading />;
  const registered = account?.kind === "person";
  return (
    <div className="page">
      <h1>{messages.account.title}</h1>
      {account ? <CurrentAccount account={account} /> : <NoAccount />}
      {!registered && (
        <section className="panel">
          <Tabs
            key={route.fragment}
            selected={route.fragment === "log-in" ? "log-in" : "register"}
            label={messages.account.title}
            tabs={[
              {
                id: "register",
                label: messages.account.register,
                content: <SignIn mode="register" />,
              },
              { id: "log-in", label: messages.account.logIn, content: <SignIn mode="logIn" /> },
            ]}
          />
        </section>
      )}
      {registered && <ChangePassword name={account.name} />}
      {account && account.kind !== "bot" && <Sessions />}
      {registered && <BotAccounts />}
      {account && <DownloadData />}
      {account && <DeleteAccount hasPassword={registered} />}
    </div>
  );
}

function NoAccount() {
  return (
    <div className="heading-row">
      <p>{messages.account.noAccount}</p>
      <Link className="button" to="/settings">
        {messages.shell.pages.settings}
      </Link>
    </div>
  );
}

function CurrentAccount({ account }: { account: Account }) {
  const endSession = async (where: "here" | "everywhere") => {
    try {
      await logOut(where);
      showToast(messages.account.loggedOut);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="panel">
      <p>
        {account.kind === "guest"
          ? messages.account.guest({ name: account.name })
          : messages.account.loggedInAs({ name: account.name })}
      </p>
      <div className="buttons">
        <Link className="button" to={`/player/${encodeURIComponent(account.name)}`}>
          {messages.account.profile}
        </Link>
        <Link className="button" to="/settings">
          {messages.shell.pages.settings}
        </Link>
        {account.kind !== "guest" && (
          <>
            <Button onClick={() => endSession("here")}>{messages.account.logOut}</Button>
            <Button onClick={() => endSession("everywhere")}>
              {messages.account.logOutEverywhere}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** The form for logging in or registering. */
function SignIn({ mode }: { mode: "register" | "logIn" }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ path: string; message: string } | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await (mode === "register" ? register : logIn)(name, password);
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      setFailure({ path: error.refusal.path ?? "", message: describeError(error).text });
    } finally {
      setBusy(false);
    }
  };

  const errorOf = (path: string) => (failure?.path === path ? failure.message : null);
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={messages.account.name}
        hint={mode === "register" ? messages.account.nameHint : undefined}
        error={errorOf("name")}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        minLength={2}
        maxLength={mode === "register" ? 24 : 100}
      />
      <PasswordField
        label={messages.account.password}
        hint={mode === "register" ? messages.account.passwordHint : undefined}
        error={errorOf("password")}
        value={password}
        onChange={setPassword}
        autoComplete={mode === "register" ? "new-password" : "current-password"}
        required
        minLength={mode === "register" ? MIN_PASSWORD_LENGTH : 1}
        maxLength={mode === "register" ? MAX_PASSWORD_LENGTH : 200}
      />
      {mode === "register" && <PasswordStrength password={password} name={name} />}
      {failure && !["name", "password"].includes(failure.path) && (
        <p className="error" role="alert">
          {failure.message}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {mode === "register" ? messages.account.register : messages.account.logIn}
      </Button>
    </form>
  );
}

function ChangePassword({ name }: { name: string }) {
  const [current, setCurrent] = useState("");
  const [replacement, setReplacement] = useState("");
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await changePassword(current, replacement);
      setCurrent("");
      setReplacement("");
      showToast(messages.account.changePassword.done);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="panel form" onSubmit={submit}>
      <h2>{messages.account.changePassword.title}</h2>
      <PasswordField
        label={messages.account.changePassword.current}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        required
      />
      <PasswordField
        label={messages.account.changePassword.new}
        hint={messages.account.passwordHint}
        autoComplete="new-password"
        value={replacement}
        onChange={setReplacement}
        required
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
      />
      <PasswordStrength password={replacement} name={name} />
      <Button type="submit" busy={busy}>
        {messages.account.changePassword.submit}
      </Button>
    </form>
  );
}

function DownloadData() {
  const { prompt, runSensitive } = usePasswordPrompt();
  const download = () =>
    runSensitive(async () => {
      const file = new Blob([JSON.stringify(await exportAccount(), null, 2)], {
        type: "application/json",
      });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = "ringrift-account.json";
      link.click();
      URL.revokeObjectURL(link.href);
    });
  return (
    <section className="panel">
      <h2>{messages.account.data.title}</h2>
      <p className="quiet">{messages.account.data.text}</p>
      <div className="buttons">
        <Button onClick={download}>{messages.account.data.download}</Button>
      </div>
      {prompt}
    </section>
  );
}

function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const [password, setPassword] = useState("");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await deleteAccount(password);
      setConfirming(false);
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
        <Button kind="danger" onClick={() => setConfirming(true)}>
          {messages.account.delete.open}
        </Button>
      </div>
      {confirming && (
        <Dialog title={messages.account.delete.title} onClose={() => setConfirming(false)}>
          <form className="form" onSubmit={submit}>
            <p>{messages.account.delete.text}</p>
            {hasPassword && (
              <PasswordField
                label={messages.account.delete.password}
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
