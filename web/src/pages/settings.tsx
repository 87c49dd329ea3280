import { type Settings, settings, useSettings } from "../browser/settings";
import { playSound } from "../browser/sound";
import { RadioBar, SelectField, Switch } from "../components/fields";
import { words } from "../strings";

/** How the page looks, moves and sounds in this browser. */
export default function SettingsPlace() {
  const chosen = useSettings();
  const told = words.settings;
  const change = (part: Partial<Settings>) => settings.set(part);

  return (
    <div className="page">
      <h1>{told.title}</h1>
      <p className="quiet">{told.kept}</p>
      <div className="panel form">
        <RadioBar
          label={told.theme.label}
          value={chosen.theme}
          onChange={(theme) => change({ theme })}
          options={[
            { value: "auto", label: told.theme.auto },
            { value: "light", label: told.theme.light },
            { value: "dark", label: told.theme.dark },
          ]}
        />
        <RadioBar
          label={told.colours.label}
          hint={told.colours.hint}
          value={chosen.colours}
          onChange={(colours) => change({ colours })}
          options={[
            { value: "usual", label: told.colours.usual },
            { value: "clear", label: told.colours.clear },
          ]}
        />
        <RadioBar
          label={told.patterns.label}
          hint={told.patterns.hint}
          value={chosen.patterns}
          onChange={(patterns) => change({ patterns })}
          options={[
            { value: "plain", label: told.patterns.plain },
            { value: "strong", label: told.patterns.strong },
          ]}
        />
        <RadioBar
          label={told.motion.label}
          value={chosen.motion}
          onChange={(motion) => change({ motion })}
          options={[
            { value: "auto", label: told.motion.auto },
            { value: "on", label: told.motion.on },
            { value: "off", label: told.motion.off },
          ]}
        />
        <Switch
          label={told.sound.label}
          hint={told.sound.hint}
          checked={chosen.sound}
          onChange={(sound) => {
            change({ sound });
            playSound("move");
          }}
        />
        <Switch
          label={told.coordinates.label}
          hint={told.coordinates.hint}
          checked={chosen.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
        <SelectField
          label={told.language.label}
          value={chosen.language}
          onChange={(language) => change({ language })}
          options={[{ value: "en", label: told.language.en }]}
        />
      </div>
    </div>
  );
}
