// Who one is here: registering, logging in and out, password, bots, data, leaving.

import { BotAccounts } from "../account/BotAccounts";
import { ChangePassword } from "../account/ChangePassword";
import { DeleteAccount, DownloadData } from "../account/DeleteAccount";
import { logOut, useSession } from "../account/loginSession";
import { SignIn } from "../account/SignIn";
import type { Account } from "../api/types";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { Tabs } from "../components/Tabs";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

export default function AccountPlace() {
  const { known, account } = useSession();
  if (!known) return <Loading />;
  const registered = account?.kind === "person";
  return (
    <div className="page">
      <h1>{messages.account.title}</h1>
      {account ? <Known account={account} /> : <p>{messages.account.noAccount}</p>}
      {!registered && (
        <section className="panel">
          <Tabs
            label={messages.account.title}
            tabs={[
              {
                id: "register",
                label: messages.account.register,
                content: <SignIn way="register" />,
              },
              { id: "log-in", label: messages.account.logIn, content: <SignIn way="logIn" /> },
            ]}
          />
        </section>
      )}
      {registered && <ChangePassword />}
      {registered && <BotAccounts />}
      {account && <DownloadData />}
      {account && <DeleteAccount hasPassword={registered} />}
    </div>
  );
}

function Known({ account }: { account: Account }) {
  const leave = async (where: "here" | "everywhere") => {
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
        {account.kind !== "guest" && (
          <>
            <Button onClick={() => leave("here")}>{messages.account.logOut}</Button>
            <Button onClick={() => leave("everywhere")}>{messages.account.logOutEverywhere}</Button>
          </>
        )}
      </div>
    </section>
  );
}
