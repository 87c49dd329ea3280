import { messages } from "../messages";
import { Button } from "./Button";

/** Why something could not be loaded, with a retry button. */
export function ErrorNotice({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div className="panel" role="alert">
      <p className="error">{error.message}</p>
      {retry && <Button onClick={retry}>{messages.shell.retry}</Button>}
    </div>
  );
}
