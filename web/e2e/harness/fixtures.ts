// `it`, for stories about people with browsers at a server. Each file has a server and a browser of its own.

import { test } from "./browser";
import { Server } from "./server";
import { People } from "./users";

export const it = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a fixture needs
  .extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
    const server = await Server.start();
    onCleanup(() => server.close());
    return server;
  })
  /** Those who come for one test; they leave without complaints. */
  .extend("people", ({ browser, server }, { onCleanup }) => {
    const people = new People(browser, server);
    onCleanup(async () => {
      await people.leave();
      people.expectNoComplaints();
    });
    return people;
  })
  /** Those who stay for all tests of the file; each test asks for their complaints itself. */
  .extend("regulars", { scope: "file" }, ({ browser, server }, { onCleanup }) => {
    const regulars = new People(browser, server);
    onCleanup(() => regulars.leave());
    return regulars;
  });
