import { useState } from "react";
import { Button } from "../parts/Button";
import { tellError } from "../parts/toasts";
import { words } from "../strings";
import { playFriend } from "./begin";

/** A game for two by link, in one press. */
export function FriendCard() {
  const [busy, setBusy] = useState(false);
  const { friend } = words.home.ways;

  const begin = async () => {
    setBusy(true);
    try {
      await playFriend("square8");
    } catch (error) {
      tellError(error);
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
