// Games over HTTP: making, finding, joining. What happens in them comes over the socket.

import { ask } from "./http";
import type {
  Found,
  GameInfo,
  GameSettings,
  GameView,
  NewGame,
  Profile,
  Ranked,
  Said,
} from "./types";

const inGame = (id: string, rest = "") => `/games/${encodeURIComponent(id)}${rest}`;
const withCode = (code?: string) => (code ? `?code=${encodeURIComponent(code)}` : "");

export const makeGame = (wanted: NewGame) => ask<GameInfo>("POST", "/games", wanted);
export const seeGame = (id: string, code?: string) =>
  ask<GameView>("GET", inGame(id, withCode(code)));
export const joinGame = (id: string, code?: string, seat?: number) =>
  ask<GameInfo>("POST", inGame(id, "/join"), { code, seat });
export const leaveGame = (id: string) => ask<GameInfo>("POST", inGame(id, "/leave"));
export const rematch = (id: string) => ask<GameInfo>("POST", inGame(id, "/rematch"));
export const claim = (id: string) => ask<{ sequence: number }>("POST", inGame(id, "/claim"), {});
export const chatOf = (id: string, code?: string) =>
  ask<Said[]>("GET", inGame(id, `/chat${withCode(code)}`));
export const recordOf = (id: string, code?: string) =>
  ask<string>("GET", inGame(id, `/record${withCode(code)}`));
export const invitation = (code: string) =>
  ask<GameInfo>("GET", `/invitations/${encodeURIComponent(code)}`);
export const openGames = () => ask<GameInfo[]>("GET", "/lobby");
export const liveGames = () => ask<GameInfo[]>("GET", "/live");
export const quickMatch = (settings: Partial<GameSettings>) =>
  ask<Found>("POST", "/quick-match", { settings });
export const stopLooking = () => ask<Found>("DELETE", "/quick-match");
export const leaders = (players: number) => ask<Ranked[]>("GET", `/leaderboard?players=${players}`);
export const profile = (name: string) =>
  ask<Profile>("GET", `/players/${encodeURIComponent(name)}`);
export const gamesOf = (name: string, before?: number) =>
  ask<GameInfo[]>(
    "GET",
    `/players/${encodeURIComponent(name)}/games${before ? `?before=${before}` : ""}`,
  );
export const currentGamesOf = (name: string) =>
  ask<GameInfo[]>("GET", `/players/${encodeURIComponent(name)}/games?status=live&status=open`);
