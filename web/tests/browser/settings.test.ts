import { beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "ringrift.settings";
const fresh = async () => {
  vi.resetModules();
  return (await import("../../src/browser/settings")).settings;
};

beforeEach(() => window.localStorage.clear());

describe("the settings of a browser", () => {
  it("are shown as attributes of the page, at once", async () => {
    const settings = await fresh();
    settings.set({ theme: "dark", motion: "off" });
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", motion: "off" });
  });

  it("are there again when the page is opened again", async () => {
    (await fresh()).set({ theme: "light", sound: false });
    expect((await fresh()).get()).toMatchObject({
      theme: "light",
      sound: false,
      coordinates: true,
    });
  });

  it("fall back to the usual where what was kept makes no sense", async () => {
    window.localStorage.setItem(KEY, '{"theme":"pink","motion":"off","sound":"loud"}');
    expect((await fresh()).get()).toMatchObject({ theme: "auto", motion: "off", sound: true });
    window.localStorage.setItem(KEY, "not JSON");
    expect((await fresh()).get().theme).toBe("auto");
  });

  it("follow what another tab chooses", async () => {
    const settings = await fresh();
    window.localStorage.setItem(KEY, '{"theme":"dark"}');
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(settings.get().theme).toBe("dark");
  });
});
