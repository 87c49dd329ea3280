// A text field on the board for a move in notation: typing a letter opens it, Enter submits it.

import { messages } from "../messages";

/** The first character of a notation, except `-`, which zooms. */
const NOTATION_START = /^[a-z@=#^~>]$/i;

export class NotationInput {
  readonly form = document.createElement("form");
  readonly #input = document.createElement("input");

  /** `onClose` runs whether or not something was submitted. */
  constructor(send: (text: string) => void, onClose: () => void) {
    const { form } = this;
    form.hidden = true;
    form.append(this.#input);
    Object.assign(this.#input, {
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: false,
      maxLength: 80,
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      this.#close();
      onClose();
      if (text) send(text);
    });
    this.#input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Escape") return;
      this.#close();
      onClose();
    });
    this.#input.addEventListener("blur", () => this.#close());
  }

  /** Opens with the typed key; false if no notation starts with it. */
  open(key: string): boolean {
    if (!NOTATION_START.test(key)) return false;
    this.#input.setAttribute("aria-label", messages.board.notation);
    this.form.hidden = false;
    this.#input.value = key;
    this.#input.focus();
    return true;
  }

  #close(): void {
    this.form.hidden = true;
    this.#input.value = "";
  }
}
