// Administration: the queue of reports, accounts, the log and the rules mode. For the staff.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { AccountPanel } from "../administration/AccountPanel";
import { AccountSearch } from "../administration/AccountSearch";
import { AuditLog } from "../administration/AuditLog";
import { ReportQueue } from "../administration/ReportQueue";
import { RulesControl } from "../administration/RulesControl";
import type { PageProps } from "../browser/route";
import { Dialog } from "../components/Dialog";
import { Loading } from "../components/Loading";
import { Tabs } from "../components/Tabs";
import { messages } from "../messages";

export default function AdministrationPage(_: PageProps) {
  const { loaded, role } = useSession();
  const [account, setAccount] = useState<string | null>(null);
  const words = messages.administration;
  if (!loaded) return <Loading />;
  return (
    <div className="page">
      <h1>{words.title}</h1>
      {role ? (
        <section className="panel">
          <Tabs
            label={words.title}
            tabs={[
              {
                id: "reports",
                label: words.tabs.reports,
                content: <ReportQueue onAccount={setAccount} />,
              },
              {
                id: "accounts",
                label: words.tabs.accounts,
                content: <AccountSearch onAccount={setAccount} />,
              },
              { id: "log", label: words.tabs.log, content: <AuditLog target={null} /> },
              ...(role === "admin"
                ? [{ id: "rules", label: words.tabs.rules, content: <RulesControl /> }]
                : []),
            ]}
          />
        </section>
      ) : (
        <p>{words.notAllowed}</p>
      )}
      {account && (
        <Dialog title={words.account} onClose={() => setAccount(null)}>
          <AccountPanel key={account} id={account} onAccount={setAccount} />
        </Dialog>
      )}
    </div>
  );
}
