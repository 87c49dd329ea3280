import { Link } from "../browser/router";
import { messages } from "../messages";
import { Button } from "./Button";
import { describeError } from "./errorText";

/** Why something could not be loaded, with a way forward: a retry button or a link. */
export function ErrorNotice({ error, retry }: { error: Error; retry?: () => void }) {
  const { text, link } = describeError(error);
  return (
    <div className="panel empty" role="alert">
      <p className="error">{text}</p>
      <div className="buttons">
        {retry && <Button onClick={retry}>{messages.shell.retry}</Button>}
        {link && (
          <Link className="button" to={link.to}>
            {link.label}
          </Link>
        )}
      </div>
    </div>
  );
}
