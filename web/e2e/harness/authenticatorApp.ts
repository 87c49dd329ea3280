// An authenticator app: its codes, and its set-up on the account page.

import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";

/** The code of an authenticator app (RFC 6238), some steps of 30 seconds from now. */
export function codeOf(secret: string, steps: number): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const key =
    bits
      .join("")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", Buffer.from(key)).update(step).digest();
  const offset = (digest[19] ?? 0) & 15;
  return `${(digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000}`.padStart(6, "0");
}

/** Sets up an app on the account page, which is open; returns its secret. */
export async function addAuthenticatorApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  const secret = await dialog.getByLabel("Key for the app").inputValue();
  await dialog.getByLabel("Code that the app shows").fill(codeOf(secret, -1));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("On: you enter a code of your app after your password.").waitFor();
  return secret;
}
