// Accounts over HTTP.

import { request } from "./http";
import type { SecondFactorNeeded } from "./secondFactors";
import type {
  BotInfo,
  BotToken,
  LoginSession,
  Registration,
  SessionInfo,
  TokenScope,
} from "./types";

export const fetchSession = () => request<LoginSession>("GET", "/sessions/current");
export const createGuest = () => request<LoginSession>("POST", "/accounts/guest");
export const register = (name: string, password: string) =>
  request<Registration>("POST", "/accounts", { name, password });
export const logIn = (name: string, password: string) =>
  request<LoginSession | SecondFactorNeeded>("POST", "/sessions", { name, password });
export const logOut = () => request<void>("DELETE", "/sessions/current");
export const logOutEverywhere = () => request<void>("DELETE", "/sessions");
export const changePassword = (current: string, replacement: string) =>
  request<void>("PUT", "/accounts/me/password", { current, new: replacement });
export const deleteAccount = (password: string) =>
  request<void>("POST", "/accounts/me/delete", { password });
export const exportAccount = () => request<unknown>("GET", "/accounts/me/export");
export const enterPassword = (password: string) =>
  request<LoginSession>("POST", "/sessions/current/password", { password });
export const fetchSessions = () => request<SessionInfo[]>("GET", "/sessions");
export const endSession = (session: string) => request<void>("DELETE", `/sessions/${session}`);
export const endOtherSessions = () => request<void>("DELETE", "/sessions/others");

const tokensOf = (bot: string) => `/bots/${encodeURIComponent(bot)}/tokens`;

export const fetchBots = () => request<BotInfo[]>("GET", "/bots");
export const createBot = (name: string) =>
  request<BotToken>("POST", "/bots", { name, label: name });
export const createBotToken = (
  bot: string,
  token: { label: string; scope: TokenScope; days: number },
) => request<BotToken>("POST", tokensOf(bot), token);
export const revokeBotToken = (bot: string, token: string) =>
  request<void>("DELETE", `${tokensOf(bot)}/${token}`);
export const revokeBotTokens = (bot: string) => request<void>("DELETE", tokensOf(bot));
