// Block, mute and report a person: on their profile.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { type BlockKind, fetchBlocks, removeBlock, setBlock } from "../api/community";
import type { Account } from "../api/types";
import { Button } from "../components/Button";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import ReportDialog from "./ReportDialog";

/** Nothing for oneself, and for visitors without an account. */
export function PersonActions({ account }: { account: Account }) {
  const { account: own } = useSession();
  if (!own || own.id === account.id || own.kind === "bot") return null;
  return <Actions key={own.id} account={account} />;
}

function Actions({ account }: { account: Account }) {
  const words = messages.community.people;
  const { data, refetch } = useFetch(fetchBlocks, "blocks");
  const [reporting, setReporting] = useState(false);
  const kind = data?.find((block) => block.account.id === account.id)?.kind ?? null;

  const change = async (wanted: BlockKind | null, done: string) => {
    try {
      if (wanted) await setBlock(account.id, wanted);
      else await removeBlock(account.id);
      showToast(done);
    } catch (error) {
      showError(error);
    }
    refetch();
  };
  const { name } = account;
  if (!data) return null;
  return (
    <div className="buttons">
      {kind === "block" ? (
        <Button onClick={() => change(null, words.unblocked({ name }))}>{words.unblock}</Button>
      ) : (
        <>
          {kind === "mute" ? (
            <Button onClick={() => change(null, words.unmuted({ name }))}>{words.unmute}</Button>
          ) : (
            <Button onClick={() => change("mute", words.muted({ name }))}>{words.mute}</Button>
          )}
          <Button title={words.blockText} onClick={() => change("block", words.blocked({ name }))}>
            {words.block}
          </Button>
        </>
      )}
      <Button onClick={() => setReporting(true)}>{messages.community.report.open}</Button>
      {reporting && (
        <ReportDialog
          subject={{ account: account.id }}
          name={name}
          onClose={() => setReporting(false)}
        />
      )}
    </div>
  );
}
