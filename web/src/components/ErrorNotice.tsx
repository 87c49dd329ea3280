import { messages } from "../messages";
import { Button } from "./Button";

/** Why something cannot be shown, and another try. */
export function ErrorNotice({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div className="panel" role="alert">
      <p className="error">{error.message}</p>
      {again && <Button onClick={again}>{messages.shell.retry}</Button>}
    </div>
  );
}
