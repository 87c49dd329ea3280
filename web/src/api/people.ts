// Follows, messages, clubs, statistics and the best live games over HTTP.

import type { BoardName } from "../rules/wire";
import { request } from "./http";
import type { TournamentInfo } from "./tournaments";
import type { Account, GameInfo } from "./types";

export interface Follow {
  account: Account;
  online: boolean;
  /** A public game that the account is playing. */
  game: string | null;
}

export interface PrivateMessage {
  id: string;
  mine: boolean;
  at: number;
  text: string;
}

export interface Conversation {
  account: Account;
  latest: PrivateMessage;
  unread: number;
}

export type ClubRole = "leader" | "member" | "applicant";
export type ClubAccess = "open" | "request";

export interface ClubInfo {
  id: string;
  name: string;
  description: string;
  access: ClubAccess;
  members: number;
  /** Yours. */
  role: ClubRole | null;
}

export interface ClubView extends ClubInfo {
  member_list: { account: Account; role: ClubRole }[];
  /** The ids, the latest first. */
  tournaments: TournamentInfo["id"][];
}

export interface Tally {
  kind: string;
  played: number;
  won: number;
}

export interface Statistics {
  games: number;
  boards: Tally[];
  players: Tally[];
  seats: Tally[];
  wins: Tally[];
  openings: { board: BoardName; move: string; played: number; won: number }[];
}

const club = (id: string, rest = "") => `/clubs/${encodeURIComponent(id)}${rest}`;
const member = (id: string, account: string) => club(id, `/members/${encodeURIComponent(account)}`);

export const fetchFollows = () => request<Follow[]>("GET", "/follows");
export const follow = (account: string) => request<void>("PUT", `/follows/${account}`, {});
export const unfollow = (account: string) => request<void>("DELETE", `/follows/${account}`);
export const fetchConversations = () => request<Conversation[]>("GET", "/messages");
export const fetchMessages = (account: string) =>
  request<PrivateMessage[]>("GET", `/messages/${encodeURIComponent(account)}`);
export const sendMessage = (account: string, text: string) =>
  request<PrivateMessage>("POST", `/messages/${encodeURIComponent(account)}`, { text });
export const fetchClubs = () => request<ClubInfo[]>("GET", "/clubs");
export const fetchClub = (id: string) => request<ClubView>("GET", club(id));
export const createClub = (name: string, description: string, access: ClubAccess) =>
  request<ClubView>("POST", "/clubs", { name, description, access });
export const joinClub = (id: string) => request<ClubView>("POST", club(id, "/join"));
export const deleteClub = (id: string) => request<void>("DELETE", club(id));
export const fetchClubGames = (id: string) => request<GameInfo[]>("GET", club(id, "/games"));
export const setClubRole = (id: string, account: string, role: "leader" | "member") =>
  request<ClubView>("PUT", member(id, account), { role });
export const removeFromClub = (id: string, account: string) =>
  request<ClubView>("DELETE", member(id, account));
export const findPlayers = (prefix: string) =>
  request<Account[]>("GET", `/players?prefix=${encodeURIComponent(prefix)}`);
export const fetchStatistics = (name: string) =>
  request<Statistics>("GET", `/players/${encodeURIComponent(name)}/statistics`);
export const fetchTv = () => request<GameInfo[]>("GET", "/tv");
