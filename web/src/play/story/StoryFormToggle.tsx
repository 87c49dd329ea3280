// Turns in words or in notation: one setting for the story of a game and the turns of a replay.

import { settings, useSettings } from "../../browser/settings";
import { messages } from "../../messages";

export function StoryFormToggle({ className }: { className: string }) {
  const { story } = useSettings();
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{messages.story.form}</legend>
      {(["words", "notation"] as const).map((form) => (
        <button
          key={form}
          type="button"
          aria-pressed={story === form}
          onClick={() => settings.set({ story: form })}
        >
          {messages.story[form]}
        </button>
      ))}
    </fieldset>
  );
}
