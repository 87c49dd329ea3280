import languages from "messages:languages";
import { type Settings, settings, useSettings } from "../browser/settings";
import { playSound } from "../browser/sound";
import { RadioBar, SelectField, Switch } from "../components/fields";
import { messages } from "../messages";

/** In the language itself: "English", "Deutsch". */
const nameOfLanguage = (language: string): string =>
  new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;

/** Look, animation and sound of the page in this browser. */
export default function SettingsPage() {
  const current = useSettings();
  const change = (part: Partial<Settings>) => settings.set(part);

  return (
    <div className="page">
      <h1>{messages.settings.title}</h1>
      <p className="quiet">{messages.settings.scope}</p>
      <div className="panel form">
        <RadioBar
          label={messages.settings.theme.label}
          value={current.theme}
          onChange={(theme) => change({ theme })}
          options={[
            { value: "auto", label: messages.settings.theme.auto },
            { value: "light", label: messages.settings.theme.light },
            { value: "dark", label: messages.settings.theme.dark },
          ]}
        />
        <RadioBar
          label={messages.settings.colours.label}
          hint={messages.settings.colours.hint}
          value={current.colours}
          onChange={(colours) => change({ colours })}
          options={[
            { value: "usual", label: messages.settings.colours.usual },
            { value: "clear", label: messages.settings.colours.clear },
          ]}
        />
        <RadioBar
          label={messages.settings.patterns.label}
          hint={messages.settings.patterns.hint}
          value={current.patterns}
          onChange={(patterns) => change({ patterns })}
          options={[
            { value: "plain", label: messages.settings.patterns.plain },
            { value: "strong", label: messages.settings.patterns.strong },
          ]}
        />
        <RadioBar
          label={messages.settings.motion.label}
          value={current.motion}
          onChange={(motion) => change({ motion })}
          options={[
            { value: "auto", label: messages.settings.motion.auto },
            { value: "on", label: messages.settings.motion.on },
            { value: "off", label: messages.settings.motion.off },
          ]}
        />
        <Switch
          label={messages.settings.sound.label}
          hint={messages.settings.sound.hint}
          checked={current.sound}
          onChange={(sound) => {
            change({ sound });
            playSound("move");
          }}
        />
        <Switch
          label={messages.settings.coordinates.label}
          hint={messages.settings.coordinates.hint}
          checked={current.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
        <SelectField
          label={messages.settings.language.label}
          value={current.language}
          onChange={(language) => {
            change({ language });
            window.location.reload();
          }}
          options={languages.map((value) => ({ value, label: nameOfLanguage(value) }))}
        />
      </div>
    </div>
  );
}
