// The browser's end of a socket, with the server's end in the hands of a test.

import type { ClientMessage, ServerMessage } from "../../src/live/protocol";

export class TestSocket {
  static readonly OPEN = 1;
  static opened: TestSocket[] = [];

  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: ClientMessage[] = [];

  constructor(readonly url: string) {
    TestSocket.opened.push(this);
  }

  static get last(): TestSocket {
    const last = TestSocket.opened.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something. */
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcomes(account?: string): void {
    const known = account
      ? { account: { id: account, name: account, kind: "person" as const } }
      : {};
    this.says({ type: "welcome", protocol: 1, at: Date.now() / 1000, ...known });
  }

  /** The connection breaks. */
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  ofType<Type extends ClientMessage["type"]>(type: Type): Extract<ClientMessage, { type: Type }>[] {
    return this.sent.filter(
      (message): message is Extract<ClientMessage, { type: Type }> => message.type === type,
    );
  }
}
