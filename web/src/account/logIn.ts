// The ways to begin a login session. They are loaded with the account page.

import * as accounts from "../api/accounts";
import * as factors from "../api/secondFactors";
import { applySession } from "./loginSession";

/** Registers and logs in; returns the recovery codes, which the server shows only once. */
export async function register(name: string, password: string): Promise<string[]> {
  const registration = await accounts.register(name, password);
  applySession(registration);
  return registration.recovery_codes;
}

/** Logs in; returns what the server needs for the second step, if there is one. */
export async function logIn(
  name: string,
  password: string,
): Promise<factors.SecondFactorNeeded | null> {
  const answer = await accounts.logIn(name, password);
  if ("challenge" in answer) return answer;
  applySession(answer);
  return null;
}

/** Finishes a login with its second step. */
export const finishLogin = async (...step: Parameters<typeof factors.enterFactor>) =>
  applySession(await factors.enterFactor(...step));

/** Logs in with the signature of a passkey. */
export const logInWithPasskey = async (...signed: Parameters<typeof factors.logInWithPasskey>) =>
  applySession(await factors.logInWithPasskey(...signed));
