// Accounts over HTTP.

import { request } from "./http";
import type { BotToken, LoginSession } from "./types";

export const fetchSession = () => request<LoginSession>("GET", "/sessions/current");
export const createGuest = () => request<LoginSession>("POST", "/accounts/guest");
export const register = (name: string, password: string) =>
  request<LoginSession>("POST", "/accounts", { name, password });
export const logIn = (name: string, password: string) =>
  request<LoginSession>("POST", "/sessions", { name, password });
export const logOut = () => request<void>("DELETE", "/sessions/current");
export const logOutEverywhere = () => request<void>("DELETE", "/sessions");
export const changePassword = (current: string, replacement: string) =>
  request<void>("PUT", "/accounts/me/password", { current, new: replacement });
export const deleteAccount = (password: string) =>
  request<void>("POST", "/accounts/me/delete", { password });
export const exportAccount = () => request<unknown>("GET", "/accounts/me/export");
export const createBot = (name: string) => request<BotToken>("POST", "/bots", { name });
export const createBotToken = (bot: string) =>
  request<BotToken>("POST", `/bots/${encodeURIComponent(bot)}/tokens`);
export const revokeBotTokens = (bot: string) =>
  request<void>("DELETE", `/bots/${encodeURIComponent(bot)}/tokens`);
