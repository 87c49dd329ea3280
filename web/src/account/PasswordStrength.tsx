// How hard a new password is to guess, while it is typed. The server has the last word.

import { useId } from "react";
import { messages } from "../messages";
import { estimateStrength, STRENGTHS } from "./estimateStrength";

export function PasswordStrength({ password, name }: { password: string; name: string }) {
  const id = useId();
  if (!password) return null;
  const strength = estimateStrength(password, name);
  return (
    <div className="password-strength">
      <label htmlFor={id}>{messages.account.strength.label}</label>
      <meter id={id} min={0} max={STRENGTHS.length - 1} value={STRENGTHS.indexOf(strength)} />
      <output htmlFor={id}>{messages.account.strength[strength]}</output>
    </div>
  );
}
