// Reports what somebody wrote: a message, a study, a club or a tournament.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import type { ReportSubject } from "../api/community";
import { Button } from "../components/Button";
import { messages } from "../messages";
import ReportDialog from "./ReportDialog";

interface ReportTextProps {
  subject: ReportSubject;
  /** Of the author, or what the text is called. */
  name: string;
  quote?: string;
  className?: string;
}

/** Nothing for visitors without an account and for bots, which cannot report. */
export function ReportText({ subject, name, quote, className }: ReportTextProps) {
  const { account } = useSession();
  const [open, setOpen] = useState(false);
  if (!account || account.kind === "bot") return null;
  return (
    <>
      <Button kind="quiet" className={className} onClick={() => setOpen(true)}>
        {messages.community.report.open}
      </Button>
      {open && (
        <ReportDialog subject={subject} name={name} quote={quote} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
