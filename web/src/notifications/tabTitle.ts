// The number of games that wait, in front of the title of the tab.

import { useEffect } from "react";

const PREFIX = /^\(\d+\) /;

/** Keeps the number in front of the title, whatever page sets the rest of it. */
export function useTabTitle(count: number): void {
  useEffect(() => {
    const title = document.querySelector("title");
    if (!title) return;
    const apply = () => {
      const plain = document.title.replace(PREFIX, "");
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [count]);
}
