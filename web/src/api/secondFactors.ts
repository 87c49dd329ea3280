// Authenticator apps, passkeys, and the second step of a login.

import { request } from "./http";
import type { LoginSession } from "./types";

export type Factor = "authenticator" | "passkey" | "recovery_code";

/** The password was right; one of the factors finishes the login. */
export interface SecondFactorNeeded {
  challenge: string;
  factors: Factor[];
}

export interface PasskeyInfo {
  id: string;
  label: string;
  created_at: number;
  last_used_at: number | null;
}

export interface SecondFactors {
  authenticator: boolean;
  passkeys: PasskeyInfo[];
}

/** What the browser needs to create or use a passkey; `challenge` names the step for the server. */
export interface PasskeyOptions<Options> {
  challenge: string;
  options: Options;
}

export type CreationOptions = PasskeyOptions<PublicKeyCredentialCreationOptionsJSON>;
export type RequestOptions = PasskeyOptions<PublicKeyCredentialRequestOptionsJSON>;

export const fetchSecondFactors = () =>
  request<SecondFactors>("GET", "/accounts/me/second-factors");
export const beginAuthenticator = () =>
  request<{ secret: string; uri: string }>("POST", "/accounts/me/authenticator");
export const confirmAuthenticator = (code: string) =>
  request<void>("PUT", "/accounts/me/authenticator", { code });
export const removeAuthenticator = () => request<void>("DELETE", "/accounts/me/authenticator");

export const fetchCreationOptions = () =>
  request<CreationOptions>("POST", "/accounts/me/passkeys/options");
export const addPasskey = (challenge: string, label: string, credential: unknown) =>
  request<PasskeyInfo>("POST", "/accounts/me/passkeys", { challenge, label, credential });
export const removePasskey = (passkey: string) =>
  request<void>("DELETE", `/accounts/me/passkeys/${passkey}`);

export const fetchLoginOptions = () => request<RequestOptions>("POST", "/sessions/passkey-options");
export const logInWithPasskey = (challenge: string, credential: unknown) =>
  request<LoginSession>("POST", "/sessions/passkey", { challenge, credential });
export const fetchCheckOptions = () =>
  request<RequestOptions>("POST", "/sessions/current/passkey-options");
export const checkPasskey = (challenge: string, credential: unknown) =>
  request<LoginSession>("POST", "/sessions/current/passkey", { challenge, credential });

export const fetchFactorOptions = (challenge: string) =>
  request<RequestOptions>("POST", "/sessions/second-factor/passkey", { challenge });
export const enterFactor = (
  challenge: string,
  factor: { authenticator: string } | { recovery_code: string } | { passkey: unknown },
) => request<LoginSession>("POST", "/sessions/second-factor", { challenge, ...factor });
