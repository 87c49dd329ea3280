// Shows the page in the language that the settings choose, and again when they change.

import { chosenLanguage, settings } from "../browser/settings";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { currentLanguage, setLanguage } from "../messages/language";

/** Resolves when the page can be shown: in English if the translation cannot be fetched. */
export function followChosenLanguage(): Promise<void> {
  let wanted = currentLanguage();
  const follow = async (): Promise<void> => {
    if (chosenLanguage() === wanted) return;
    wanted = chosenLanguage();
    try {
      await setLanguage(wanted);
    } catch {
      wanted = currentLanguage();
      showToast(messages.shell.language.notLoaded, "error");
    }
  };
  settings.subscribe(() => void follow());
  return follow();
}
