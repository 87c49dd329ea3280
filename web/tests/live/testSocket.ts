// A fake WebSocket whose server side is controlled by the test.

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

  /** Delivers a message from the server. */
  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(account?: string): void {
    const known = account
      ? { account: { id: account, name: account, kind: "person" as const } }
      : {};
    this.receive({ type: "welcome", protocol: 1, at: Date.now() / 1000, ...known });
  }

  /** Closes the connection from the server's side. */
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  ofType<Type extends ClientMessage["type"]>(type: Type): Extract<ClientMessage, { type: Type }>[] {
    return this.sent.filter(
      (message): message is Extract<ClientMessage, { type: Type }> => message.type === type,
    );
  }
}
