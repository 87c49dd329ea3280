// On a profile: challenges its player.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { fetchOnline } from "../api/challenges";
import { Button } from "../components/Button";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { ChallengeDialog } from "./ChallengeDialog";

export default function ChallengeButton({ id, name }: { id: string; name: string }) {
  const me = useSession().account?.id;
  const [open, setOpen] = useState(false);
  const { data } = useFetch(async () => (open ? fetchOnline() : []), `online ${open}`);
  if (me === id) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{messages.challenges.challenge}</Button>
      {open && <ChallengeDialog name={name} online={data ?? []} onClose={() => setOpen(false)} />}
    </>
  );
}
