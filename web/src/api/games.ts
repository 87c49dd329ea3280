// Games over HTTP: making, finding, joining. What happens in them comes over the socket.

import { request } from "./http";
import type {
  ChatMessage,
  GameInfo,
  GameSettings,
  GameView,
  LeaderboardEntry,
  NewGame,
  Profile,
  QuickMatchResult,
} from "./types";

const inGame = (id: string, rest = "") => `/games/${encodeURIComponent(id)}${rest}`;
const withCode = (code?: string) => (code ? `?code=${encodeURIComponent(code)}` : "");

export const createGame = (wanted: NewGame) => request<GameInfo>("POST", "/games", wanted);
export const fetchGame = (id: string, code?: string) =>
  request<GameView>("GET", inGame(id, withCode(code)));
export const joinGame = (id: string, code?: string, seat?: number) =>
  request<GameInfo>("POST", inGame(id, "/join"), { code, seat });
export const leaveGame = (id: string) => request<GameInfo>("POST", inGame(id, "/leave"));
export const requestRematch = (id: string) => request<GameInfo>("POST", inGame(id, "/rematch"));
export const claimGame = (id: string) =>
  request<{ sequence: number }>("POST", inGame(id, "/claim"), {});
export const fetchChat = (id: string, code?: string) =>
  request<ChatMessage[]>("GET", inGame(id, `/chat${withCode(code)}`));
export const fetchRecord = (id: string, code?: string) =>
  request<string>("GET", inGame(id, `/record${withCode(code)}`));
export const fetchInvitation = (code: string) =>
  request<GameInfo>("GET", `/invitations/${encodeURIComponent(code)}`);
export const fetchOpenGames = () => request<GameInfo[]>("GET", "/lobby");
export const fetchLiveGames = () => request<GameInfo[]>("GET", "/live");
export const quickMatch = (settings: Partial<GameSettings>) =>
  request<QuickMatchResult>("POST", "/quick-match", { settings });
export const cancelQuickMatch = () => request<QuickMatchResult>("DELETE", "/quick-match");
export const fetchLeaderboard = (players: number) =>
  request<LeaderboardEntry[]>("GET", `/leaderboard?players=${players}`);
export const fetchProfile = (name: string) =>
  request<Profile>("GET", `/players/${encodeURIComponent(name)}`);
export const fetchGames = (name: string, before?: number) =>
  request<GameInfo[]>(
    "GET",
    `/players/${encodeURIComponent(name)}/games${before ? `?before=${before}` : ""}`,
  );
export const fetchCurrentGames = (name: string) =>
  request<GameInfo[]>("GET", `/players/${encodeURIComponent(name)}/games?status=live&status=open`);
