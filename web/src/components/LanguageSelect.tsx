// Chooses the language of the page. Each language is named in itself.

import { useEffect, useRef } from "react";
import { settings, useSettings } from "../browser/settings";
import { messages } from "../messages";
import { detectLanguage, offeredLanguages } from "../messages/offeredLanguages";

/** The select that changed the language: the page renders again, and the focus goes back to it. */
let changedBy = "";

export function LanguageSelect({ id }: { id: string }) {
  const { language } = useSettings();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (changedBy === id) select.current?.focus({ preventScroll: true });
    changedBy = "";
  }, [id]);
  return (
    <select
      ref={select}
      id={id}
      value={language}
      onChange={(event) => {
        changedBy = id;
        settings.set({ language: event.target.value });
      }}
    >
      <option value="auto">
        {messages.shell.language.auto({ language: nameOf(detectLanguage()) })}
      </option>
      {offeredLanguages.map((each) => (
        <option key={each} value={each} lang={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  );
}

/** "English", "Deutsch", "Português (Brasil)". */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
