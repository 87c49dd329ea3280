// A password to set, with an estimate of its strength while it is typed.

import { PasswordField } from "../components/PasswordField";
import { messages } from "../messages";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./estimateStrength";
import { PasswordStrength } from "./PasswordStrength";

interface NewPasswordFieldProps {
  label: string;
  /** Of the account, which makes a poor password; empty where it is unknown. */
  name: string;
  value: string;
  onChange(value: string): void;
  error?: string | null;
}

export function NewPasswordField({ name, ...field }: NewPasswordFieldProps) {
  return (
    <>
      <PasswordField
        {...field}
        hint={messages.account.passwordHint}
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
      />
      <PasswordStrength password={field.value} name={name} />
    </>
  );
}
