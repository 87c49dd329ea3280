import { useId, useMemo } from "react";
import { MiniBoard } from "../board/MiniBoard";
import { type Settings, settings, useSettings } from "../browser/settings";
import { playSound } from "../browser/sound";
import { RadioBar, Switch } from "../components/fields";
import { LanguageSelect } from "../components/LanguageSelect";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import "../style/settings.css";

/** Look, animation and sound of the page in this browser. */
export default function SettingsPage() {
  const current = useSettings();
  const change = (part: Partial<Settings>) => settings.set(part);

  return (
    <div className="page">
      <h1>{messages.settings.title}</h1>
      <p className="quiet">{messages.settings.scope}</p>
      <div className="panel form">
        <ThemeField value={current.theme} onChange={(theme) => change({ theme })} />
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
          label={messages.settings.motion.label}
          value={current.motion}
          onChange={(motion) => change({ motion })}
          options={[
            { value: "auto", label: messages.settings.motion.auto },
            { value: "on", label: messages.settings.motion.on },
            { value: "fast", label: messages.settings.motion.fast },
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
        <RadioBar
          label={messages.settings.story.label}
          hint={messages.settings.story.hint}
          value={current.story}
          onChange={(story) => change({ story })}
          options={[
            { value: "words", label: messages.settings.story.words },
            { value: "notation", label: messages.settings.story.notation },
          ]}
        />
        <Switch
          label={messages.settings.confirmMoves.label}
          hint={messages.settings.confirmMoves.hint}
          checked={current.confirmMoves}
          onChange={(confirmMoves) => change({ confirmMoves })}
        />
        <div className="field">
          <label htmlFor="language">{messages.shell.language.label}</label>
          <LanguageSelect id="language" />
        </div>
      </div>
    </div>
  );
}

const THEMES = ["auto", "slate", "walnut", "paper", "contrast"] as const;

/** Every kind of piece of every seat. */
const PREVIEW =
  "square8 standard AAA2BBB/A1(cca)3b1/2a1(ab)2(b)/1(bbaa)1d1c2/3c1(dd)2/C1(d)1a1DD/CC2(c)1DD/8 1 movement 4 h 9,9,9,9 0,0,0,0 -,-,-,- -,-,-,- -/-/p/- off *";

/** The themes as small boards. */
function ThemeField({
  value,
  onChange,
}: {
  value: Settings["theme"];
  onChange(theme: Settings["theme"]): void;
}) {
  const name = useId();
  const state = useMemo(() => parsePosition(PREVIEW), []);
  const { theme: text } = messages.settings;
  return (
    <fieldset className="radio-bar theme-field">
      <legend>{text.label}</legend>
      <div className="theme-options">
        {THEMES.map((theme) => (
          <label key={theme} className="theme-option">
            <input
              type="radio"
              name={name}
              value={theme}
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <span className="theme-card">
              {theme === "auto" ? (
                <span className="theme-pair">
                  <MiniBoard
                    state={state}
                    theme="slate"
                    label={text.preview({ theme: text.slate })}
                  />
                  <MiniBoard
                    state={state}
                    theme="paper"
                    label={text.preview({ theme: text.paper })}
                  />
                </span>
              ) : (
                <MiniBoard
                  state={state}
                  theme={theme}
                  label={text.preview({ theme: text[theme] })}
                />
              )}
              {text[theme]}
            </span>
          </label>
        ))}
      </div>
      <small className="quiet">{text.hint}</small>
    </fieldset>
  );
}
