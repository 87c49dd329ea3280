import { Link } from "../browser/router";
import { words } from "../strings";

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <section className="narrow">
      <h1>{words.shell.lost.title}</h1>
      <p>{words.shell.lost.advice}</p>
      <Link className="button primary" to="/">
        {words.shell.lost.home}
      </Link>
    </section>
  );
}
