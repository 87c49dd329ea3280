// Announces what has become of challenges: a new one, and the answers to one's own.

import { acceptChallenge, type Challenge } from "../api/challenges";
import { currentRoute, navigate } from "../browser/router";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { notifyText } from "../notifications/browserNotifications";
import { asksFor } from "../notifications/waitingGames";
import { describeGame, describeStatus } from "./challengeText";

const KEY = "ringrift.challenge.";

/** Announces the challenges that differ from the previous list. */
export function announceChallenges(
  before: readonly Challenge[] | null,
  now: readonly Challenge[],
  me: string,
): void {
  const known = new Map(before?.map((one) => [one.id, one.status]));
  for (const challenge of now) {
    if (known.get(challenge.id) === challenge.status) continue;
    if (asksFor(challenge, me)) announceReceived(challenge, me);
    else if (before && known.get(challenge.id) === "open") announceAnswer(challenge, me);
  }
}

function announceReceived(challenge: Challenge, me: string): void {
  if (!isFirstTime(challenge)) return;
  const text = `${describeStatus(challenge, me)}: ${describeGame(challenge)}`;
  if (document.hidden) notifyText(text, challenge.id, "/play");
  else {
    showToast(text, "info", {
      label: messages.challenges.accept,
      run: () => void accept(challenge),
    });
  }
}

async function accept({ id }: Challenge): Promise<void> {
  try {
    const { game } = await acceptChallenge(id);
    if (game) navigate(`/game/${game}`);
  } catch (error) {
    showError(error);
  }
}

/** Opens the game where nothing else is played, otherwise offers to. */
function announceAnswer(challenge: Challenge, me: string): void {
  const { game, challenger } = challenge;
  const open = () => navigate(`/game/${game}`);
  const { page, path } = currentRoute();
  if (game && path === `/game/${game}`) return;
  const text = describeStatus(challenge, me);
  if (document.hidden) notifyText(text, challenge.id, game ? `/game/${game}` : "/play");
  else if (game && (page === "lobby" || page === "home")) open();
  else if (game) showToast(text, "info", { label: messages.challenges.open, run: open });
  else if (challenger.account.id === me) showToast(text);
}

/** Whether this tab has not announced the challenge before, on another page. */
function isFirstTime({ id }: Challenge): boolean {
  try {
    if (window.sessionStorage.getItem(KEY + id)) return false;
    window.sessionStorage.setItem(KEY + id, "announced");
  } catch {
    // Without storage a challenge is announced on every page.
  }
  return true;
}
