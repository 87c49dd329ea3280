// The field for a code of an authenticator app; phones show digits and offer codes to fill in.

import type { ComponentProps } from "react";
import { TextField } from "../components/fields";

export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      required
      maxLength={10}
    />
  );
}
