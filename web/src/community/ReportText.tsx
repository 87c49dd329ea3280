// Reports what somebody wrote: a message, a study, a club or a tournament.

import { lazy, Suspense, useState } from "react";
import { useSession } from "../account/loginSession";
import type { ReportSubject } from "../api/community";
import { Button } from "../components/Button";
import { showToast } from "../components/toasts";
import { messages } from "../messages";

const loadDialog = () => import("./ReportDialog");
const ReportDialog = lazy(loadDialog);

/** Characters of a quoted text in the name of its button. */
const MAX_QUOTED = 60;

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
  const words = messages.community.report;
  const [open, setOpen] = useState(false);
  if (!account || account.kind === "bot") return null;
  const openDialog = async () => {
    try {
      await loadDialog();
      setOpen(true);
    } catch {
      showToast(messages.shell.errors.offline, "error");
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        className={className}
        aria-label={quote && words.openQuote({ text: shorten(quote) })}
        onClick={openDialog}
      >
        {words.open}
      </Button>
      {open && (
        <Suspense>
          <ReportDialog
            subject={subject}
            name={name}
            quote={quote}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_QUOTED) return text;
  return `${characters.slice(0, MAX_QUOTED).join("").trimEnd()}…`;
}
