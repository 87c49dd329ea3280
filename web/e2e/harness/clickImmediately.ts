import type { Page } from "playwright-core";

/**
 * Clicks a button the moment `text` appears in `selector`, even if it shows only briefly. Call it
 * before the text appears.
 */
export function clickImmediately(
  page: Page,
  button: string,
  selector: string,
  text: RegExp,
): Promise<void> {
  return page.evaluate(
    ([button, selector, text]) =>
      new Promise<void>((done) => {
        const check = () => {
          const content = document.querySelector(selector)?.textContent ?? "";
          const match = [...document.querySelectorAll("button")].find(
            (each) => each.textContent === button,
          );
          if (!match || !new RegExp(text).test(content)) return;
          observer.disconnect();
          match.click();
          done();
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        check();
      }),
    [button, selector, text.source] as const,
  );
}
