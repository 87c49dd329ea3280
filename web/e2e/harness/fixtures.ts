// `it` with a server and users. Each test file has its own server and browser.

import { test } from "./browser";
import { Server } from "./server";
import { Users } from "./users";

export const it = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  .extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
    const server = await Server.start();
    onCleanup(() => server.close());
    return server;
  })
  /** Users of one test; an error on one of their pages fails the test. */
  .extend("users", ({ browser, server }, { onCleanup }) => {
    const users = new Users(browser, server);
    onCleanup(async () => {
      await users.close();
      users.expectNoErrors();
    });
    return users;
  })
  /** Users that all tests of a file share; each test checks for errors itself. */
  .extend("sharedUsers", { scope: "file" }, ({ browser, server }, { onCleanup }) => {
    const sharedUsers = new Users(browser, server);
    onCleanup(() => sharedUsers.close());
    return sharedUsers;
  });
