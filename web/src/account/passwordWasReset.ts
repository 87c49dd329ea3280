import type { PasswordWasReset } from "../api/recovery";
import { navigate } from "../browser/router";
import { showToast } from "../components/toasts";
import { messages } from "../messages";

/** Says that the password was set, and opens the form to log in with it. */
export function showPasswordWasReset({ name, recovery_codes_left: left }: PasswordWasReset): void {
  showToast(messages.access.lost.done({ name, left }));
  navigate("/account#log-in", { replace: true });
}
