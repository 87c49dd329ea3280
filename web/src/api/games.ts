// Games over HTTP: create, find, join. The events of a game come over the socket.

import type { BoardName } from "../rules/wire";
import { request } from "./http";
import type {
  ChatMessage,
  FeaturedGame,
  GameInfo,
  GameSettings,
  GameView,
  LeaderboardEntry,
  NewGame,
  Profile,
  QuickMatchCount,
  QuickMatchResult,
  RatingChange,
  Speed,
  WaitingGame,
} from "./types";

const gamePath = (id: string, rest = "") => `/games/${encodeURIComponent(id)}${rest}`;
const codeQuery = (code?: string) => (code ? `?code=${encodeURIComponent(code)}` : "");

export const createGame = (game: NewGame) => request<GameInfo>("POST", "/games", game);
export const fetchGame = (id: string, code?: string) =>
  request<GameView>("GET", gamePath(id, codeQuery(code)));
/** Takes this seat; by default a random open one. */
export const joinGame = (id: string, code?: string, seat: number | "random" = "random") =>
  request<GameInfo>("POST", gamePath(id, "/join"), { code, seat });
/** Lets everybody with the link watch a game in which no one else plays, or only its player. */
export const setVisibility = (id: string, visibility: "unlisted" | "private") =>
  request<GameInfo>("PUT", gamePath(id, "/visibility"), { visibility });
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
export const fetchLiveGames = (players: number | null = null) =>
  request<GameInfo[]>("GET", players === null ? "/live" : `/live?players=${players}`);
export const quickMatch = (settings: Partial<GameSettings>) =>
  request<QuickMatchResult>("POST", "/quick-match", { settings });
export const fetchQuickMatchCounts = () => request<QuickMatchCount[]>("GET", "/quick-match");
export const cancelQuickMatch = () => request<QuickMatchResult>("DELETE", "/quick-match");
export const fetchLeaderboard = (players: number) =>
  request<LeaderboardEntry[]>("GET", `/leaderboard?players=${players}`);
export const fetchProfile = (name: string) =>
  request<Profile>("GET", `/players/${encodeURIComponent(name)}`);
export const fetchRatingHistory = (
  name: string,
  filter: { players?: number; board?: BoardName; speed?: Speed; before?: number } = {},
) => {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, `${value}`]],
    ),
  );
  const suffix = query.size > 0 ? `?${query}` : "";
  return request<RatingChange[]>("GET", `/players/${encodeURIComponent(name)}/ratings${suffix}`);
};
export const fetchGames = (name: string, players: number | null, before?: number) => {
  const query = new URLSearchParams();
  if (players !== null) query.set("players", `${players}`);
  if (before !== undefined) query.set("before", `${before}`);
  const suffix = query.size > 0 ? `?${query}` : "";
  return request<GameInfo[]>("GET", `/players/${encodeURIComponent(name)}/games${suffix}`);
};
export const fetchCurrentGames = (name: string) =>
  request<GameInfo[]>("GET", `/players/${encodeURIComponent(name)}/games?status=live&status=open`);
export const fetchFeatured = () => request<FeaturedGame | null>("GET", "/featured");
export const fetchWaitingGames = () => request<WaitingGame[]>("GET", "/games/waiting");
