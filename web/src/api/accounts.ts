// Accounts over HTTP.

import { ask } from "./http";
import type { BotToken, Session } from "./types";

export const currentSession = () => ask<Session>("GET", "/sessions/current");
export const becomeGuest = () => ask<Session>("POST", "/accounts/guest");
export const register = (name: string, password: string) =>
  ask<Session>("POST", "/accounts", { name, password });
export const logIn = (name: string, password: string) =>
  ask<Session>("POST", "/sessions", { name, password });
export const logOut = () => ask<void>("DELETE", "/sessions/current");
export const logOutEverywhere = () => ask<void>("DELETE", "/sessions");
export const changePassword = (current: string, fresh: string) =>
  ask<void>("PUT", "/accounts/me/password", { current, new: fresh });
export const deleteAccount = (password: string) =>
  ask<void>("POST", "/accounts/me/delete", { password });
export const exportAccount = () => ask<unknown>("GET", "/accounts/me/export");
export const newBot = (name: string) => ask<BotToken>("POST", "/bots", { name });
export const newToken = (bot: string) =>
  ask<BotToken>("POST", `/bots/${encodeURIComponent(bot)}/tokens`);
export const revokeTokens = (bot: string) =>
  ask<void>("DELETE", `/bots/${encodeURIComponent(bot)}/tokens`);
