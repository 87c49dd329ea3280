// Games over HTTP: create, find, join. The events of a game come over the socket.

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

const gamePath = (id: string, rest = "") => `/games/${encodeURIComponent(id)}${rest}`;
const codeQuery = (code?: string) => (code ? `?code=${encodeURIComponent(code)}` : "");

export const createGame = (game: NewGame) => request<GameInfo>("POST", "/games", game);
export const fetchGame = (id: string, code?: string) =>
  request<GameView>("GET", gamePath(id, codeQuery(code)));
export const joinGame = (id: string, code?: string, seat?: number) =>
  request<GameInfo>("POST", gamePath(id, "/join"), { code, seat });
export const leaveGame = (id: string) => request<GameInfo>("POST", gamePath(id, "/leave"));
export const requestRematch = (id: string) => request<GameInfo>("POST", gamePath(id, "/rematch"));
export const claimGame = (id: string) =>
  request<{ sequence: number }>("POST", gamePath(id, "/claim"), {});
export const fetchChat = (id: string, code?: string) =>
  request<ChatMessage[]>("GET", gamePath(id, `/chat${codeQuery(code)}`));
export const fetchRecord = (id: string, code?: string) =>
  request<string>("GET", gamePath(id, `/record${codeQuery(code)}`));
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
