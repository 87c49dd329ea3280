// @vitest-environment node
// Searches wait for a network once, and try again after a failure.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadPatiently } from "../../src/engine/network";

const FILE = { format: "ringrift-network-2", numbers: btoa("\x05\0\0\0") };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("waits three seconds for a slow network, later searches not at all, until it is there", async () => {
  let arrive: (file: typeof FILE) => void = () => undefined;
  const load = vi.fn(
    () =>
      new Promise<typeof FILE>((resolve) => {
        arrive = resolve;
      }),
  );
  const first = loadPatiently("slow", load);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(await Promise.race([first, "waiting"])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toBeNull();
  const second = loadPatiently("slow", load);
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBeNull();
  arrive(FILE);
  expect(await loadPatiently("slow", load)).toEqual(Int32Array.of(5));
  expect(load).toHaveBeenCalledOnce();
});

it("fetches a network again that failed after its search had gone on", async () => {
  let fail: (error: Error) => void = () => undefined;
  const load = vi
    .fn(() => Promise.resolve(FILE))
    .mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
  const first = loadPatiently("broken", load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await first).toBeNull();
  fail(new Error("offline"));
  await vi.advanceTimersByTimeAsync(0);
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining("offline"));
  expect(await loadPatiently("broken", load)).toEqual(Int32Array.of(5));
  expect(load).toHaveBeenCalledTimes(2);
});

it("fetches a network again that failed at once, or has another format", async () => {
  const load = vi
    .fn(() => Promise.resolve(FILE))
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValueOnce({ ...FILE, format: "ringrift-network-1" });
  expect(await loadPatiently("other", load)).toBeNull();
  expect(await loadPatiently("other", load)).toBeNull();
  expect(await loadPatiently("other", load)).toEqual(Int32Array.of(5));
});
