// The account: register, log in and out, password, recovery, bots, data, deletion.

import { type FormEvent, lazy, Suspense, useState } from "react";
import { BotAccounts } from "../account/BotAccounts";
import { ChangePassword } from "../account/ChangePassword";
import { EmailAddress } from "../account/EmailAddress";
import { deleteAccount, logOut, useSession } from "../account/loginSession";
import { RecoveryCodeList } from "../account/RecoveryCodeList";
import { RecoveryCodes } from "../account/RecoveryCodes";
import { SecondFactors } from "../account/SecondFactors";
import { Sessions } from "../account/Sessions";
import { LogIn, Register } from "../account/SignIn";
import { usePasswordPrompt } from "../account/usePasswordPrompt";
import { exportAccount } from "../api/accounts";
import { fetchFeatures } from "../api/email";
import type { Account } from "../api/types";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { saveFile } from "../browser/saveFile";
import { BlockedPeople } from "../community/BlockedPeople";
import { OwnReports } from "../community/OwnReports";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Loading } from "../components/Loading";
import { PasswordField } from "../components/PasswordField";
import { Tabs } from "../components/Tabs";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

const ChallengePreference = lazy(() => import("../challenges/ChallengePreference"));

export default function AccountPage({ route }: PageProps) {
  const { loaded, account } = useSession();
  const { data: features } = useFetch(fetchFeatures, "features");
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  if (!loaded) return <Loading />;
  const registered = account?.kind === "person";
  return (
    <div className="page">
      <h1>{messages.account.title}</h1>
      {account ? <CurrentAccount account={account} /> : <NoAccount />}
      {registered && newCodes && (
        <RecoveryCodeList
          key={newCodes[0]}
          name={account.name}
          codes={newCodes}
          onSaved={() => setNewCodes(null)}
        />
      )}
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
                content: <Register onRegistered={setNewCodes} />,
              },
              {
                id: "log-in",
                label: messages.account.logIn,
                content: <LogIn passkeys={features?.passkeys ?? false} />,
              },
            ]}
          />
        </section>
      )}
      {registered && <ChangePassword name={account.name} />}
      {registered && features?.mail && <EmailAddress />}
      {registered && features && <SecondFactors features={features} />}
      {registered && <RecoveryCodes onCreated={setNewCodes} />}
      {account && account.kind !== "bot" && <Sessions />}
      {account && (
        <Suspense>
          <ChallengePreference />
        </Suspense>
      )}
      {registered && <BotAccounts />}
      {account && account.kind !== "bot" && <BlockedPeople />}
      {account && account.kind !== "bot" && <OwnReports />}
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

function DownloadData() {
  const { prompt, runSensitive } = usePasswordPrompt();
  const download = () =>
    runSensitive(async () => {
      const data = JSON.stringify(await exportAccount(), null, 2);
      saveFile("ringrift-account.json", "application/json", data);
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
