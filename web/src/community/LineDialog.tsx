// What to do about a line of chat: report it, mute or block its author; the staff removes it.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { type BlockKind, setBlock } from "../api/community";
import type { ChatMessage } from "../api/types";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { RemoveLineDialog } from "./RemoveLineDialog";
import ReportDialog from "./ReportDialog";

interface LineDialogProps {
  line: ChatMessage;
  onClose(): void;
}

export default function LineDialog({ line, onClose }: LineDialogProps) {
  const { role } = useSession();
  const [step, setStep] = useState<"choose" | "report" | "remove">("choose");
  const { name } = line;
  const words = messages.community.line;

  const hide = async (kind: BlockKind) => {
    if (!line.account) return;
    try {
      await setBlock(line.account, kind);
      const { muted, blocked } = messages.community.people;
      showToast(kind === "mute" ? muted({ name }) : blocked({ name }));
      onClose();
    } catch (error) {
      showError(error);
    }
  };
  if (step === "report") {
    const subject = { line: line.id };
    return <ReportDialog subject={subject} name={name} quote={line.text} onClose={onClose} />;
  }
  if (step === "remove") return <RemoveLineDialog line={line.id} onClose={onClose} />;
  return (
    <Dialog title={words.title({ name })} onClose={onClose}>
      <div className="form">
        <blockquote>{line.text}</blockquote>
        <div className="buttons">
          <Button kind="primary" onClick={() => setStep("report")}>
            {words.report}
          </Button>
          <Button onClick={() => hide("mute")}>{words.mute({ name })}</Button>
          <Button onClick={() => hide("block")}>{words.block({ name })}</Button>
          {role && (
            <Button kind="danger" onClick={() => setStep("remove")}>
              {words.remove}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
