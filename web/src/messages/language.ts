/** The language chosen in the settings; a change takes effect when the page is loaded again. */
export const language: string = chosenLanguage();

function chosenLanguage(): string {
  try {
    return JSON.parse(window.localStorage.getItem("ringrift.settings") ?? "{}").language ?? "en";
  } catch {
    return "en";
  }
}
