import { useState } from "react";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { startFriendGame } from "./startGame";

/** A game for two by link, in one press. */
export function FriendGameCard() {
  const [busy, setBusy] = useState(false);

  const begin = async () => {
    setBusy(true);
    try {
      await startFriendGame("square8");
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <div className="panel">
      <h2>{messages.home.friend.title}</h2>
      <p>{messages.home.friend.text}</p>
      <Button busy={busy} onClick={begin}>
        {messages.home.friend.start}
      </Button>
    </div>
  );
}
