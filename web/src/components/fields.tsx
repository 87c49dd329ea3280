// Form controls with a label and an error or a hint.

import { type InputHTMLAttributes, type ReactNode, useId } from "react";

interface FieldLabels {
  label: string;
  hint?: string;
  error?: string | null;
}

interface TextFieldProps
  extends FieldLabels,
    Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  value: string;
  onChange(value: string): void;
}

export function TextField({ label, hint, error, value, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  const description = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {description && (
        <small
          id={`${id}-description`}
          className={error ? "error" : "quiet"}
          role={error ? "alert" : undefined}
        >
          {description}
        </small>
      )}
    </div>
  );
}

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** An option of radio buttons; `content` is shown in place of the label. */
export interface RadioOption<Value extends string> extends Option<Value> {
  content?: ReactNode;
}

interface SelectFieldProps<Value extends string> extends FieldLabels {
  value: Value;
  options: readonly Option<NoInfer<Value>>[];
  onChange(value: NoInfer<Value>): void;
  disabled?: boolean;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, value, options, onChange, disabled } = props;
  const id = useId();
  const description = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {description && (
        <small
          id={`${id}-description`}
          className={error ? "error" : "quiet"}
          role={error ? "alert" : undefined}
        >
          {description}
        </small>
      )}
    </div>
  );
}

interface RadioProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly RadioOption<NoInfer<Value>>[];
  onChange(value: NoInfer<Value>): void;
  hint?: string;
}

/** Radio buttons drawn as one bar. */
export function RadioBar<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: RadioProps<Value>) {
  const name = useId();
  return (
    <fieldset className="radio-bar">
      <legend>{label}</legend>
      <div className="radio-bar-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-label={option.content ? option.label : undefined}
              onChange={() => onChange(option.value)}
            />
            <span>{option.content ?? option.label}</span>
          </label>
        ))}
      </div>
      {hint && <small className="quiet">{hint}</small>}
    </fieldset>
  );
}

interface ChipsProps<Value extends string> extends Omit<RadioProps<Value>, "hint"> {
  /** Puts the label on the same line. */
  inline?: boolean;
}

/** Radio buttons drawn as chips. */
export function Chips<Value extends string>({
  label,
  value,
  options,
  onChange,
  inline = false,
}: ChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={inline ? "radio-bar inline-chips" : "radio-bar"}>
      <legend>{label}</legend>
      <div className="chips">
        {options.map((option) => (
          <label key={option.value} className="chip">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.content ?? option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  hint?: string;
}

export function Switch({ label, checked, onChange, disabled, hint }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <small id={`${id}-description`} className="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}
