// Somebody quicker than any machine: what is there for a moment only is answered in that moment.

import type { Page } from "playwright-core";

/** Presses the button in the very moment in which those words are in the part of the page. To be begun before they come. */
export function pressAtOnce(
  page: Page,
  button: string,
  part: string,
  words: RegExp,
): Promise<void> {
  return page.evaluate(
    ([button, part, words]) =>
      new Promise<void>((pressed) => {
        const look = () => {
          const told = document.querySelector(part)?.textContent ?? "";
          const found = [...document.querySelectorAll("button")].find(
            (each) => each.textContent === button,
          );
          if (!found || !new RegExp(words).test(told)) return;
          changes.disconnect();
          found.click();
          pressed();
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { childList: true, characterData: true, subtree: true });
        look();
      }),
    [button, part, words.source] as const,
  );
}
