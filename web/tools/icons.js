// Draws the icons of the installed app from public/icon.svg: `node tools/icons.js`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));
const BACKGROUND = "#faf5ec";

/** A maskable icon may be cut to a circle of 80% of its width; iOS shows no transparency. */
const ICONS = [
  { file: "icon-192.png", size: 192, part: 1, background: "transparent" },
  { file: "icon-512.png", size: 512, part: 1, background: "transparent" },
  { file: "icon-maskable-512.png", size: 512, part: 0.62, background: BACKGROUND },
  { file: "apple-touch-icon.png", size: 180, part: 0.8, background: BACKGROUND },
];

const svg = readFileSync(`${PUBLIC}icon.svg`, "utf8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const { file, size, part, background } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const picture = svg.replace("<svg", `<svg width="${size * part}" height="${size * part}"`);
  const style = `margin:0;height:100vh;display:grid;place-items:center;background:${background}`;
  await page.setContent(`<body style="${style}">${picture}`);
  await page.screenshot({ path: `${PUBLIC}${file}`, omitBackground: true });
  await page.close();
}
await browser.close();
