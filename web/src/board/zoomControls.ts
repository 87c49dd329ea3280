// The zoom buttons.

import { messages } from "../messages";
import { type Viewport, ZOOM_STEP } from "./viewport";

/** The width from which the corner beside a hexagonal board has room, in pixels. */
const FREE_CORNER_FROM = 620;

export class ZoomControls {
  readonly bar = document.createElement("div");
  readonly #in = this.#button("+", (viewport) => viewport.zoom(ZOOM_STEP));
  readonly #out = this.#button("−", (viewport) => viewport.zoom(1 / ZOOM_STEP));
  readonly #fit = this.#button("⤢", (viewport) => viewport.fit());

  constructor(readonly viewport: () => Viewport | null) {
    this.bar.className = "zoom-controls";
    this.bar.hidden = true;
    this.bar.setAttribute("role", "group");
    this.bar.append(this.#out, this.#fit, this.#in);
  }

  /**
   * Always beside a large board: below a square one, in the free corner of a hexagonal one. Over a
   * small board only while it is zoomed.
   */
  update(viewport: Viewport): void {
    const { bar } = this;
    bar.hidden = !viewport.isLarge && !viewport.isZoomed;
    const free = viewport.layout.hexagonal && bar.parentNode instanceof ShadowRoot;
    const wide = free && (bar.parentNode as ShadowRoot).host.clientWidth >= FREE_CORNER_FROM;
    bar.classList.toggle("overlaid", !viewport.isLarge || wide);
    bar.setAttribute("aria-label", messages.board.zoom);
    labelButton(this.#in, messages.board.zoomIn, viewport.scale >= viewport.maxScale);
    labelButton(this.#out, messages.board.zoomOut, !viewport.isZoomed);
    labelButton(this.#fit, messages.board.fit, !viewport.isZoomed);
  }

  #button(sign: string, act: (viewport: Viewport) => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.addEventListener("click", () => {
      const viewport = this.viewport();
      if (viewport) act(viewport);
    });
    return button;
  }
}

function labelButton(button: HTMLButtonElement, label: string, useless: boolean): void {
  button.setAttribute("aria-label", label);
  button.title = label;
  button.disabled = useless;
}
