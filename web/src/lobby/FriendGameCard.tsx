import { useState } from "react";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { words } from "../strings";
import { startFriendGame } from "./startGame";

/** A game for two by link, in one press. */
export function FriendGameCard() {
  const [busy, setBusy] = useState(false);
  const { friend } = words.home.ways;

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
      <h2>{friend.title}</h2>
      <p>{friend.text}</p>
      <Button busy={busy} onClick={begin}>
        {friend.button}
      </Button>
    </div>
  );
}
