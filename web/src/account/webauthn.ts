// Passkeys in the browser: its API has buffers where the server has base64url.

import { ServerRefusal } from "../api/http";
import { messages } from "../messages";

/** Whether this browser and address can have passkeys. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === "function";
}

/** Asks for a new passkey; returns it as JSON. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(decodeDescriptor),
  } as PublicKeyCredentialCreationOptions;
  return ask(() => navigator.credentials.create({ publicKey }));
}

/** Asks for a passkey that signs the options; returns its signature as JSON. */
export function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    allowCredentials: options.allowCredentials?.map(decodeDescriptor),
  } as PublicKeyCredentialRequestOptions;
  return ask(() => navigator.credentials.get({ publicKey }));
}

/** A cancelled dialog of the browser is a refusal like those of the server. */
async function ask(dialog: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return encodeCredential((await dialog()) as PublicKeyCredential);
  } catch (error) {
    const exists = error instanceof DOMException && error.name === "InvalidStateError";
    const { exists: existsText, cancelled } = messages.access.passkeys;
    throw new ServerRefusal(
      { code: "PASSKEY", rule: "", message: exists ? existsText : cancelled },
      0,
    );
  }
}

function encodeCredential({ id, rawId, type, response }: PublicKeyCredential) {
  const fields = [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ];
  const buffers = response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const encoded = fields.flatMap((field) => {
    const buffer = buffers[field];
    return buffer ? [[field, encode(buffer)]] : [];
  });
  return {
    id,
    rawId: encode(rawId),
    type,
    response: Object.fromEntries(encoded),
    clientExtensionResults: {},
  };
}

const decodeDescriptor = (descriptor: PublicKeyCredentialDescriptorJSON) => ({
  ...descriptor,
  id: decode(descriptor.id),
});

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function encode(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
