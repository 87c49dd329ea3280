import { beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "ringrift.settings";
const reload = async () => {
  vi.resetModules();
  return (await import("../../src/browser/settings")).settings;
};

beforeEach(() => window.localStorage.clear());

describe("the settings of a browser", () => {
  it("are applied to the document at once", async () => {
    const settings = await reload();
    settings.set({ theme: "slate", motion: "off" });
    expect(document.documentElement.dataset).toMatchObject({
      theme: "slate",
      mode: "dark",
      motion: "off",
    });
  });

  it("are restored when the page is opened again", async () => {
    (await reload()).set({ theme: "walnut", sound: false });
    expect((await reload()).get()).toMatchObject({
      theme: "walnut",
      sound: false,
      coordinates: true,
    });
  });

  it("fall back to the defaults for invalid stored values", async () => {
    window.localStorage.setItem(KEY, '{"theme":"pink","motion":"off","sound":"loud"}');
    expect((await reload()).get()).toMatchObject({ theme: "auto", motion: "off", sound: true });
    window.localStorage.setItem(KEY, "not JSON");
    expect((await reload()).get().theme).toBe("auto");
  });

  it.each([
    ["light", "paper"],
    ["dark", "slate"],
  ])("read the theme %s of earlier versions as %s", async (stored, theme) => {
    window.localStorage.setItem(KEY, JSON.stringify({ theme: stored, patterns: "strong" }));
    expect((await reload()).get().theme).toBe(theme);
  });

  it("follow the system without a chosen theme", async () => {
    await reload();
    expect(document.documentElement.dataset).toMatchObject({ theme: "paper", mode: "light" });
  });

  it("follow changes in another tab", async () => {
    const settings = await reload();
    window.localStorage.setItem(KEY, '{"theme":"contrast"}');
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(settings.get().theme).toBe("contrast");
  });
});
