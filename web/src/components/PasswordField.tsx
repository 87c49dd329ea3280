// A password with a button that shows what was typed. Pasting is allowed.

import { type ComponentProps, useState } from "react";
import { messages } from "../messages";
import { Button } from "./Button";
import { TextField } from "./fields";

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type">) {
  const [visible, setVisible] = useState(false);
  return (
    <div className="password-field">
      <TextField {...props} type={visible ? "text" : "password"} spellCheck={false} />
      <Button kind="quiet" aria-pressed={visible} onClick={() => setVisible(!visible)}>
        {visible ? messages.account.hidePassword : messages.account.showPassword}
      </Button>
    </div>
  );
}
