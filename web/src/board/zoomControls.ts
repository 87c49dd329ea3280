// The buttons that zoom.

import { words } from "./screenReader";
import { STEP, type View } from "./viewport";

export class ZoomTools {
  readonly bar = document.createElement("div");
  readonly #in = this.#button("+", (view) => view.zoom(STEP));
  readonly #out = this.#button("−", (view) => view.zoom(1 / STEP));
  readonly #fit = this.#button("⤢", (view) => view.fit());

  constructor(readonly view: () => View | null) {
    this.bar.className = "tools";
    this.bar.hidden = true;
    this.bar.setAttribute("role", "group");
    this.bar.append(this.#out, this.#fit, this.#in);
  }

  /** Below a big board always; over a small one when it was zoomed by other means. */
  update(view: View): void {
    const { bar } = this;
    bar.hidden = !view.big && !view.zoomed;
    bar.classList.toggle("over", !view.big);
    bar.setAttribute("aria-label", words().tools);
    name(this.#in, words().zoomIn, view.scale >= view.most);
    name(this.#out, words().zoomOut, !view.zoomed);
    name(this.#fit, words().fit, !view.zoomed);
  }

  #button(sign: string, act: (view: View) => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.addEventListener("click", () => {
      const view = this.view();
      if (view) act(view);
    });
    return button;
  }
}

function name(button: HTMLButtonElement, label: string, useless: boolean): void {
  button.setAttribute("aria-label", label);
  button.title = label;
  button.disabled = useless;
}
